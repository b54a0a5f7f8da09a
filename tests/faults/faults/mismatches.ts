import { eq } from '../../../db/drizzle.ts';
import { orders } from '../../../db/schema.ts';
import type { Payment } from '../../../src/server/context/payment-gateway.ts';
import { reconcilePayments } from '../../../src/server/payments/reconcile-payments.ts';
import { forgetOld } from '../../../src/server/privacy/forget.ts';
import type { Alert } from '../../../src/shared/alerts.ts';
import type { OrderPage, ReaderOrder } from '../../../src/shared/orders/orders.ts';
import { addSignedIn, sendWebhook, storedMail } from '../../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../../src/testing/test-app.ts';
import { askWhetherPaid, type PlacedOrder, placeOrderNumber } from '../customers.ts';
import { createTally, type Trial } from '../trial.ts';

const month = 31 * 86_400_000;

interface Mismatch {
  name: string;
  /** Makes the payment. @returns its id */
  pay(app: TestApp, order: PlacedOrder, other: PlacedOrder): Promise<string> | string;
  /** Whether the order knows nothing of the payment, so that asking for the order does not find it. */
  isUnknown?: true;
}

const mismatches: Mismatch[] = [
  { name: 'less money', pay: payButWith(() => ({ amountReceivedCents: 50 })) },
  { name: 'more money', pay: payButWith(() => ({ amountReceivedCents: 6_001 })) },
  { name: 'other money', pay: payButWith(() => ({ currency: 'jpy' })) },
  { name: "somebody else's order", pay: payButWith(({ orderId }) => ({ orderId })) },
  { name: 'no order', pay: payButWith(() => ({ orderId: null })) },
  { name: 'live money in a test', pay: payButWith(() => ({ isLive: true })) },
  {
    name: 'another payment than its own',
    isUnknown: true,
    async pay(app, { orderId, paymentIntentId }) {
      const idempotencyKey = `beside ${paymentIntentId}`;
      const { id } = await app.payments.openPayment({ amountCents: 6_000, idempotencyKey });
      app.payments.change(id, { orderId });
      return app.payments.pay(id).id;
    },
  },
  {
    name: 'an order whose texts were erased',
    async pay(app, { orderId, paymentIntentId }) {
      const createdAt = app.clock.now() - month;
      // Given up, as only such orders are erased; but this payment was not canceled for all that.
      const abandonedAt = app.clock.now();
      app.db.update(orders).set({ createdAt, abandonedAt }).where(eq(orders.id, orderId)).run();
      await forgetOld(app.context);
      return app.payments.pay(paymentIntentId).id;
    },
  },
];

/** The order's own payment is made, and then looks different. */
function payButWith(change: (other: PlacedOrder) => Partial<Payment>): Mismatch['pay'] {
  return (app, { paymentIntentId }, other) => {
    app.payments.pay(paymentIntentId);
    return app.payments.change(paymentIntentId, change(other)).id;
  };
}

const ways: {
  name: string;
  tell: (app: TestApp, order: PlacedOrder, paymentId: string) => Promise<unknown>;
}[] = [
  {
    name: 'webhook',
    tell: (app, _order, paymentId) => sendWebhook(app, { id: `evt_${paymentId}`, paymentId }),
  },
  { name: 'confirm-payment', tell: (app, order) => askWhetherPaid(app, order) },
  { name: 'reconciler', tell: (app) => reconcilePayments(app.context) },
];

/** Money comes that does not fit its order, by each of the three ways in which it is noticed. */
const misfits: Trial = {
  table: 'fault',
  name: 'payment-does-not-fit',
  promise:
    'a payment whose amount, currency, order or livemode does not match puts its order under review, where the admin sees it and no reader does',
  counts: { quick: 46, full: 460 },
  async run(count, progress) {
    const tally = createTally();
    const cases = ways.flatMap((way) =>
      mismatches
        .filter(({ isUnknown }) => !(isUnknown && way.name === 'confirm-payment'))
        .map((mismatch) => ({ way, mismatch })),
    );
    while (tally.outcome().tried < count) {
      const app = createTestApp();
      const admin = await addSignedIn(app, 'admin', 'admin');
      const reader = await addSignedIn(app, 'reader', 'reader');
      for (const { way, mismatch } of cases) {
        const order = await placeOrderNumber(app, 0);
        const other = await placeOrderNumber(app, 1);
        await way.tell(app, order, await mismatch.pay(app, order, other));
        const loss = await lookAt(app, order, admin, reader);
        tally.count(loss && `${mismatch.name}, told by the ${way.name}: ${loss}`);
      }
      app.db.$client.close();
      progress(tally.outcome().tried);
    }
    return tally.outcome(`${mismatches.length} mismatches by ${ways.length} ways`);
  },
};

type Person = Awaited<ReturnType<typeof addSignedIn>>;

/** @returns what is wrong with an order whose payment does not fit; null when it is under review as it should */
async function lookAt(app: TestApp, { orderId }: PlacedOrder, admin: Person, reader: Person) {
  const { orders } = (await admin.get<OrderPage>('/api/orders?limit=200')).body;
  const paymentStatus = orders.find(({ id }) => id === orderId)?.paymentStatus ?? 'nowhere in the list';
  if (paymentStatus !== 'review') return `the admin sees it ${paymentStatus}`;
  const alerts = (await admin.get<Alert[]>('/api/alerts')).body;
  if (!alerts.some(({ code }) => code === 'payment_review')) return 'nobody alerts the admin';
  const readerId = reader.person.id;
  const given = await admin.put(`/api/orders/${orderId}/assignee`, { readerId });
  if (given.status !== 409) return `it can be given to a reader (${given.status})`;
  const assigned = (await reader.get<ReaderOrder[]>('/api/reader/orders')).body;
  if (assigned.some(({ id }) => id === orderId)) return 'a reader sees it';
  const written = await reader.post('/api/readings', { orderId, content: 'The Star speaks of patience.' });
  if (written.status !== 404) return `a reader may write for it (${written.status})`;
  return storedMail(app, orderId).length === 0 ? null : 'it was confirmed';
}

export const trials: Trial[] = [misfits];
