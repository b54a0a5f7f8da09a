import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openReader } from '../../../tests/kit/components/desk.tsx';
import { pressOn } from '../../../tests/kit/components/mouse.ts';
import { openApprovals, openOrder } from '../../../tests/kit/components/open-order.ts';
import { anOverview } from '../overview/overview-testing.ts';
import { anOrder, aReaderOrder, aReading, aSecondReading, aToday } from './desk-testing.ts';

/* What comes and goes by itself while a button is down: the press is meant for what was there. */

/** Has the page hear something new while something is pressed. */
async function changeWhilePressed(thing: Locator, change: () => Promise<unknown>): Promise<void> {
  await expect.element(thing).toBeVisible();
  const letGo = await pressOn(thing);
  await change();
  await drawn();
  await letGo();
}

/** Waits until the page has drawn what it knows. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const number = (text: string) => page.getByRole('button', { name: text, exact: true });
const first = anOrder({ id: 'o2', orderNumber: 'CT-8A8A8A', customerName: 'Bea Ångström' });

test('keeps a press on an order when an alert appears above it', async () => {
  const message = 'Payments have no order.';
  const { id, orderNumber, customerName, status, dueAt } = anOrder();
  const order = { id, orderNumber, customerName, status, dueAt, reader: null, isMine: false };
  let today = aToday({ orders: [{ ...order, reason: 'payment_review' }] });
  const { desk } = await openOrder(
    { today: async () => today, overview: async () => anOverview(), readerFigures: async () => [] },
    anOrder(),
    '?tab=today',
  );
  await changeWhilePressed(page.getByRole('button', { name: 'Decide CT-7K3M9Q' }), () => {
    today = { ...today, alerts: [{ code: 'payment_stray', message }] };
    return desk.today.refresh();
  });
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Order CT-7K3M9Q');
  await expect.element(page.getByText(message)).toBeVisible();
});

test('keeps a press on an order when another order arrives', async () => {
  let orders = [anOrder()];
  const listOrders = async () => ({ orders, total: orders.length, nextCursor: null });
  const { desk } = await openOrder({ listOrders }, anOrder(), '');
  await changeWhilePressed(number('CT-7K3M9Q'), () => {
    orders = [first, anOrder()];
    return desk.orders.refresh();
  });
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Order CT-7K3M9Q');
  await expect.element(number('CT-8A8A8A')).toBeVisible();
});

test('keeps a press on its reading when another leaves the list', async () => {
  let pending = [aSecondReading(), aReading()];
  const { desk } = await openApprovals(() => pending);
  const queued = page.getByRole('list', { name: 'Readings pending approval' }).getByRole('listitem');
  await changeWhilePressed(queued.last().getByRole('button', { name: /^CT-7K3M9Q ·/ }), () => {
    pending = [aReading()];
    return desk.readings.pending.refresh();
  });
  await expect.element(page.getByRole('group', { name: 'Text of the reading' })).toBeVisible();
  await expect.poll(() => queued.elements()).toHaveLength(1);
});

test('keeps a press on an order when the one above is reassigned', async () => {
  let orders = [aReaderOrder({ id: 'o2', orderNumber: 'CT-8A8A8A' }), aReaderOrder()];
  const { desk } = await openReader({ readerOrders: async () => orders, draft: async () => null });
  await changeWhilePressed(page.getByRole('button', { name: /^Upload Reading for CT-7K3M9Q/ }), () => {
    orders = [aReaderOrder()];
    return desk.orders.refresh();
  });
  await expect.element(page.getByLabelText('Reading content')).toHaveFocus();
});
