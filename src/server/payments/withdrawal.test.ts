import { expect, test } from 'vitest';
import { rateLimits } from '../../../db/schema.ts';
import {
  askCustomer,
  linesOf,
  linkTo,
  setPrice,
  storedMail,
  storedOrder,
  submitForm,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createDatedShop, setTime } from '../../../tests/kit/dated-shop.ts';
import { failCommitsOf } from '../../../tests/kit/failing-commits.ts';
import { withdrawalText } from '../../shared/aftercare/withdrawal.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { approveReading } from '../readings/review-reading.ts';

const address = 'maya@customers.example';
const now = 'Monday, June 1, 2037 at 10:00:00 AM EDT';
const stated = /^\/withdraw\/[\w-]{22}$/;

async function euShop(status: OrderStatus = 'pending', env: Record<string, string> = {}) {
  const shop = await createDatedShop(status, { env, settings: { hasWithdrawal: true } });
  const { post, orderNumber, orderId, app } = shop;
  const state = async (fields: Record<string, string> = { orderNumber, email: address }) =>
    (await post('/api/withdrawals', fields)).headers.get('location');
  const confirm = (location: string | null) =>
    post(`/api${location?.replace('/withdraw/', '/withdrawals/')}/confirm`, {});
  return {
    ...shop,
    state,
    confirm,
    async withdraw() {
      const location = await state();
      await confirm(location);
      return location;
    },
    order: () => storedOrder(app, orderId),
  };
}

test('stops the work and sends a receipt at the second step', async () => {
  const { app, orderId, orderNumber, state, confirm, withdrawalAt, order, page, alerts } = await euShop();
  expect(page()?.canWithdraw).toBe(true);
  const location = await state();
  expect(location).toMatch(stated);
  expect(withdrawalAt(location)).toEqual({
    ...{ orderNumber, words: withdrawalText(orderNumber), receiptTo: 'm…@customers.example' },
    ...{ step: 'stated', confirmedAt: null, refusal: null, hasMoneyBack: true, problem: null },
  });
  expect(order().hold).toBeNull();
  expect(timelineOf(app, orderId)).not.toContain('withdrawal_stated');
  expect((await confirm(location)).headers.get('location')).toBe(location);
  expect(withdrawalAt(location)).toMatchObject({ step: 'confirmed', confirmedAt: now });
  expect(order()).toMatchObject({ hold: 'withdrawal', paymentStatus: 'paid', status: 'pending' });
  expect(page()).toMatchObject({ canWithdraw: false, state: 'withdrawn' });
  expect(await alerts()).toContain('order_withdrawn');
  await app.sendMail();
  const receipt = app.mailer.sent.find(({ to }) => to.address === address);
  expect(receipt?.subject).toBe(`We’ve received your withdrawal from order ${orderNumber}`);
  for (const words of [withdrawalText(orderNumber), `Received: ${now}`, 'Name: Maya Lindqvist', '$60.00'])
    expect(receipt?.text).toContain(words);
  const notice = app.mailer.sent.find(({ subject }) => subject.includes('withdrew'));
  expect(notice).toBeDefined();
  expect(JSON.stringify(notice)).not.toMatch(/Maya|Lindqvist/);
});

test('finds an order however its number and address are typed', async () => {
  const { state, orderNumber } = await euShop();
  const spoken = orderNumber.toLowerCase().replace('-', ' – ').replaceAll('0', 'o').replaceAll('1', 'l');
  const typed = { orderNumber: ` #${spoken}. `, email: ' Maya@Customers.EXAMPLE ' };
  expect(await state(typed)).toMatch(stated);
});

test('answers wrong numbers and addresses alike, up to ten times', async () => {
  const { state, orderNumber, returnedAt } = await euShop('pending', { RATE_LIMITS: 'on' });
  const wrong = [
    { orderNumber: 'CT-000000', email: address },
    { orderNumber, email: 'another@customers.example' },
  ];
  for (const fields of wrong) {
    const location = await state(fields);
    expect(location).toMatch(/^\/withdraw\/again\/[\w-]{22}$/);
    const problem = {
      about: ['orderNumber', 'email'],
      text: expect.stringContaining('We can’t find an order'),
    };
    expect(returnedAt('/withdraw', location)).toEqual({ typed: fields, problems: [problem] });
  }
  for (let i = 0; i < 8; i++) await state(wrong[1]);
  const problems = [{ about: [], text: expect.stringContaining('withdraw by emailing hello@') }];
  expect(returnedAt('/withdraw', await state())).toMatchObject({ problems });
});

