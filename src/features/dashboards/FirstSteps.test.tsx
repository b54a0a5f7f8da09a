import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { openAdmin, openReader } from '../../../tests/kit/components/desk.tsx';
import { emptyShop } from '../../../tests/kit/components/empty-shop.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import type { FirstStep, FirstStepNote, FirstStepsState } from '../../shared/shop/set-up-schema.ts';

/** A server on which these are done. */
function newShop(
  done: FirstStep[] = [],
  payments: FirstStepsState['payments'] = 'sandbox',
  isWithoutReader = false,
) {
  let isOver = false;
  let looked: FirstStep[] = [];
  const notes: FirstStepNote[] = [];
  const answer = () => ({ isOver, done: [...done, ...looked], isWithoutReader, payments });
  return {
    notes,
    firstSteps: async () => answer(),
    async recordFirstStep(note: FirstStepNote) {
      notes.push(note);
      if (note === 'dismissed') isOver = true;
      else looked = ['look'];
      return answer();
    },
  };
}

const openToday = (shop: ReturnType<typeof newShop>) => openAdmin(shop, { search: '?tab=today' });
const list = page.getByRole('region', { name: 'First steps' });
const header = page.getByRole('banner');
const line = (name: string) => list.getByRole('listitem').filter({ hasText: name });

test('lists the steps of a new shop on Today, with links', async () => {
  await openToday(newShop(['backups', 'reader']));
  await expect.element(list.getByRole('status')).toMatchTextContent('2 of 8 done');
  await expect.element(line('Add a reader')).toMatchTextContent(/: done$/);
  await expect.element(line('Place a test order')).toMatchTextContent(/4242 4242 4242 4242/);
  for (const [name, href] of [
    ['Write about the reader', '?tab=settings&section=texts'],
    ['Connect Stripe', '?tab=settings&section=payment'],
    ['Connect email', '?tab=settings&section=mail'],
    ['Make backups', '?tab=settings&section=health'],
    ['Add a reader', '?tab=settings&section=people'],
    ['Place a test order', '/'],
  ] as const)
    await expect.element(list.getByRole('link', { name })).toHaveAttribute('href', href);
  const today = page.getByRole('heading', { name: 'Today', exact: true });
  await expect.element(today).toBeVisible();
  expect(list.element().compareDocumentPosition(today.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectNoFlaws();
});

test('says that no reader is needed while an admin writes', async () => {
  await openToday(newShop(['reader'], 'sandbox', true));
  await expect.element(line('Add a reader')).toMatchTextContent(/: done.*Not needed while an admin writes/);
});

test('leads from the empty list of a new shop to the steps', async () => {
  const shop = newShop();
  await openAdmin(shop);
  await page.getByRole('link', { name: 'Finish setting up your shop' }).click();
  await expect.element(list).toBeVisible();
  await list.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('tab', { name: 'Order Management' }).click();
  await expect.element(page.getByText('No orders yet')).toBeVisible();
  await expect.element(page.getByText('Finish setting up')).not.toBeInTheDocument();
});

test('opens the settings without a reload', async () => {
  const { addressBar } = await openToday(newShop());
  await list.getByRole('link', { name: 'Connect email' }).click();
  expect(addressBar.read()).toBe('?tab=settings&section=mail');
});

test('asks for a test order with your own card under live keys', async () => {
  await openToday(newShop(['stripe'], 'live'));
  await expect.element(line('Place a test order')).toMatchTextContent(/your own card, then refund/);
});

test('checks off the visit to the shop', async () => {
  const shop = newShop(['email']);
  await openToday(shop);
  const link = list.getByRole('link', { name: 'Look at your shop' });
  await expect.element(link).toBeVisible();
  link.element().addEventListener('click', (event) => event.preventDefault());
  await link.click();
  await expect.element(line('Look at your shop')).toMatchTextContent(/: done$/);
  expect(shop.notes).toEqual(['looked']);
});

test('hides the list and tells the server when it is dismissed', async () => {
  const shop = newShop();
  await openToday(shop);
  await list.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(list).not.toBeInTheDocument();
  expect(shop.notes).toEqual(['dismissed']);
});

test('dismisses itself when every step is done', async () => {
  const shop = newShop(['email', 'about', 'stripe', 'mail', 'backups', 'reader', 'order', 'look']);
  await openToday(shop);
  await expect.poll(() => shop.notes).toEqual(['dismissed']);
  await expect.element(list).not.toBeInTheDocument();
});

test('says in the header that no money moves in the sandbox', async () => {
  await openAdmin({}, { isSandbox: true });
  await expect.element(header).toMatchTextContent('Sandbox: no money moves');
  await expectNoFlaws();
});

/** Answers with the settings of a shop that sells nothing until a day. */
const paused = (until: string | null) => ({
  settings: async () => ({ ...(await emptyShop.settings()), closed: { until, reason: 'closed' } as const }),
});

test.each([
  [360, '2037-12-07', 'Sales paused until Mon, Dec 7'],
  [1440, null, 'Sales paused'],
])('shows paused sales and a resume link at %i px', async (width, until, words) => {
  await page.viewport(width, 900);
  const { addressBar } = await openAdmin(paused(until), { isSandbox: true });
  const badge = page.getByRole('link', { name: words, exact: true });
  await expect.element(badge).toBeVisible();
  await expectNoFlaws();
  await badge.click();
  expect(addressBar.read()).toBe('?tab=today');
  await page.viewport(1440, 900);
});

test.each([
  ['a short name', 'bo'],
  ['a long name', 'anneliese.kuehn-rindfleischetikettierung'],
  ['a name without spaces', 'W'.repeat(60)],
  ['a name in another script', 'مريم عبد الرحمن بنت يوسف الأندلسية'],
])('fits the header in one row at 768 px with %s', async (_what, username) => {
  await page.viewport(768, 900);
  const heightOf = () => header.element().getBoundingClientRect().height;
  await openAdmin(paused('2037-12-07'), { isSandbox: true, username });
  await expect.element(header).toMatchTextContent('Sales paused until');
  await expect.poll(heightOf).toBeLessThan(60);
  await expectNoFlaws();
  cleanup();
  await page.viewport(768, 900);
  await openReader({}, { isSandbox: true, username });
  await expect.poll(heightOf).toBeLessThan(60);
  await page.viewport(1440, 900);
});
