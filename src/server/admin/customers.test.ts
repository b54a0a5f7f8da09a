import { expect, test } from 'vitest';
import { outbox } from '../../../db/schema.ts';
import {
  addSignedIn,
  placeOrder,
  storedMail,
  storedOrder,
  storeOrders,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { pageRows } from '../../shared/list-page.ts';
import type { Customer } from '../../shared/orders/customer.ts';

const address = 'maya@customers.example';

async function open() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const buy = (customerEmail = address) => app.buy({ customerEmail });
  const customer = async (orderId: string) =>
    (await admin.get<Customer & ErrorBody>(`/api/orders/${orderId}/customer`)).body;
  const note = (orderId: string, text: string) =>
    admin.post<Customer & ErrorBody>(`/api/orders/${orderId}/customer/notes`, { text });
  const correct = (orderId: string, email: string) => admin.put(`/api/orders/${orderId}/email`, { email });
  return { app, admin, rita, buy, customer, note, correct };
}

test('lists an address’s orders newest first, ignoring case, with unpaid ones last', async () => {
  const { app, buy, customer } = await open();
  const first = await buy();
  const second = await buy('Maya@Customers.example');
  await buy('another@customers.example');
  const unpaid = await placeOrder(app, { customerEmail: address });
  for (const { orderId } of [first, second, unpaid]) {
    const { orders, hasOlder } = await customer(orderId);
    expect(orders.map(({ id }) => id)).toEqual([second.orderId, first.orderId, unpaid.orderId]);
    expect(hasOlder).toBe(false);
  }
  expect((await customer(first.orderId)).email).toBe(address);
});

test('totals a customer’s orders, attempts, payments and refunds', async () => {
  const { app, admin, buy, customer } = await open();
  const { orderId } = await buy();
  const other = await buy();
  await placeOrder(app, { customerEmail: address });
  const money = { currency: 'usd', paid: 120, refunded: 0, refunding: 0 };
  const totals = { orders: 2, attempts: 1, open: 2, money: [money] };
  expect((await customer(orderId)).totals).toEqual(totals);
  await admin.post(`/api/orders/${other.orderId}/refund`, { amount: 60, refundedBefore: 0 });
  const after = { ...totals, open: 1, money: [{ ...money, refunded: 60 }] };
  expect((await customer(orderId)).totals).toEqual(after);
});

test('includes orders beyond the end of the list in the totals', async () => {
  const { app, buy, customer } = await open();
  const { orderId } = await buy();
  const order = storedOrder(app, orderId);
  const others = Array.from({ length: pageRows + 5 }, (_, n) => {
    const paid = n < pageRows + 1;
    return {
      ...{ ...order, seq: undefined, id: `o${n}`, orderNumber: `CT-${n}`, paymentIntentId: `pi_many_${n}` },
      ...(paid ? {} : { paymentStatus: 'unpaid' as const, paidAt: null, dueAt: null, receivedMinor: null }),
    };
  });
  storeOrders(app, others);
  const { orders, hasOlder, totals, mails, hasOlderMails } = await customer(orderId);
  const paid = pageRows + 2;
  expect(totals).toMatchObject({ orders: paid, attempts: 4, open: paid, money: [{ paid: paid * 60 }] });
  expect([orders.length, hasOlder]).toEqual([pageRows, true]);
  expect(orders.filter(({ paymentStatus }) => paymentStatus !== 'paid')).toEqual([]);
  expect([mails.length, hasOlderMails]).toEqual([0, true]);
});

test('reports that there are older mails than those listed', async () => {
  const { app, buy, customer } = await open();
  const { orderId } = await buy();
  await app.sendMail();
  expect(await customer(orderId)).toMatchObject({ mails: [{}], hasOlderMails: false });
  const [mail] = storedMail(app, orderId);
  if (!mail) throw new Error('no mail');
  const again = Array.from({ length: pageRows }, (_, n) => ({
    ...mail,
    id: undefined,
    messageId: `again-${n}`,
  }));
  app.db.insert(outbox).values(again).run();
  const { mails, hasOlderMails } = await customer(orderId);
  expect([mails.length, hasOlderMails]).toEqual([pageRows, true]);
});