test('shows errors at their fields and keeps both entries', async () => {
  const { state, returnedAt } = await euShop();
  const typed = { orderNumber: ' ', email: 'maya@' };
  const number = { about: ['orderNumber'], text: 'Enter your order number.' };
  const email = { about: ['email'], text: expect.stringContaining('name@example.com') };
  expect(returnedAt('/withdraw', await state(typed))).toEqual({ typed, problems: [number, email] });
});

test('limits one connection to thirty statements and confirmations in ten minutes', async () => {
  const { app, state, send, confirm, withdrawalAt, order } = await euShop('pending', { RATE_LIMITS: 'on' });
  const location = await state();
  for (let i = 0; i < 30; i++) expect((await send('withdrawal')).headers.get('location')).toMatch(stated);
  expect((await send('withdrawal')).headers.get('location')).toBe('/withdraw#later');
  await confirm(location);
  const problem = expect.stringContaining('Please wait a few minutes');
  expect(withdrawalAt(location)).toMatchObject({ step: 'stated', problem });
  expect(order().hold).toBeNull();
  app.db.delete(rateLimits).run();
  await confirm(location);
  expect(withdrawalAt(location)).toMatchObject({ step: 'confirmed', problem: null });
});

test('refuses a guessed page, and a shop that offers no withdrawal', async () => {
  const { state, confirm, order, change, send, token, page, returnedAt } = await euShop();
  await confirm('/withdraw/AAAAAAAAAAAAAAAAAAAAAA');
  expect(order().hold).toBeNull();
  await change({ hasWithdrawal: false });
  expect(returnedAt('/withdraw', await state())?.problems[0]?.text).toContain('We can’t find an order');
  expect((await send('withdrawal')).headers.get('location')).toBe(`/order/${token}`);
  expect(page()?.canWithdraw).toBe(false);
});

test('refuses an erased customer', async () => {
  const { app, orderId, state, confirm, order } = await euShop();
  const location = await state();
  app.db.$client.exec("UPDATE orders SET erased_at = 1, customer_email = ''");
  await confirm(location);
  expect(order().hold).toBeNull();
  expect(timelineOf(app, orderId)).not.toContain('withdrawal_stated');
  await app.sendMail();
  expect(app.mailer.sent.filter(({ subject }) => subject.includes('withdrawal'))).toEqual([]);
});

test('forgets an unconfirmed withdrawal after an hour', async () => {
  const { app, state, confirm, withdrawalAt, order } = await euShop();
  const location = await state();
  app.clock.advance(3_600_000);
  expect(withdrawalAt(location)).toBeNull();
  await confirm(location);
  expect(order().hold).toBeNull();
});

test('stores one receipt and one timeline entry when confirmed twice', async () => {
  const { app, orderId, state, confirm } = await euShop();
  const [first, second] = [await state(), await state()];
  await Promise.all([confirm(first), confirm(first), confirm(second)]);
  await app.sendMail();
  expect(app.mailer.sent.filter(({ to }) => to.address === address)).toHaveLength(1);
  expect(linesOf(app, orderId, 'withdrawal_stated')).toHaveLength(1);
});

test('removes the order from its reader’s list and counts nothing late', async () => {
  const { app, rita, withdraw, admin } = await euShop();
  await withdraw();
  expect((await rita.get('/api/reader/orders')).body).toEqual([]);
  setTime(app, '2037-06-15T14:00Z');
  expect((await admin.get('/api/orders?overdue=true')).body).toEqual([]);
  expect(JSON.stringify((await admin.get('/api/overview')).body)).toMatch(/"overdue":0/);
});

test('closes an open question', async () => {
  const { app, admin, orderId, withdraw } = await euShop();
  await askCustomer(app, admin.person, orderId, 'Which one?');
  await withdraw();
  expect(timelineOf(app, orderId)).toContain('question_closed');
});

test('recalls an approved reading', async () => {
  const { app, admin, readingId, orderId, withdraw, order } = await euShop('reading_uploaded');
  await approveReading(app.context, admin.person, readingId);
  await withdraw();
  app.clock.advance(600_000);
  await app.sendMail();
  expect(order()).toMatchObject({ status: 'reading_uploaded', hold: 'withdrawal', deliveredAt: null });
  const deliveries = storedMail(app, orderId).filter(({ kind }) => kind === 'reading_delivery');
  expect(deliveries).toMatchObject([{ state: 'canceled' }]);
  expect(linesOf(app, orderId, 'approval_undone')).toMatchObject([{ actor: 'customer' }]);
});

