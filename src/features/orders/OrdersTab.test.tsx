import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { fakeShop } from '../../../tests/kit/components/fake-shop.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { selectWords } from '../../../tests/kit/components/mouse.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused, toast } from '../../../tests/kit/components/toasts.ts';
import { standardPurchase, threeCards } from '../../../tests/kit/standard-purchase.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { standardOffer } from '../../shared/offers/offer-types.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const bea = 'CT-BBBBBB';
const ada = 'CT-AAAAAA';
const cleo = 'CT-CCCCCC';
const order = (id: string, orderNumber: string, customerName: string) =>
  anOrder({ id, orderNumber, customerName });
const three = () => [
  order('o3', cleo, `Cleo ${'Øster '.repeat(18)}`.trim()),
  order('o2', ada, 'Ada Núñez'),
  order('o1', bea, 'Bea Ångström'),
];

/** Opens the list; `width` is that of the window. */
async function openList(calls: Partial<StaffApi> = {}, { search = '', width = 1440 } = {}) {
  await page.viewport(width, 740);
  const shop = fakeShop(three());
  return { shop, ...(await openAdmin({ ...shop, ...calls }, { search })) };
}

const table = page.getByRole('table');
const numbers = table.getByRole('button', { name: /^CT-/ });
const rowOf = (number: string) => page.getByRole('row').filter({ hasText: number });
const box = (number: string) => page.getByRole('checkbox', { name: `Select order ${number}` });
const bar = page.getByRole('region', { name: 'Selected orders' });
const search = page.getByRole('searchbox', { name: 'Search' });
const filter = (name: string) => page.getByRole('combobox', { name, exact: true });
const question = page.getByRole('alertdialog');
const heading = page.getByRole('heading', { name: 'Order Management' });
const lost = anApiError(500, 'internal', '');

async function expectListed(...orders: string[]): Promise<void> {
  await expect.poll(() => numbers.elements().map(({ textContent }) => textContent)).toEqual(orders);
}

async function openMenu(number: string) {
  await page.getByRole('button', { name: `Actions for order ${number}` }).click();
  const menu = page.getByRole('menu', { name: `Actions for order ${number}` });
  await expect.element(menu).toBeVisible();
  return menu;
}

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
  expect([...offerColumn.elements(), ...filter('Offer').elements()]).toEqual([]);
});