test('hides deleted and erased orders but keeps the customer’s notes', async () => {
  const { app, admin, buy, customer, note } = await open();
  const [kept, deleted] = [await buy(), await buy()];
  await note(deleted.orderId, 'Asked for a friendly word.');
  await admin.delete(`/api/orders/${deleted.orderId}`);
  const { orders, notes } = await customer(kept.orderId);
  expect(orders.map(({ id }) => id)).toEqual([kept.orderId]);
  expect(notes.map(({ text }) => text)).toEqual(['Asked for a friendly word.']);
  expect((await customer(deleted.orderId)).error.code).toBe('order_not_found');
  const erase = "UPDATE orders SET customer_email = '', erased_at = 1 WHERE id = ?";
  app.db.$client.prepare(erase).run(kept.orderId);
  expect((await customer(kept.orderId)).error.code).toBe('customer_not_found');
});

test('lists each mail with its order and recipient, and address corrections', async () => {
  const { app, buy, customer, correct } = await open();
  const { orderId, orderNumber } = await buy();
  await app.sendMail();
  await correct(orderId, 'maya.lindqvist@customers.example');
  const { mails, corrections } = await customer(orderId);
  expect(mails.map(({ kind, to, state, orderNumber: number }) => [kind, to, state, number])).toEqual([
    ['order_confirmation', 'maya.lindqvist@customers.example', 'queued', orderNumber],
    ['order_confirmation', address, 'sent', orderNumber],
  ]);
  expect(corrections).toEqual([{ orderId, orderNumber, actor: 'boss', createdAt: expect.any(String) }]);
});

test('moves only the corrected order to the new address', async () => {
  const { buy, customer, note, correct } = await open();
  const [first, second] = [await buy(), await buy()];
  await note(first.orderId, 'Writes from two addresses.');
  await correct(second.orderId, 'maya@work.example');
  const before = await customer(first.orderId);
  const after = await customer(second.orderId);
  expect([before.email, before.orders.map(({ id }) => id)]).toEqual([address, [first.orderId]]);
  expect([after.email, after.orders.map(({ id }) => id)]).toEqual(['maya@work.example', [second.orderId]]);
  expect([before.notes.length, after.notes.length]).toEqual([1, 0]);
});

test('keeps customers’ notes apart when a wrong address correction is undone', async () => {
  const { buy, customer, note, correct } = await open();
  const [annas, berts] = [await buy('anna@customers.example'), await buy('bert@customers.example')];
  await note(annas.orderId, 'Asked for a friendly word.');
  await note(berts.orderId, 'Wants it short.');
  await correct(annas.orderId, 'Bert@customers.example');
  await correct(annas.orderId, 'anna@work.example');
  const textsOf = async (orderId: string) => (await customer(orderId)).notes.map(({ text }) => text);
  expect(await textsOf(berts.orderId)).toEqual(['Wants it short.']);
  expect(await textsOf(annas.orderId)).toEqual(['Asked for a friendly word.']);
});

test('moves the notes to a corrected address despite an older unpaid attempt', async () => {
  const { app, buy, customer, note, correct } = await open();
  await placeOrder(app, { customerEmail: 'maja@customers.example' });
  const { orderId } = await buy('Maja@customers.example');
  await note(orderId, 'Asked for a friendly word.');
  await correct(orderId, 'maja@customers.example');
  await correct(orderId, address);
  expect((await customer(orderId)).notes.map(({ text }) => text)).toEqual(['Asked for a friendly word.']);
});

test('shows notes with their author, newest first, from any of the orders', async () => {
  const { app, buy, customer, note } = await open();
  const [first, second] = [await buy(), await buy('MAYA@customers.example')];
  await note(first.orderId, ' Asked for a friendly word. ');
  app.clock.advance(60_000);
  const { body } = await note(second.orderId, 'Two lines,\n\nof two.');
  expect(body.notes.map(({ text, author }) => [text, author])).toEqual([
    ['Two lines,\n\nof two.', 'boss'],
    ['Asked for a friendly word.', 'boss'],
  ]);
  expect((await customer(first.orderId)).notes).toEqual(body.notes);
  const error = { message: 'The note is missing.' };
  expect(await note(first.orderId, ' ')).toMatchObject({ status: 400, body: { error } });
});
