import { expect, test } from 'vitest';
import {
  addSignedIn,
  linesOf,
  saidBy,
  sendWebhook,
  setPrice,
  storedMail,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createDatedShop } from '../../../tests/kit/dated-shop.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { minutes } from '../../shared/durations.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { DisputeStatus } from '../../shared/orders/money-states.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import type { PaymentEvent } from '../base/payment-gateway.ts';
import { withdraw as withdrawFrom } from './withdraw.ts';

/** A shop with an order that can be withdrawn from. */
async function createShop(status: OrderStatus = 'pending') {
  const shop = await createDatedShop(status, { settings: { hasWithdrawal: true } });
  const { app, orderId } = shop;
  return {
    ...shop,
    withdraw: () => withdrawFrom(app.context, orderId),
    order: () => storedOrder(app, orderId),
  };
}

test('refuses all work on a withdrawn order except notes', async () => {
  const { rita, omar, orderId, readingId, withdraw, admin, order } = await createShop('reading_uploaded');
  await withdraw();
  const before = order();
  const stopped = '409 The customer has withdrawn from this order, so work on it has stopped.';
  const written = { orderId, content: 'The Star.' };
  const [reading, assignee] = [`/api/readings/${readingId}`, `/api/orders/${orderId}/assignee`];
  for (const [refused, words] of [
    [await admin.post('/api/readings', written), stopped],
    [await rita.post('/api/readings', written), 'is not needed'],
    [await admin.put(reading, { content: 'The Moon.' }), stopped],
    [await admin.put(`${reading}/reject`), stopped],
    [await admin.put(`${reading}/approve`), 'cannot be sent: its customer has withdrawn'],
    [await admin.put(assignee, { readerId: omar.person.id }), stopped],
    [await admin.put(assignee, { readerId: null }), stopped],
    [await admin.post(`/api/orders/${orderId}/messages`, { text: 'Which?', kind: 'question' }), 'withdrawn'],
  ] as const) {
    expect(saidBy(refused)).toContain(words);
  }
  const many = { orderIds: [orderId], readerId: omar.person.id };
  expect((await admin.put('/api/assignments', many)).body).toMatchObject({
    assigned: [],
    refused: [{ orderId }],
  });
  expect(order()).toEqual(before);
  expect((await admin.put(reading, { internalNotes: 'They withdrew.' })).status).toBe(200);
});

test('lets an admin settle a withdrawal and keep part of the money', async () => {
  const { orderId, withdraw, order, admin, alerts, page, aftercare, ...shop } = await createShop();
  const location = (await shop.send('withdrawal')).headers.get('location');
  await withdraw();
  expect(shop.withdrawalAt(location)?.hasMoneyBack).toBe(true);
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 40, refundedBefore: 0 });
  expect(await alerts()).toContain('order_withdrawn');
  expect(page()).toMatchObject({ state: 'withdrawn', withdrawnMoney: 'due' });
  const before = order();
  for (let twice = 0; twice < 2; twice++) {
    const answer = await admin.put(`/api/orders/${orderId}/withdrawal/settle`, { refundedBefore: 40 });
    expect(answer.status).toBe(200);
  }
  expect(await alerts()).not.toContain('order_withdrawn');
  expect(order()).toEqual(before);
  expect(page()).toMatchObject({ state: 'withdrawn', withdrawnMoney: 'settled' });
  expect(shop.withdrawalAt(location)?.hasMoneyBack).toBe(false);
  const settled = { settledAt: expect.any(String), settledBy: 'boss', liftedAt: null };
  expect((await aftercare()).withdrawals).toMatchObject([settled]);
  const line = { actor: 'boss', data: { amountMinor: 2_000 } };
  expect(linesOf(shop.app, orderId, 'withdrawal_settled')).toMatchObject([line]);
  await admin.put(`/api/orders/${orderId}/withdrawal/lift`);
  await withdraw();
  expect(await alerts(), 'who withdraws again has their money due again').toContain('order_withdrawn');
});

test('refuses to settle when no money is left', async () => {
  const { app, orderId, withdraw, admin } = await createShop();
  const settle = async (id: string, refundedBefore = 0) =>
    (await admin.put<ErrorBody>(`/api/orders/${id}/withdrawal/settle`, { refundedBefore })).body.error.code;
  expect(await settle(orderId)).toBe('withdrawal_not_found');
  await withdraw();
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect(await settle(orderId, 60)).toBe('withdrawal_conflict');
  setPrice(app, 0);
  const free = (await submitForm(app.visitor(), { consent: true })).body.orderId;
  await withdrawFrom(app.context, free);
  expect(await settle(free)).toBe('withdrawal_conflict');
});

/** A withdrawal that an admin settles, and what Stripe says of its money. */
async function createSettling() {
  const shop = await createShop();
  const { app, orderId, paymentIntentId, admin } = shop;
  await shop.withdraw();
  const tell = (event: PaymentEvent) => sendWebhook(app, event);
  return {
    ...shop,
    refund: (amount: number, refundedBefore = 0) =>
      admin.post(`/api/orders/${orderId}/refund`, { amount, refundedBefore }),
    settle: async (refundedBefore: unknown) =>
      saidBy(await admin.put(`/api/orders/${orderId}/withdrawal/settle`, { refundedBefore })),
    moveRefund: (status: 'succeeded' | 'failed') =>
      tell(app.payments.moveRefund(paymentIntentId, 're_1', status)),
    dispute: (status: DisputeStatus) => tell(app.payments.dispute(paymentIntentId, status)),
    lines: (type: string) => linesOf(app, orderId, type),
  };
}