test('filters several offers by column, and exports the same list', async () => {
  const offers = [
    { ...standardOffer, price: 60, addOns: [] },
    { ...standardOffer, id: 'three', name: 'Three cards', price: 30, addOns: [] },
  ];
  const orders = [anOrder({ ...threeCards, id: 'o2', orderNumber: ada }), anOrder({ orderNumber: bea })];
  const { addressBar } = await openList({
    offers: async () => ({ offers }),
    async listOrders({ offer }) {
      const listed = orders.filter(({ offer: { name } }) => !offer || name === 'Three cards');
      return { orders: listed, total: listed.length, nextCursor: null };
    },
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

test('keeps the list when more orders fail to load, and retries', async () => {
  let isDown = true;
  const first = Array.from({ length: 50 }, (_, index) => order(`p${index}`, `CT-P${index}`, 'Dag Li'));
  await openList({
    async listOrders({ cursor }) {
      if (!cursor) return { orders: first, total: 53, nextCursor: 'next' };
      if (isDown) throw lost;
      return { orders: three(), total: 53, nextCursor: null };
    },
  });
  await expect.element(page.getByText('50 of 53')).toBeVisible();
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('More orders could not be loaded.');
  expect(numbers.elements()).toHaveLength(50);
  isDown = false;
  await more.click();
  await expect.element(rowOf(bea)).toBeInTheDocument();
  expect(numbers.elements()).toHaveLength(53);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('sorts by a clicked column and reverses it on the second click', async () => {
  await openList();
  const clicks: [column: string, sort: string, listed: string[]][] = [
    ['Date', 'ascending', [bea, ada, cleo]],
    ['Customer', 'ascending', [ada, bea, cleo]],
    ['Customer', 'descending', [cleo, bea, ada]],
  ];
  await expectListed(cleo, ada, bea);
  for (const [name, sort, listed] of clicks) {
    const column = page.getByRole('columnheader', { name });
    await column.getByRole('button').click();
    await expect.element(column).toHaveAttribute('aria-sort', sort);
    await expectListed(...listed);
  }
});

test('fits each order on one line and shows cut names in full', async () => {
  const late = { dueAt: new Date(Date.now() - 2 * 86_400_000 - 60_000).toISOString() };
  const [wide, ...others] = three();
  const asked = anOrder({
    ...{ ...others[0], ...late, readingType: 'other', customQuestion: 'To Oslo?' },
    refundedAmount: 20,
  });
  const waits = { dueAt: null, waitsSince: '2026-11-20T15:00:00Z' };
  const chosen = anOrder({ ...others[1], ...waits, readingType: 'progress', assignedReader: null });
  const orders = wide ? [wide, asked, chosen] : [];
  await openList({
    listOrders: async () => ({ orders, total: 3, nextCursor: null }),
  });
  await expect
    .element(rowOf(ada))
    .toMatchTextContent(/To Oslo\?.*2 days late.*Pending.*reader1.*\$60\.00.*\$20\.00 refunded/);
  await expect.element(rowOf(bea)).toMatchTextContent(/Change or stay.*Awaits answer.*Unassigned/);
  await expect.element(page.getByTitle('Waiting for the customer since Fri, Nov 20')).toBeVisible();
  await expect.element(page.getByTitle(wide?.customerName ?? '')).toBeVisible();
  for (const number of [bea, ada, cleo]) {
    const height = () => rowOf(number).element().getBoundingClientRect().height;
    await expect.poll(height).toBeLessThanOrEqual(36);
  }
  await page.viewport(1440, 150);
  const last = numbers.elements().at(-1);
  last?.scrollIntoView();
  const head = () => page.getByRole('columnheader', { name: 'Customer' }).element().getBoundingClientRect().y;
  await expect.poll(() => [head() >= 0, head() < 10]).toEqual([true, true]);
});

test('filters orders by status label', async () => {
  const statuses = [
    ['pending', 'Pending'],
    ['reading_uploaded', 'Under Review'],
    ['approved', 'Approved'],
    ['rejected', 'Rejected'],
  ] as const;
  await openList(
    fakeShop(statuses.map(([status]) => anOrder({ id: status, orderNumber: `CT-${status}`, status }))),
  );
  for (const [status, label] of statuses) {
    await expect.element(rowOf(`CT-${status}`).getByText(label, { exact: true })).toBeVisible();
    await filter('Status').selectOptions(label);
    await expectListed(`CT-${status}`);
    await filter('Status').selectOptions('All');
  }
});

test('offers a menu per row, copies the number, and returns the focus', async () => {
  await openList();
  const button = page.getByRole('button', { name: `Actions for order ${ada}` });
  const menu = await openMenu(ada);
  expect(
    menu
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Open', 'Assign…', 'Refund…', 'Copy number', 'Delete']);
  await userEvent.keyboard('{End}');
  await expect.element(menu.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await (await openMenu(ada)).getByRole('menuitem', { name: 'Copy number' }).click();
  await expectDone('Number Copied', ada);
  expect(copied).toHaveBeenCalledWith(ada);
  copied.mockRestore();
  await (await openMenu(ada)).getByRole('menuitem', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog', { name: `Order ${ada}` })).toBeVisible();
});

test('selects only its row for Assign… and focuses the reader list', async () => {
  await openList();
  await box(bea).click();
  await (await openMenu(ada)).getByRole('menuitem', { name: 'Assign…' }).click();
  await expect.element(bar).toMatchTextContent('1 selected');
  await expect.element(bar.getByLabelText('Reader for the selected orders')).toHaveFocus();
  await userEvent.keyboard('reader2{Tab}{Enter}');
  await expectDone('Orders Reassigned', '1 order is with reader2 now.');
  await expect.element(rowOf(ada)).toMatchTextContent('reader2');
});

test('deletes an order after a confirmation and restores it', async () => {
  await openList();
  const remove = page.getByRole('button', { name: `Delete order ${ada}` });
  await remove.click();
  await expect
    .element(question)
    .toHaveAccessibleDescription(
      /Ada Núñez.*\$60\.00 stays with you; the customer gets no reading\. Refund first\?$/,
    );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(remove).toHaveFocus();
  await (await openMenu(ada)).getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(question).toHaveAccessibleName(`Are you sure you want to delete order ${ada}?`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectDone('Order Deleted', `Order ${ada} is no longer listed.`);
  await expectListed(cleo, bea);
  await expect.element(page.getByText('2 orders', { exact: true })).toBeVisible();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectListed(cleo, ada, bea);
});

test('lists deleted orders and restores one on the second try', async () => {
  const shop = fakeShop(three());
  await shop.deleteOrder('o2');
  await openList({ ...shop, restoreOrder: failOnce(shop.restoreOrder) });
  await filter('Status').selectOptions('Deleted');
  await expect.element(page.getByText('1 order', { exact: true })).toBeVisible();
  const restore = page.getByRole('button', { name: `Restore order ${ada}` });
  await restore.click();
  await expectRefused('Restore Failed', 'Failed to restore order');
  await restore.click();
  await expect.element(page.getByText('No orders match', { exact: true })).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test('selects rows one by one, as a range, and with keys', async () => {
  await openList();
  await box(cleo).click();
  await box(bea).click({ modifiers: ['Shift'] });
  await expect.element(bar).toMatchTextContent('3 selected');
  expect(getSelection()?.toString()).toBe('');
  await box(ada).click();
  await expect.element(bar).toMatchTextContent('2 selected');
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).click();
  await expect.element(bar).toMatchTextContent('3 selected');
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('jxj{Shift>}X{/Shift}');
  await expect.element(box(ada)).toBeChecked();
  await expect.element(box(cleo)).toBeChecked();
  await userEvent.keyboard('x');
  await expect.element(bar).toMatchTextContent('1 selected');
});

test('assigns selected orders together and keeps failed ones selected', async () => {
  const shop = fakeShop(three());
  await openList({ ...shop, assignOrders: failOnce(shop.assignOrders) });
  const choice = bar.getByLabelText('Reader for the selected orders');
  const assign = async (reader: string) => {
    await choice.selectOptions(reader);
    await bar.getByRole('button', { name: 'Assign' }).click();
  };
  await box(ada).click();
  await box(bea).click();
  await assign('reader2');
  await expectRefused('Update Failed', 'Failed to reassign orders');
  await expect.element(bar).toMatchTextContent('2 selected');
  await assign('Unassigned');
  await expectDone('Orders Reassigned', '2 orders are with no reader now.');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(rowOf(ada)).not.toMatchTextContent('reader');
  await shop.deleteOrder('o1');
  await box(ada).click();
  await box(bea).click();
  await expect.element(choice).toHaveValue('unchosen');
  await assign('reader1');
  await expectRefused('Not All Orders Were Reassigned', /^1 done, 1 not: There is no such order/);
  const left = bar.getByRole('list', { name: 'Not reassigned' });
  await expect.element(left).toHaveTextContent(`${bea}: There is no such order.`);
  await expect.element(choice).toHaveFocus();
});

test('offers Try again when readers could not be loaded', async () => {
  const { readers } = fakeShop([]);
  let isDown = true;
  await openList({
    async readers() {
      if (isDown) throw lost;
      return readers();
    },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent('The readers could not be loaded.');
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(filter('Reader').getByRole('option', { name: 'reader2' })).toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('refuses an invalid date range at its fields', async () => {
  const { addressBar } = await openList();
  await filter('Placed').selectOptions('From … to …');
  const days = page.getByRole('form', { name: 'Placed between these days' });
  const choose = async (from: string, to: string) => {
    await days.getByLabelText('First day').fill(from);
    await days.getByLabelText('Last day').fill(to);
    await days.getByRole('button', { name: 'Show' }).click();
  };
  await choose('2020-02-01', '2020-01-01');
  await expect.element(days.getByRole('alert')).toMatchTextContent('with 366 days at most');
  await choose('2020-01-01', '2020-02-01');
  await expect.poll(addressBar.read).toMatch(/placed=2020-01-01.*2020-02-01/);
  await filter('Placed').selectOptions('Any time');
  await expect.element(days).not.toBeInTheDocument();
});

const deliveredAt = '2026-11-18T09:00:00.000Z';

/** Orders with each status and each second badge there is. */
const states: [badges: string[], Partial<Order>][] = [
  [['Pending'], {}],
  [['Under Review'], { status: 'reading_uploaded' }],
  [['Approved'], { status: 'approved', deliveredAt }],
  [['Rejected'], { status: 'rejected' }],
  [['Approved', 'Not delivered'], { status: 'approved', isUndelivered: true }],
  [['Approved', 'Refunded'], { status: 'approved', deliveredAt, paymentStatus: 'refunded' }],
  [['Rejected', 'Refund on its way'], { status: 'rejected', refundingAmount: 60, hold: 'refund' }],
  [['Under Review', 'Disputed'], { status: 'reading_uploaded', paymentStatus: 'disputed', dispute: 'open' }],
  [['Pending', 'Dispute lost'], { paymentStatus: 'disputed', dispute: 'lost' }],
  [['Pending', 'Check payment'], { paymentStatus: 'review' }],
  [['Under Review', 'Withdrawn'], { status: 'reading_uploaded', hold: 'withdrawal' }],
  [['Under Review', 'Fraud warning'], { status: 'reading_uploaded', hold: 'early_fraud_warning' }],
  [['Pending', 'Stripe’s review'], { hold: 'review' }],
];

/** More orders than a screen shows. */
function busyMorning(): Order[] {
  return Array.from({ length: 40 }, (_, index) =>
    anOrder({
      ...{
        id: `m${index}`,
        orderNumber: `CT-7K3M${10 + index}`,
        customerName: `Wilhelmina van der Berg ${index}`,
      },
      customerEmail: `someone.with.a.long.address${index}@customers.example`,
      ...states[index % states.length]?.[1],
    }),
  );
}

/** @returns how many rows of the list are whole in the window */
function countWholeRows(): number {
  const rows = [...document.querySelectorAll('tbody tr')];
  return rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length;
}

test('shows 20 full rows on a screen of 1440 x 900', async () => {
  await page.viewport(1440, 900);
  await openAdmin(fakeShop(busyMorning()));
  await expect.element(rowOf('CT-7K3M49')).toBeInTheDocument();
  await expect.poll(countWholeRows).toBeGreaterThanOrEqual(20);
});

test.each([1440, 1000, 360])('at %i px shows Delete and every badge in full', async (width) => {
  const orders = states.map(([, changes], index) =>
    anOrder({ id: `s${index}`, orderNumber: `CT-STATE${10 + index}`, ...changes }),
  );
  await openList(fakeShop(orders), { width });
  for (const [index, [labels]] of states.entries()) {
    const row = rowOf(`CT-STATE${10 + index}`);
    await expect.element(row).toBeVisible();
    const edge = row.element().getBoundingClientRect().right;
    const badges = [...row.element().querySelectorAll('.badge')];
    expect(badges.map(({ textContent }) => textContent)).toEqual(labels);
    for (const box of badges) {
      const isWhole = box.scrollWidth <= box.clientWidth && box.getBoundingClientRect().right <= edge;
      expect([box.textContent, isWhole]).toEqual([box.textContent, true]);
    }
    const remove = row.getByRole('button', { name: /^Delete order/ });
    await expect.element(remove).toBeVisible();
    expect(getComputedStyle(remove.element()).opacity).toBe('1');
  }
  await expectNoFlaws();
});

test('opens an order from anywhere in its row except the checkbox', async () => {
  await openList();
  const dialog = page.getByRole('dialog', { name: `Order ${ada}` });
  await box(ada).click();
  await expect.element(bar).toMatchTextContent('1 selected');
  await selectWords(rowOf(ada), 'Ada Núñez');
  await expect.element(dialog).not.toBeInTheDocument();
  getSelection()?.removeAllRanges();
  await rowOf(ada).getByText('$60.00').click();
  await expect.element(dialog).toBeVisible();
  await expect.element(rowOf(ada)).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(rowOf(ada).getByRole('button', { name: ada, exact: true })).toHaveFocus();
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

test('outlines the open row and the active option under forced colors', async () => {
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  const outline = (thing: Locator) => getComputedStyle(thing.element()).outlineStyle;
  await force('active');
  onTestFinished(async () => void (await force('')));
  await openList({}, { search: '?order=o2' });
  await expect.element(page.getByRole('dialog', { name: `Order ${ada}` })).toBeVisible();
  expect([outline(rowOf(ada)), outline(rowOf(bea))]).toEqual(['solid', 'none']);
  const menu = await openMenu(bea);
  await userEvent.keyboard('{End}');
  const [open, remove] = [menu.getByRole('menuitem', { name: 'Open' }), menu.getByRole('menuitem').last()];
  await expect.poll(() => [outline(open), outline(remove)]).toEqual(['none', 'solid']);
  await userEvent.keyboard('{Escape}{Control>}k{/Control}');
  const options = page.getByRole('dialog', { name: 'Search or run' }).getByRole('option');
  await expect.poll(() => outline(options.first())).toBe('solid');
  expect(outline(options.last())).toBe('none');
});

test('shows the first order on the first screen of a phone', async () => {
  await page.viewport(360, 740);
  await openAdmin(fakeShop(busyMorning()));
  const first = rowOf('CT-7K3M10');
  for (const text of [
    'Wilhelmina van der Berg 0',
    'someone.with.a.long.address0@customers.example',
    'Pending',
  ])
    await expect.element(first.getByText(text)).toBeVisible();
  await expect.element(first.getByRole('time')).toBeVisible();
  await expect.poll(countWholeRows).toBeGreaterThanOrEqual(1);
  const { height } = first.element().getBoundingClientRect();
  expect(height).toBeLessThanOrEqual(84);
  await first.getByText('Pending').click();
  await expect.element(page.getByRole('dialog', { name: 'Order CT-7K3M10' })).toBeVisible();
});
