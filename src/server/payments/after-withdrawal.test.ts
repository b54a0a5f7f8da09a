import { expect, test } from 'vitest';
import {
  addSignedIn,
  sendWebhook,
  setPrice,
  storedMail,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createDatedShop } from '../../../tests/kit/dated-shop.ts';
import { type Answer, createTestApp } from '../../../tests/kit/test-app.ts';
import { minutes } from '../../shared/durations.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { DisputeStatus, RefundStatus } from '../../shared/orders/money-states.ts';
import type { BulkAssigned, OrderEvent } from '../../shared/orders/order-schema.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import type { PaymentEvent } from '../base/payment-gateway.ts';
import { listEvents } from '../orders/order-events-repository.ts';
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

/** @returns the status of an answer, and what it says is wrong */
const saidBy = ({ status, body }: Answer<ErrorBody>) => [status, body.error?.message];

test('refuses all work on a withdrawn order except notes', async () => {
  const { rita, omar, orderId, readingId, withdraw, admin, order } = await createShop('reading_uploaded');
  await withdraw();
  const before = order();
  const refused = [409, 'The customer has withdrawn from this order, so work on it has stopped.'];
  const written = { orderId, content: 'The Star.' };
  expect(saidBy(await admin.post('/api/readings', written))).toEqual(refused);
  expect((await rita.post<ErrorBody>('/api/readings', written)).body.error.message).toContain(
    'is not needed',
  );
  expect(saidBy(await admin.put(`/api/readings/${readingId}`, { content: 'The Moon.' }))).toEqual(refused);
  expect(saidBy(await admin.put(`/api/readings/${readingId}/reject`))).toEqual(refused);
  const approved = await admin.put<ErrorBody>(`/api/readings/${readingId}/approve`);
  expect(approved.body.error.message).toContain('cannot be sent: its customer has withdrawn');
  for (const readerId of [omar.person.id, null]) {
    expect(saidBy(await admin.put(`/api/orders/${orderId}/assignee`, { readerId }))).toEqual(refused);
  }
  const many = await admin.put<BulkAssigned>('/api/assignments', {
    orderIds: [orderId],
    readerId: omar.person.id,
  });
  expect(many.body).toMatchObject({ assigned: [], refused: [{ orderId }] });
  const asked = await admin.post<ErrorBody>(`/api/orders/${orderId}/messages`, {
    text: 'Which one?',
    kind: 'question',
  });
  expect(asked.body.error.message).toContain('has withdrawn');
  expect(order()).toEqual(before);
  expect((await admin.put(`/api/readings/${readingId}`, { internalNotes: 'They withdrew.' })).status).toBe(
    200,
  );
});

test('lets an admin settle and keep a part', async () => {
  const { orderId, withdraw, order, admin, alerts, page, aftercare, ...shop } = await createShop();
  const location = (await shop.send('withdrawal')).headers.get('location');
  await withdraw();
  expect(shop.withdrawalAt(location)?.hasMoneyBack).toBe(true);
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 40, refundedBefore: 0 });
  expect(await alerts()).toContain('order_withdrawn');
  expect(page()).toMatchObject({ state: 'withdrawn', withdrawnMoney: 'due' });
  const before = order();
  for (let twice = 0; twice < 2; twice++) {
    const settled = await admin.put(`/api/orders/${orderId}/withdrawal/settle`, { refundedBefore: 40 });
    expect(settled.status).toBe(200);
  }
  expect(await alerts()).not.toContain('order_withdrawn');
  expect(order()).toEqual(before);
  expect(page()).toMatchObject({ state: 'withdrawn', withdrawnMoney: 'settled' });
  expect(shop.withdrawalAt(location)?.hasMoneyBack).toBe(false);
  expect((await aftercare()).withdrawals).toMatchObject([
    { settledAt: expect.any(String), settledBy: 'boss', liftedAt: null },
  ]);
  const { body } = await admin.get<OrderEvent[]>(`/api/orders/${orderId}/events`);
  expect(body.filter(({ type }) => type === 'withdrawal_settled')).toMatchObject([
    { actor: 'boss', data: { amountMinor: 2_000 } },
  ]);
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
    settle: async (body: object) => {
      return saidBy(await admin.put(`/api/orders/${orderId}/withdrawal/settle`, body));
    },
    moveRefund: (status: Exclude<RefundStatus, 'pending'>) =>
      tell(
        app.payments.moveRefund(paymentIntentId, 're_1', status, status === 'failed' ? 'unknown' : undefined),
      ),
    dispute: (status: DisputeStatus) => tell(app.payments.dispute(paymentIntentId, status)),
    lines: (type: string) => listEvents(app.db, orderId).filter((event) => event.type === type),
  };
}

