import { expect, test } from 'vitest';
import {
  addSignedIn,
  linesOf,
  orderIn,
  saidBy,
  sendWebhook,
  storedMail,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import type { DisputeStatus, WarningKind } from '../../shared/orders/money-states.ts';
import type { OrderPayment } from '../../shared/orders/refund-schema.ts';
import { findEvidence } from '../admin/evidence-sections.ts';
import type { PaymentDispute } from '../base/payment-gateway.ts';

async function createDesk() {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'UTC' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId, paymentIntentId, readingId } = await orderIn(app, 'reading_uploaded', admin.person);
  return {
    app,
    admin,
    orderId,
    paymentIntentId,
    dispute: (status: DisputeStatus, more: Partial<PaymentDispute> = {}) =>
      sendWebhook(app, app.payments.dispute(paymentIntentId, status, more)),
    warn: (kind: WarningKind, isOpen = true) =>
      sendWebhook(app, app.payments.warn(paymentIntentId, kind, isOpen)),
    order: () => storedOrder(app, orderId),
    approve: () => admin.put(`/api/readings/${readingId}/approve`),
    refund: (body: object = {}) => admin.post(`/api/orders/${orderId}/refund`, body),
    payment: async () => (await admin.get<OrderPayment>(`/api/orders/${orderId}/payment`)).body,
    alerts: async () => (await admin.get<Alert[]>('/api/alerts')).body,
    lines: (type: string) => linesOf(app, orderId, type),
  };
}

test('stops the work during a chargeback and resumes it when won', async () => {
  const { app, orderId, paymentIntentId, dispute, order, approve, payment, alerts } = await createDesk();
  const dueAt = Date.parse('2030-05-17T12:00:00Z');
  await dispute('needs_response', { reason: 'product_not_received', dueAt });
  expect(order()).toMatchObject({ paymentStatus: 'disputed', dispute: 'open' });
  expect((await approve()).status).toBe(409);
  const told = {
    reason: 'product_not_received',
    amount: 60,
    withdrawn: 60,
    dueAt: '2030-05-17T12:00:00.000Z',
  };
  expect(await payment()).toMatchObject({ isDisputed: true, refundable: 0, disputes: [told] });
  const message = expect.stringContaining('Friday, May 17');
  expect(await alerts()).toMatchObject([{ code: 'payment_disputed', message, orders: [{ id: orderId }] }]);
  await dispute('under_review');
  expect(order().paymentStatus).toBe('disputed');
  expect(await alerts(), 'the bank has its answer, and all there is to do is to wait').toEqual([]);
  await dispute('won');
  expect(app.payments.find(paymentIntentId)?.isDisputed).toBe(true);
  expect(order()).toMatchObject({ paymentStatus: 'paid', dispute: 'closed' });
  expect(await alerts()).toEqual([]);
  expect((await approve()).status).toBe(200);
});

test('follows the most serious of several disputes and lists each change', async () => {
  const { dispute, order, approve, refund, alerts, lines } = await createDesk();
  await dispute('needs_response', { id: 'du_1' });
  await dispute('won', { id: 'du_1' });
  await dispute('needs_response', { id: 'du_2' });
  expect(order()).toMatchObject({ paymentStatus: 'disputed', dispute: 'open' });
  await dispute('lost', { id: 'du_2' });
  expect(order()).toMatchObject({ paymentStatus: 'disputed', dispute: 'lost' });
  expect(await alerts()).toEqual([]);
  expect([(await approve()).status, (await refund()).status]).toEqual([409, 409]);
  const statuses = lines('dispute_changed').map(({ data }) => data.disputeStatus);
  expect(statuses).toEqual(['needs_response', 'won', 'needs_response', 'lost']);
});

test('keeps working and allows refunds while a bank only inquires', async () => {
  const { dispute, order, approve, refund, alerts, payment } = await createDesk();
  await dispute('warning_needs_response');
  expect(order()).toMatchObject({ paymentStatus: 'paid', dispute: 'inquiry' });
  expect((await alerts()).map(({ code }) => code)).toEqual(['payment_disputed']);
  expect((await approve()).status).toBe(200);
  expect((await payment()).refundable).toBe(60);
  expect((await refund({ amount: 10 })).status).toBe(200);
  await dispute('warning_closed');
  expect(order()).toMatchObject({ paymentStatus: 'partially_refunded', dispute: 'closed' });
  expect(await alerts()).toEqual([]);
});

test.each(['early_fraud_warning', 'review'] as const)(
  'holds back a doubted payment’s reading (%s) until an admin decides',
  async (kind) => {
    const { app, admin, orderId, warn, order, approve, alerts, lines } = await createDesk();
    await approve();
    await warn(kind);
    expect(order()).toMatchObject({ paymentStatus: 'paid', hold: kind, status: 'reading_uploaded' });
    expect(storedMail(app, orderId).at(-1)).toMatchObject({ kind: 'reading_delivery', state: 'canceled' });
    expect(await alerts()).toMatchObject([{ code: 'payment_review', orders: [{ id: orderId }] }]);
    const words = /^409 This reading cannot be sent: .* decide about the payment first\.$/;
    expect(saidBy(await approve())).toMatch(words);
    const cleared = await admin.put<{ hold: string | null }>(`/api/orders/${orderId}/clear-payment`);
    expect([cleared.status, cleared.body.hold]).toEqual([200, null]);
    expect(lines('payment_cleared')).toMatchObject([{ actor: 'admin' }]);
    expect(await alerts()).toEqual([]);
    expect((await approve()).status).toBe(200);
    app.clock.advance(120_000);
    await app.sendMail();
    expect(order().deliveredAt).not.toBeNull();
  },
);

test('finds the order of a warning by its charge and clears it', async () => {
  const { app, paymentIntentId, warn, order, alerts } = await createDesk();
  const event = app.payments.warn(paymentIntentId, 'review');
  await sendWebhook(app, { ...event, paymentId: null });
  expect(order().hold).toBe('review');
  await warn('review', false);
  expect(order().hold).toBeNull();
  expect(await alerts()).toEqual([]);
});

test.each([
  ['jpy', 9_100, 9100, '¥9,100'],
  ['eur', 5_512, 55.12, '€55.12'],
  ['kwd', 18_450, 18.45, 'KWD 18.450'],
])('shows a dispute in %s with its own amount everywhere', async (currency, amountMinor, amount, shown) => {
  const { app, orderId, order, dispute, payment, lines } = await createDesk();
  await dispute('needs_response', { currency, amountMinor });
  expect(order()).toMatchObject({ currency: 'usd', amountMinor: 6000, dispute: 'open' });
  const disputes = [{ currency, amount, withdrawn: amount }];
  expect(await payment()).toMatchObject({ currency: 'usd', received: 60, disputes });
  const told = { currency, amountMinor, withdrawnMinor: amountMinor };
  expect(lines('dispute_changed')).toMatchObject([{ data: told }]);
  const evidence = JSON.stringify(findEvidence(app.context, orderId)).replaceAll('\u00a0', ' ');
  expect(evidence).toContain(`"Amount":"${shown}"`);
  expect(evidence).toContain(`A dispute of ${shown}, fraudulent, is now: needs_response.`);
});
