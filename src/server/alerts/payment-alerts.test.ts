import { expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts.ts';
import { addSignedIn, openCheckoutPage } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { DomainError } from '../basics/errors.ts';
import type { PaymentGateway } from '../context/payment-gateway.ts';
import { type FailureReason, ProviderFailure } from '../context/provider-failure.ts';
import { findMissedEvents } from '../payments/find-missed-events.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';

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
const readyOf = async (visitor: { get: Admin['get'] }) =>
  (await visitor.get<{ status: string; problems: string[]; details?: string[] }>('/readyz')).body;

const unavailable = {
  status: 'unavailable',
  problems: ['payments are refused'],
};
const ok = { status: 'ok', problems: [] };

test.each<[FailureReason, RegExp]>([
  ['key', /^Nobody can pay: .*STRIPE_SECRET_KEY/],
  ['permission', /^Nobody can pay: .*dashboard\.stripe\.com\/apikeys/],
  ['account', /^Nobody can pay: .*dashboard/],
  ['mode', /^Nobody can pay: .*STRIPE_SECRET_KEY/],
])(
  '%s: certain at the first answer; the customer reads what they always read, the admin the cause',
  async (reason, told) => {
    const app = createTestApp();
    const admin = await signIn(app);
    refuse(app, reason, 'openPayment');
    const customer = await openCheckoutPage(app.visitor());
    expect([customer.status, customer.body]).toMatchObject([502, { error: { message: sentence } }]);
    const [alert, ...others] = await alertsOf(admin);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ code: 'payments_refused', count: 1, message: expect.stringMatching(told) });
    expect(alert?.message).toContain(`“it said ${reason} (status 403, req_1)”`);
    expect(await readyOf(app.visitor())).toEqual(unavailable);
    expect(await readyOf(admin)).toEqual({ ...unavailable, details: [alert?.message] });
  },
);

test('a reader learns no more of it than a stranger', async () => {
  const app = createTestApp();
  const reader = await addSignedIn(app, 'rita', 'reader');
  refuse(app, 'key', 'openPayment');
  await openCheckoutPage(app.visitor());
  expect(await readyOf(reader)).toEqual(unavailable);
});

test('the missing permission is named as the dashboard has it, until the next call of its kind succeeds', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'permission', 'openPayment', 'rak_payment_intent_write');
  await openCheckoutPage(app.visitor());
  await reconcilePayments(app.context);
  expect(await alertsOf(admin)).toMatchObject([
    {
      code: 'payments_refused',
      message: expect.stringContaining('“Payment intent: write” (rak_payment_intent_write)'),
    },
  ]);
  app.payments.failWith(null);
  await openCheckoutPage(app.visitor());
  expect(await alertsOf(admin)).toEqual([]);
  expect(await readyOf(admin)).toEqual({ ...ok, details: [] });
});

test('of several permissions that would do each is named', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'permission', 'openPayment', 'rak_charge_write, rak_payment_intent_write');
  await openCheckoutPage(app.visitor());
  const [alert] = await alertsOf(admin);
  expect(alert?.message).toContain(
    '“Charge: write” (rak_charge_write) or “Payment intent: write” (rak_payment_intent_write)',
  );
});

test('what nobody tries any more stays an alert, and does not keep customers away for ever', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'account', 'openPayment');
  await openCheckoutPage(app.visitor());
  app.clock.advance(10 * minute + 1);
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_refused' }]);
  expect(await readyOf(app.visitor())).toEqual(ok);
});

test('a minute without an answer on top does not hide what is certain', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'account', 'openPayment');
  await openCheckoutPage(app.visitor());
  app.payments.setDown(true);
  await openCheckoutPage(app.visitor());
  expect(await alertsOf(admin)).toMatchObject([{ message: expect.stringContaining('it said account') }]);
});

test('a key that may charge and not refund is no alarm that nobody can pay', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  const { orderId } = await app.buy();
  refuse(app, 'permission', 'refundPayment', 'rak_refund_write');
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 10 });
  const [alert, ...others] = await alertsOf(admin);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    code: 'refunds_refused',
    message: expect.stringContaining('“Refund: write”'),
  });
  expect(await readyOf(app.visitor())).toEqual(ok);
  expect(await readyOf(admin)).toEqual({ ...ok, details: [alert?.message] });
  app.clock.advance(60 * minute);
  expect(await alertsOf(admin)).toHaveLength(1);
});

test('a key that may charge and not look payments up leaves paid orders unpaid', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'permission', 'listPayments', 'rak_charge_read');
  await expect(reconcilePayments(app.context)).rejects.toThrow();
  expect(await alertsOf(admin)).toMatchObject([
    { code: 'payments_unread', message: expect.stringContaining('“Charge: read” (rak_charge_read)') },
  ]);
  expect(await readyOf(app.visitor())).toEqual(unavailable);
});

test('a key that may not read events is told what is missing without them', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'permission', 'listEvents', 'rak_event_read');
  await expect(findMissedEvents(app.context)).rejects.toThrow();
  await reconcilePayments(app.context);
  expect(await alertsOf(admin)).toMatchObject([
    { code: 'events_unread', message: expect.stringContaining('“Event: read” (rak_event_read)') },
  ]);
  expect(await readyOf(app.visitor())).toEqual(ok);
  app.payments.failWith(null);
  await findMissedEvents(app.context);
  expect(await alertsOf(admin)).toEqual([]);
});

test('a key that may look a payment up, but not what follows it, sends no customer away', async () => {
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
  await reconcilePayments(app.context);
  expect(await alertsOf(admin)).toMatchObject([
    { code: 'disputes_unread', message: expect.stringContaining('“Dispute: read” (rak_dispute_read)') },
  ]);
  expect(await readyOf(app.visitor())).toEqual(ok);
  app.payments.findPayment = findPayment;
  await payments.findPayment(paymentIntentId, 'everything');
  expect(await alertsOf(admin)).toEqual([]);
});

test('one payment from the other mode is an alert, and no reason to send customers away', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  refuse(app, 'mode', 'listPayments');
  await expect(reconcilePayments(app.context)).rejects.toThrow();
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_unread' }]);
  expect(await readyOf(app.visitor())).toEqual(ok);
});

test('one wrong key is one alert, however many kinds of calls meet it', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  const { orderId } = await app.buy();
  refuse(app, 'key');
  await openCheckoutPage(app.visitor());
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 10 });
  await expect(reconcilePayments(app.context)).rejects.toThrow();
  expect(await alertsOf(admin)).toMatchObject([{ code: 'payments_refused' }]);
});

test('an admin whose session cannot be looked up is told what strangers are', async () => {
  const app = createTestApp();
  const admin = await signIn(app);
  app.db.$client.close();
  expect(await readyOf(admin)).toMatchObject({ status: 'unavailable' });
  expect(await readyOf(admin)).not.toHaveProperty('details');
});
