import { expect, test } from 'vitest';
import { addSignedIn, openCheckoutPage } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { DomainError } from '../base/domain-error.ts';
import type { PaymentGateway } from '../base/payment-gateway.ts';
import { type FailureReason, ProviderFailure } from '../base/provider-failure.ts';
import { findMissedEvents, reconcilePayments } from '../payments/missed-webhooks.ts';

const minute = 60_000;
const sentence =
  'We can’t reach the payment service right now. You haven’t been charged. Please try again in a moment.';

type Call = keyof PaymentGateway;

function refusal(reason: FailureReason, missingPermission: string | null = null) {
  const words = `it said ${reason} (status 403, req_1)`;
  const cause = new ProviderFailure(reason, words, { missingPermission, isAnswered: true });
  return new DomainError('payment_provider_failed', sentence, { cause });
}

/** Stripe refuses one kind of call, or all. */
function refuse(app: TestApp, reason: FailureReason, call: Call | null = null, permission?: string) {
  app.payments.failWith(refusal(reason, permission), call);
}

const signIn = (app: TestApp) => addSignedIn(app, 'admin', 'admin');
type Admin = Awaited<ReturnType<typeof signIn>>;
const alertsOf = async (admin: Admin) => (await admin.get<Alert[]>('/api/alerts')).body;

test.each<[FailureReason, RegExp]>([
  ['key', /^Customers can’t pay: .*STRIPE_SECRET_KEY/],
  ['permission', /^Customers can’t pay: .*dashboard\.stripe\.com\/apikeys/],
  ['account', /^Customers can’t pay: .*dashboard/],
  ['mode', /^Customers can’t pay: .*STRIPE_SECRET_KEY/],
])('%s: alerts the admin at once and shows customers the usual message', async (reason, told) => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, reason, 'openPayment');
  const customer = await openCheckoutPage(app.visitor());
  expect([customer.status, customer.body]).toMatchObject([502, { error: { message: sentence } }]);
  const [alert, ...others] = await alertsOf(admin);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ code: 'payments_refused', count: 1, message: expect.stringMatching(told) });
  expect(alert?.message).toContain(`“it said ${reason} (status 403, req_1)”`);
});

test('names the missing permission until a call of that kind succeeds', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'permission', 'openPayment', 'rak_payment_intent_write');
  await openCheckoutPage(app.visitor());
  await reconcilePayments(app.context);
  const message = expect.stringContaining('“Payment intent: write” (rak_payment_intent_write)');
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_refused', message }]);
  refuse(app, 'permission', 'openPayment', 'rak_charge_write, rak_payment_intent_write');
  await openCheckoutPage(app.visitor());
  const several = '“Charge: write” (rak_charge_write) or “Payment intent: write” (rak_payment_intent_write)';
  expect(await alertsOf(admin)).toMatchObject([{ message: expect.stringContaining(several) }]);
  app.payments.failWith(null);
  await openCheckoutPage(app.visitor());
  expect(await alertsOf(admin)).toEqual([]);
});

test('keeps the alert without further calls, even after a timeout', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'account', 'openPayment');
  await openCheckoutPage(app.visitor());
  // A minute without an answer on top does not hide what is certain.
  app.payments.setDown(true);
  await openCheckoutPage(app.visitor());
  app.clock.advance(10 * minute + 1);
  const message = expect.stringContaining('it said account');
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_refused', message }]);
});

const reconcile = (app: TestApp) => expect(reconcilePayments(app.context)).rejects.toThrow();

type Try = (app: TestApp, admin: Admin) => Promise<unknown>;
const refund: Try = async (app, admin) =>
  admin.post(`/api/orders/${(await app.buy()).orderId}/refund`, { amount: 10 });
const lookForEvents: Try = (app) => expect(findMissedEvents(app.context)).rejects.toThrow();

test.each<[Call, FailureReason, permission: string | undefined, words: string, Try]>([
  ['refundPayment', 'permission', 'rak_refund_write', '“Refund: write”', refund],
  ['listPayments', 'permission', 'rak_charge_read', '“Charge: read” (rak_charge_read)', reconcile],
  ['listPayments', 'mode', undefined, '“it said mode', reconcile],
  ['listEvents', 'permission', 'rak_event_read', '“Event: read” (rak_event_read)', lookForEvents],
])('alerts when %s is refused because of the %s %s', async (call, reason, permission, words, tryIt) => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, reason, call, permission);
  await tryIt(app, admin);
  const message = expect.stringContaining(words);
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_refused', message }]);
  app.clock.advance(60 * minute);
  expect(await alertsOf(admin)).toHaveLength(1);
});

test('alerts when the key can read a payment but not its disputes', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  const { paymentIntentId } = await app.buy();
  const { findPayment } = app.payments;
  app.payments.findPayment = async (id, scope) => {
    if (scope === 'everything') throw refusal('permission', 'rak_dispute_read');
    return findPayment(id, scope);
  };
  const { payments } = app.context;
  await expect(payments.findPayment(paymentIntentId, 'everything')).rejects.toThrow();
  await payments.findPayment(paymentIntentId);
  const message = expect.stringContaining('“Dispute: read” (rak_dispute_read)');
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_refused', message }]);
  app.payments.findPayment = findPayment;
  await payments.findPayment(paymentIntentId, 'everything');
  expect(await alertsOf(admin)).toEqual([]);
});

test('raises one alert for a wrong key, whichever calls fail', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  const { orderId } = await app.buy();
  refuse(app, 'key');
  await openCheckoutPage(app.visitor());
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 10 });
  await expect(reconcilePayments(app.context)).rejects.toThrow();
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_refused' }]);
});
