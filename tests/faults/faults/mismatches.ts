import { eq } from 'drizzle-orm';
import { orders } from '../../../db/schema.ts';
import type { Payment } from '../../../src/server/base/payment-gateway.ts';
import { deleteExpiredData } from '../../../src/server/ops/privacy/delete-expired.ts';
import { reconcilePayments } from '../../../src/server/payments/missed-webhooks.ts';
import type { Alert } from '../../../src/shared/ops/alerts.ts';
import type { Order, ReaderOrder } from '../../../src/shared/orders/order-schema.ts';
import { addSignedIn, sendWebhook, storedMail } from '../../kit/builders.ts';
import { createTestApp, type TestApp } from '../../kit/test-app.ts';
import { askWhetherPaid, type PlacedOrder, placeOrderNumber } from '../customers.ts';
import type { Trial } from '../trial.ts';

const month = 31 * 86_400_000;
const otherPayment = 'another payment than its own';

type Pay = (app: TestApp, order: PlacedOrder, other: PlacedOrder) => Promise<string> | string;

function payButWith(change: (other: PlacedOrder) => Partial<Payment>): Pay {
  return (app, { paymentIntentId }, other) => {
    app.payments.pay(paymentIntentId);
    return app.payments.change(paymentIntentId, change(other)).id;
  };
}

const mismatches: Record<string, Pay> = {
  'less money': payButWith(() => ({ amountReceivedMinor: 50 })),
  'more money': payButWith(() => ({ amountReceivedMinor: 6_001 })),
  'other money': payButWith(() => ({ currency: 'jpy' })),
  "another customer's order": payButWith(({ orderId }) => ({ orderId })),
  'no order': payButWith(() => ({ orderId: null })),
  'live money in a test': payButWith(() => ({ isLive: true })),
  async [otherPayment](app, { orderId, paymentIntentId }) {
    const idempotencyKey = `beside ${paymentIntentId}`;
    const { id } = await app.payments.openPayment({ amountMinor: 6_000, currency: 'usd', idempotencyKey });
    app.payments.change(id, { orderId });
    return app.payments.pay(id).id;
  },
  async 'an order whose texts were erased'(app, { orderId, paymentIntentId }) {
    const createdAt = app.clock.now() - month;
    // It was given up, because only such orders are erased; but its payment was not canceled.
    const abandonedAt = app.clock.now();
    app.db.update(orders).set({ createdAt, abandonedAt }).where(eq(orders.id, orderId)).run();
    await deleteExpiredData(app.context);
    return app.payments.pay(paymentIntentId).id;
  },
};

const ways: Record<string, (app: TestApp, order: PlacedOrder, paymentId: string) => Promise<unknown>> = {
  webhook: (app, _order, paymentId) => sendWebhook(app, { id: `evt_${paymentId}`, paymentId }),
  'confirm-payment': (app, order) => askWhetherPaid(app, order),
  reconciler: (app) => reconcilePayments(app.context),
};

const mismatchedPayments: Trial = {
  table: 'fault',
  name: 'payment-does-not-fit',
  promise:
    'a payment whose amount, currency, order or livemode does not match puts its order under review, where the admin sees it and no reader does',
  counts: { quick: 46, full: 460 },
  async run(times, { count, tried }) {
    while (tried() < times) {
      const app = createTestApp();
      try {
        const admin = await addSignedIn(app, 'admin', 'admin');
        const reader = await addSignedIn(app, 'reader', 'reader');
        for (const [way, tell] of Object.entries(ways)) {
          for (const [mismatch, pay] of Object.entries(mismatches)) {
            // The order does not know that payment, so asking for the order does not find it.
            if (mismatch === otherPayment && way === 'confirm-payment') continue;
            const order = await placeOrderNumber(app, 0);
            const other = await placeOrderNumber(app, 1);
            await tell(app, order, await pay(app, order, other));
            const loss = await lookAt(app, order, admin, reader);
            count(loss && `${mismatch}, told by the ${way}: ${loss}`);
          }
        }
      } finally {
        app.payments.close();
        app.db.$client.close();
      }
    }
    return `${Object.keys(mismatches).length} mismatches by ${Object.keys(ways).length} ways`;
  },
};

type Person = Awaited<ReturnType<typeof addSignedIn>>;

async function lookAt(app: TestApp, { orderId }: PlacedOrder, admin: Person, reader: Person) {
  const { body: orders } = await admin.get<Order[]>('/api/orders?limit=200');
  const paymentStatus = orders.find(({ id }) => id === orderId)?.paymentStatus ?? 'nowhere in the list';
  if (paymentStatus !== 'review') return `the admin sees it ${paymentStatus}`;
  const alerts = (await admin.get<Alert[]>('/api/alerts')).body;
  if (!alerts.some(({ code }) => code === 'payment_review')) return 'the admin gets no alert';
  const given = await admin.put(`/api/orders/${orderId}/assignee`, { readerId: reader.person.id });
  if (given.status !== 409) return `it can be given to a reader (${given.status})`;
  const assigned = (await reader.get<ReaderOrder[]>('/api/reader/orders')).body;
  if (assigned.some(({ id }) => id === orderId)) return 'a reader sees it';
  const written = await reader.post('/api/readings', { orderId, content: 'The Star speaks of patience.' });
  if (written.status !== 404) return `a reader may write for it (${written.status})`;
  return storedMail(app, orderId).length === 0 ? null : 'it was confirmed';
}

export const trials: Trial[] = [mismatchedPayments];