test('makes the money due again when the refund fails', async () => {
  const { refund, settle, moveRefund, order, alerts, page, aftercare, lines, admin, orderId } =
    await createSettling();
  await refund(40);
  expect(await settle({ refundedBefore: 40 })).toEqual([200, undefined]);
  await moveRefund('failed');
  expect(order()).toMatchObject({ paymentStatus: 'paid', refundedMinor: 0, hold: 'withdrawal' });
  expect((await admin.put(`/api/orders/${orderId}/clear-payment`)).status).toBe(200);
  expect(await alerts()).toEqual(['order_withdrawn']);
  expect(page()).toMatchObject({ state: 'withdrawn', withdrawnMoney: 'due' });
  expect((await aftercare()).withdrawals).toMatchObject([{ settledAt: null, settledBy: null }]);
  expect(lines('withdrawal_reopened')).toMatchObject([
    { actor: 'stripe', data: { amountMinor: 6_000, currency: 'usd' } },
  ]);
  expect(await settle({ refundedBefore: 0 })).toEqual([200, undefined]);
  expect(await alerts()).toEqual([]);
});

test('refuses to settle while a refund is pending', async () => {
  const unanswered = await createSettling();
  unanswered.app.payments.loseAnswers('refundPayment');
  await unanswered.refund(40);
  unanswered.app.payments.loseAnswers(null);
  expect(await unanswered.settle({ refundedBefore: 0 })).toEqual([
    409,
    expect.stringContaining('is under way'),
  ]);
  const { app, refund, settle, moveRefund, alerts, lines } = await createSettling();
  app.payments.refundsBegin('pending');
  await refund(40);
  expect(await settle({ refundedBefore: 0 })).toEqual([
    409,
    'A refund of this order is under way. Please wait until it is done: only then do we know what is left.',
  ]);
  expect(await alerts()).toContain('order_withdrawn');
  await moveRefund('succeeded');
  expect(await settle({ refundedBefore: 40 })).toEqual([200, undefined]);
  expect(lines('withdrawal_settled')).toMatchObject([{ data: { amountMinor: 2_000 } }]);
});

test.each([
  ['needs_response', 'The payment of this order is disputed. Please wait until the dispute is over.'],
  ['under_review', 'The payment of this order is disputed. Please wait until the dispute is over.'],
  ['lost', 'The dispute about this payment was lost: there is nothing left here to settle.'],
] as const)('refuses to settle while the dispute is %s', async (status, words) => {
  const { dispute, settle, lines } = await createSettling();
  await dispute(status);
  expect(await settle({ refundedBefore: 0 })).toEqual([409, words]);
  expect(lines('withdrawal_settled')).toEqual([]);
});

test('lets an admin settle after a won dispute or an inquiry', async () => {
  for (const states of [['needs_response', 'won'], ['warning_needs_response']] as const) {
    const { dispute, settle } = await createSettling();
    for (const state of states) await dispute(state);
    expect(await settle({ refundedBefore: 0 })).toEqual([200, undefined]);
  }
});

test('refuses to settle when another sum was refunded in the meantime', async () => {
  const { refund, settle, lines } = await createSettling();
  await refund(40);
  expect(await settle({ refundedBefore: 0 })).toEqual([
    409,
    '$40.00 of this order has been refunded by now, and $20.00 is left. Nothing was settled.',
  ]);
  for (const refundedBefore of [undefined, null, -1, 0.001]) {
    expect((await settle({ refundedBefore }))[0]).toBe(400);
  }
  expect(lines('withdrawal_settled')).toEqual([]);
});

test('names the amount that was due in a receipt resent after refunds', async () => {
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
  expect(again?.subject).toContain('Receipt of your withdrawal');
  expect(again?.text).toContain('We’ll refund the $45.00 you paid');
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
  await settle({ refundedBefore: 30 });
  await refund(10, 30);
  expect([await alerts(), lines('withdrawal_reopened')]).toEqual([[], []]);
});