test.each([true, false])('refuses a withdrawal after the delivery (with consent: %s)', async (hasConsent) => {
  const { app, state, confirm, withdrawalAt, page, order } = await euShop('approved');
  const consented =
    "INSERT INTO terms VALUES ('c', 'Words.'); UPDATE orders SET consent_id = 'c', consented_at = 1";
  if (hasConsent) app.db.$client.exec(consented);
  const location = await state();
  const refusal = hasConsent ? 'delivered' : 'delivered_without_consent';
  expect(withdrawalAt(location)).toMatchObject({ step: 'refused', refusal });
  await confirm(location);
  expect(order().hold).toBeNull();
  expect(page()?.canWithdraw).toBe(false);
});

test.each([
  ['refunded', "payment_status = 'refunded'", 'refunded'],
  ['on its way back', "hold = 'refund'", 'refunded'],
  ['disputed', "payment_status = 'disputed', dispute = 'open'", 'disputed'],
])('refuses to withdraw from an order whose money is %s', async (_what, changes, refusal) => {
  const { app, state, confirm, withdrawalAt, order } = await euShop();
  app.db.$client.prepare(`UPDATE orders SET ${changes}`).run();
  const before = order();
  const location = await state();
  await confirm(location);
  expect(withdrawalAt(location)).toMatchObject({ step: 'refused', refusal });
  expect(order()).toEqual(before);
});

test('keeps the order stopped until all its money is refunded', async () => {
  const { orderId, withdraw, order, alerts, admin, page } = await euShop();
  await withdraw();
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 10, refundedBefore: 0 });
  expect(order()).toMatchObject({ hold: 'withdrawal', paymentStatus: 'partially_refunded' });
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 50, refundedBefore: 10 });
  expect(order()).toMatchObject({ paymentStatus: 'refunded', hold: null });
  expect(await alerts()).not.toContain('order_withdrawn');
  expect(page()?.state).toBe('refunded');
});

test('resumes the order after a lifted withdrawal, with a later deadline', async () => {
  const { app, orderId, withdraw, order, admin, aftercare, alerts } = await euShop();
  const before = order().dueAt ?? 0;
  await withdraw();
  setTime(app, '2037-06-02T14:00Z');
  expect((await admin.put(`/api/orders/${orderId}/withdrawal/lift`)).status).toBe(200);
  expect(order()).toMatchObject({ hold: null, dueAt: before + 86_400_000 });
  expect((await aftercare()).withdrawals).toMatchObject([{ liftedBy: 'boss' }]);
  expect(await alerts()).not.toContain('order_withdrawn');
  expect((await admin.put(`/api/orders/${orderId}/withdrawal/lift`)).status).toBe(404);
  await withdraw();
  expect(order().hold).toBe('withdrawal');
});

test('withdraws from a free reading without a refund', async () => {
  const { app, state, confirm, withdrawalAt, alerts } = await euShop();
  setPrice(app, 0);
  const { body } = await submitForm(app.visitor(), { consent: true });
  const location = await state({ orderNumber: body.orderNumber, email: address });
  await confirm(location);
  expect(withdrawalAt(location)).toMatchObject({ step: 'confirmed', hasMoneyBack: false });
  const page = readCustomerOrder(app.context, linkTo(app, body.orderId));
  expect(page).toMatchObject({ state: 'withdrawn', withdrawnMoney: null });
  expect(await alerts()).not.toContain('order_withdrawn');
  await app.sendMail();
  expect(app.mailer.sent.map(({ text }) => text).join()).toContain('nothing to refund');
});

test('lets the customer confirm again after the disk was full', async () => {
  const { app, state, confirm, withdrawalAt } = await euShop();
  const location = await state();
  const mend = failCommitsOf(app, 'withdrawals', 'INSERT');
  await confirm(location);
  mend();
  expect(withdrawalAt(location)?.problem).toContain('again');
  await confirm(location);
  expect(withdrawalAt(location)).toMatchObject({ step: 'confirmed', problem: null });
});

test('allows earlier customers to withdraw after the shop stops offering it', async () => {
  const { app, change } = await euShop();
  const { orderId } = await app.buy({ consent: true });
  await change({ hasWithdrawal: false });
  expect(readCustomerOrder(app.context, linkTo(app, orderId))?.canWithdraw).toBe(true);
});
