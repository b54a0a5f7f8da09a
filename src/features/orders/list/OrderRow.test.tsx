import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { openAdmin } from '../../../../tests/kit/components/desk.tsx';
import { fakeShop } from '../../../../tests/kit/components/fake-shop.ts';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import { textsOf } from '../../../../tests/kit/components/lists.ts';
import { selectWords } from '../../../../tests/kit/components/mouse.ts';
import {
  ada,
  bea,
  box,
  cleo,
  numbers,
  openList,
  openMenu,
  rowOf,
  selectionBar,
  threeOrders,
} from '../../../../tests/kit/components/order-list.ts';
import { expectDone } from '../../../../tests/kit/components/toasts.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';
import { anOrder } from '../../desk/desk-testing.ts';
import { orderPage } from '../orders-testing.ts';

test('fits each order on one line and shows cut names in full', async () => {
  const late = { dueAt: new Date(Date.now() - 2 * 86_400_000 - 60_000).toISOString() };
  const asked = { readingType: 'other', customQuestion: 'To Oslo?', refundedAmount: 20 } as const;
  const waits = { dueAt: null, waitsSince: '2026-11-20T15:00:00Z', assignedReader: null };
  const [wide = anOrder(), second, third] = threeOrders();
  const orders = [wide, anOrder({ ...second, ...late, ...asked }), anOrder({ ...third, ...waits })];
  await openList({ listOrders: async () => orderPage(orders) });
  const told = /To Oslo\?.*2 days late.*Pending.*reader1.*\$60\.00.*\$20\.00 refunded/;
  await expect.element(rowOf(ada)).toMatchTextContent(told);
  await expect.element(rowOf(bea)).toMatchTextContent(/Career path.*Awaiting answer.*Unassigned/);
  for (const title of ['Waiting for the customer since Fri, Nov 20', wide.customerName])
    await expect.element(page.getByTitle(title)).toBeVisible();
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

test('offers a menu per row, copies the number, and returns the focus', async () => {
  await openList();
  const button = page.getByRole('button', { name: `Actions for order ${ada}` });
  const menu = await openMenu(ada);
  expect(textsOf(menu.getByRole('menuitem')).join()).toBe('Open,Assign…,Refund…,Copy number,Delete');
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

test('shows 20 full rows on a screen of 1440 x 900', async () => {
  const orders = Array.from({ length: 40 }, (_, index) =>
    anOrder({ id: `m${index}`, orderNumber: `CT-7K3M${10 + index}`, ...states[index % states.length]?.[1] }),
  );
  await page.viewport(1440, 900);
  await openAdmin(fakeShop(orders));
  await expect.element(rowOf('CT-7K3M49')).toBeInTheDocument();
  const rows = [...document.querySelectorAll('tbody tr')];
  const whole = () => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight);
  await expect.poll(() => whole().length).toBeGreaterThanOrEqual(20);
});

test.each([1440, 1000, 360])('shows Delete and every badge in full at %i px', async (width) => {
  const orders = states.map(([, changes], index) =>
    anOrder({ id: `s${index}`, orderNumber: `CT-STATE${10 + index}`, dueAt: null, ...changes }),
  );
  await openList(fakeShop(orders), { width });
  for (const [index, [labels]] of states.entries()) {
    const row = rowOf(`CT-STATE${10 + index}`);
    await expect.element(row.getByRole('button', { name: /^Delete order/ })).toHaveStyle({ opacity: '1' });
    const badges = [...row.element().querySelectorAll('.badge')];
    expect(badges.map(({ textContent }) => textContent)).toEqual(labels);
  }
  await expectNoFlaws();
});

test.each([
  [768, 36],
  [360, 80],
])('marks a late order at %i px in a row of its usual height', async (width, most) => {
  const dueAt = new Date(Date.now() - 4 * 86_400_000).toISOString();
  const late = { dueAt, status: 'reading_uploaded', customerName: 'Camille Dubois-Lefèvre-Okonkwo' } as const;
  const orders = [
    anOrder({ orderNumber: ada, ...late }),
    anOrder({ id: 'o9', orderNumber: bea, dueAt: null }),
  ];
  await openList(fakeShop(orders), { width });
  await expect.element(rowOf(ada).getByText('Late', { exact: true })).toBeVisible();
  await expect.element(rowOf(bea).getByText('Late', { exact: true })).not.toBeInTheDocument();
  expect(rowOf(ada).element().getBoundingClientRect().height).toBeLessThanOrEqual(most);
  await expectNoFlaws();
});

test('opens an order from anywhere in its row except the checkbox', async () => {
  await openList();
  const dialog = page.getByRole('dialog', { name: `Order ${ada}` });
  await box(ada).click();
  await expect.element(selectionBar).toMatchTextContent('1 selected');
  await selectWords(rowOf(ada), 'Ada Núñez');
  await expect.element(dialog).not.toBeInTheDocument();
  getSelection()?.removeAllRanges();
  await rowOf(ada).getByText('$60.00').click();
  await expect.element(dialog).toBeVisible();
  await expect.element(rowOf(ada)).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(rowOf(ada).getByRole('button', { name: ada, exact: true })).toHaveFocus();
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
