import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { fakeShop } from '../../../../tests/kit/components/fake-shop.ts';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import {
  ada,
  bea,
  cleo,
  expectListed,
  filter,
  openList,
  rowOf,
} from '../../../../tests/kit/components/order-list.ts';
import { failOnce } from '../../../../tests/kit/components/people.ts';
import { standardPurchase, threeCards } from '../../../../tests/kit/standard-purchase.ts';
import { standardOffer } from '../../../shared/offers/offer-types.ts';
import { anOrder } from '../../desk/desk-testing.ts';
import { orderPage } from '../orders-testing.ts';

const search = page.getByRole('searchbox', { name: 'Search' });
const heading = page.getByRole('heading', { name: 'Order Management' });

test('counts the orders a search finds and clears an empty search', async () => {
  const { addressBar } = await openList();
  await search.fill('bea');
  await expectListed(bea);
  await expect.element(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect.poll(addressBar.read).toBe('?q=bea');
  await search.fill('unknown');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.element(search).toHaveValue('');
  await expectListed(cleo, ada, bea);
  await expect.element(heading).toHaveFocus();
});

const offerColumn = page.getByRole('columnheader', { name: 'Offer' });

test('hides the offer column and filter in a shop with one offer', async () => {
  await openList({ offers: async () => ({ offers: [{ ...standardOffer, price: 60, addOns: [] }] }) });
  await expectListed(cleo, ada, bea);
  expect([offerColumn, filter('Offer')].flatMap((place) => place.elements())).toEqual([]);
});

test('filters several offers by column, and exports the same list', async () => {
  const offers = [
    { ...standardOffer, price: 60, addOns: [] },
    { ...standardOffer, id: 'three', name: 'Three cards', price: 30, addOns: [] },
  ];
  const orders = [anOrder({ ...threeCards, id: 'o2', orderNumber: ada }), anOrder({ orderNumber: bea })];
  const { addressBar } = await openList({
    offers: async () => ({ offers }),
    listOrders: async ({ offer }) => orderPage(offer ? orders.slice(0, 1) : orders),
  });
  await expectListed(ada, bea);
  await expect.element(offerColumn).toBeVisible();
  await expect.element(rowOf(ada)).toMatchTextContent('Three cards');
  await expect.element(rowOf(bea)).toMatchTextContent(standardPurchase.offer.name);
  await filter('Offer').selectOptions('Three cards');
  await expectListed(ada);
  expect(addressBar.read()).toBe('?offer=three');
  const file = page.getByRole('link', { name: 'Export CSV' });
  await expect.element(file).toHaveAttribute('href', expect.stringContaining('offer=three'));
  await expectNoFlaws();
});

test('searches on Enter without leaving the page', async () => {
  let hasLeft = false;
  await openList();
  const onSubmit = (event: Event) => {
    hasLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('submit', onSubmit, { once: true });
  await search.fill('bea');
  await userEvent.keyboard('{Enter}');
  await expectListed(bea);
  expect(hasLeft).toBe(false);
});

test('refuses an invalid date range at its fields', async () => {
  const { addressBar } = await openList();
  await filter('Placed').selectOptions('From … to …');
  const days = page.getByRole('form', { name: 'Orders placed between' });
  const choose = async (from: string, to: string) => {
    await days.getByLabelText('First day').fill(from);
    await days.getByLabelText('Last day').fill(to);
    await days.getByRole('button', { name: 'Show' }).click();
  };
  await choose('2020-02-01', '2020-01-01');
  await expect.element(days.getByRole('alert')).toMatchTextContent('no more than 366 days apart');
  await choose('2020-01-01', '2020-02-01');
  await expect.poll(addressBar.read).toMatch(/placed=2020-01-01.*2020-02-01/);
  await filter('Placed').selectOptions('Any time');
  await expect.element(days).not.toBeInTheDocument();
});

test('filters late orders with Late and shows all on the next press', async () => {
  const { addressBar } = await openList();
  const late = page.getByRole('button', { name: 'Late', exact: true });
  await late.click();
  await expect.poll(addressBar.read).toBe('?show=overdue');
  await expect.element(late).toHaveAttribute('aria-pressed', 'true');
  await late.click();
  await expect.poll(addressBar.read).toBe('');
});

test('folds the filters behind a button on a phone', async () => {
  const { addressBar } = await openList({}, { width: 360, search: '?status=pending' });
  const [status, late] = [filter('Status'), page.getByRole('button', { name: 'Late', exact: true })];
  const filters = page.getByRole('button', { name: /^Filters/ });
  await expect.element(filters).toHaveTextContent('Filters (1)');
  const top = (thing: Locator) => Math.round(thing.element().getBoundingClientRect().top);
  expect(top(filters)).toBe(top(page.getByRole('searchbox', { name: 'Search' })));
  expect(top(page.getByRole('row').nth(1))).toBeLessThanOrEqual(200);
  for (const chip of [status, late, page.getByRole('link', { name: 'Export CSV' })])
    await expect.element(chip).not.toBeInTheDocument();
  await filters.click();
  await expectNoFlaws();
  await page.viewport(360, 740);
  await late.click();
  await expect.poll(addressBar.read).toBe('?status=pending&show=overdue');
  await expect.element(filters).toHaveTextContent('Filters (2)');
  await filters.click();
  await expect.element(status).not.toBeInTheDocument();
});

test('offers Try again when readers could not be loaded', async () => {
  await openList({ readers: failOnce(fakeShop([]).readers) });
  await expect.element(page.getByRole('alert')).toMatchTextContent('The readers could not be loaded.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(filter('Reader').getByRole('option', { name: 'reader2' })).toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});