test('makes the money due again when the refund fails', async () => {
  const { refund, settle, moveRefund, order, alerts, page, aftercare, lines, admin, orderId } =
    await createSettling();
  await refund(40);
  expect(await settle(40)).toBe('200');
  await moveRefund('failed');
  expect(order()).toMatchObject({ paymentStatus: 'paid', refundedMinor: 0, hold: 'withdrawal' });
  expect((await admin.put(`/api/orders/${orderId}/clear-payment`)).status).toBe(200);
  expect(await alerts()).toEqual(['order_withdrawn']);
  expect(page()).toMatchObject({ state: 'withdrawn', withdrawnMoney: 'due' });
  expect((await aftercare()).withdrawals).toMatchObject([{ settledAt: null, settledBy: null }]);
  const data = { amountMinor: 6_000, currency: 'usd' };
  expect(lines('withdrawal_reopened')).toMatchObject([{ actor: 'stripe', data }]);
  expect(await settle(0)).toBe('200');
  expect(await alerts()).toEqual([]);
});

test('refuses to settle while a refund is pending', async () => {
  const unanswered = await createSettling();
  unanswered.app.payments.loseAnswers('refundPayment');
  await unanswered.refund(40);
  unanswered.app.payments.loseAnswers(null);
  expect(await unanswered.settle(0)).toContain('is under way');
  const { app, refund, settle, moveRefund, alerts, lines } = await createSettling();
  app.payments.refundsBegin('pending');
  await refund(40);
  expect(await settle(0)).toBe(
    '409 A refund of this order is under way. Please wait until it is done: only then do we know what is left.',
  );
  expect(await alerts()).toContain('order_withdrawn');
  await moveRefund('succeeded');
  expect(await settle(40)).toBe('200');
  expect(lines('withdrawal_settled')).toMatchObject([{ data: { amountMinor: 2_000 } }]);
});

test.each([
  ['under_review', 'The payment of this order is disputed. Please wait until the dispute is over.'],
  ['lost', 'The dispute about this payment was lost: there is nothing left here to settle.'],
] as const)('refuses to settle while the dispute is %s', async (status, words) => {
  const { dispute, settle, lines } = await createSettling();
  await dispute(status);
  expect(await settle(0)).toBe(`409 ${words}`);
  expect(lines('withdrawal_settled')).toEqual([]);
});

test('lets an admin settle a withdrawal after a won dispute or inquiry', async () => {
  for (const states of [['needs_response', 'won'], ['warning_needs_response']] as const) {
    const { dispute, settle } = await createSettling();
    for (const state of states) await dispute(state);
    expect(await settle(0)).toBe('200');
  }
});

test('refuses to settle when another sum was refunded in the meantime', async () => {
  const { refund, settle, lines } = await createSettling();
  await refund(40);
  expect(await settle(0)).toBe(
    '409 $40.00 of this order has been refunded by now, and $20.00 is left. Nothing was settled.',
  );
  for (const unclear of [undefined, null, -1, 0.001]) expect(await settle(unclear)).toMatch(/^400 /);
  expect(lines('withdrawal_settled')).toEqual([]);
});

test('shows the amount due at withdrawal in a receipt resent later', async () => {
  const { app, orderId, withdraw, admin } = await createShop();
  const refund = (amount: number, refundedBefore: number) =>
    admin.post(`/api/orders/${orderId}/refund`, { amount, refundedBefore });
  await refund(15, 0);
  await withdraw();
  await refund(45, 15);
  await app.sendMail();
  app.mailer.sent.length = 0;
  const { body } = await admin.get<OrderMail[]>(`/api/orders/${orderId}/mails`);
  const receipt = body.find(({ kind }) => kind === 'withdrawal_receipt');
  expect((await admin.post(`/api/mails/${receipt?.id}/resend`)).status).toBe(200);
  await app.sendMail();
  const [again] = app.mailer.sent;
  expect(again?.subject).toContain('We’ve received your withdrawal');
  expect(again?.text).toContain('we’ll refund $45.00 to');
});

test('confirms a resumed order at its current address', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId } = await app.buy();
  const confirmation = () => storedMail(app, orderId).find(({ kind }) => kind === 'order_confirmation');
  await withdrawFrom(app.context, orderId);
  await app.sendMail();
  expect(confirmation()?.state).toBe('canceled');
  app.clock.advance(minutes(10));
  const email = 'maya.lindqvist@customers.example';
  expect((await admin.put(`/api/orders/${orderId}/email`, { email })).status).toBe(200);
  expect((await admin.put(`/api/orders/${orderId}/withdrawal/lift`)).status).toBe(200);
  await app.sendMail();
  expect(confirmation()).toMatchObject({ state: 'sent', toAddress: email });
});

test('stays settled when more is refunded later', async () => {
  const { refund, settle, alerts, lines } = await createSettling();
  await refund(30);
  await settle(30);
  await refund(10, 30);
  expect([await alerts(), lines('withdrawal_reopened')]).toEqual([[], []]);
});
