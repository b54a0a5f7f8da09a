import type { Payment } from '../../../src/server/payments/gateway.ts';
import { reconcilePayments } from '../../../src/server/payments/service.ts';
import type { Alert } from '../../../src/shared/alerts.ts';
import type { OrderList, ReaderOrder } from '../../../src/shared/orders.ts';
import { addSignedIn, sendWebhook, storedMail } from '../../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../../src/testing/test-app.ts';
import { askWhetherPaid, type PlacedOrder, placeOrderNumber } from '../customers.ts';
import { createTally, type Trial } from '../trial.ts';

const mismatches: { name: string; change: (other: PlacedOrder) => Partial<Payment> }[] = [
  { name: 'less money', change: () => ({ amountReceivedCents: 50 }) },
  { name: 'more money', change: () => ({ amountReceivedCents: 6_001 }) },
  { name: 'other money', change: () => ({ currency: 'jpy' }) },
  { name: "somebody else's order", change: ({ orderId }) => ({ orderId }) },
  { name: 'no order', change: () => ({ orderId: null }) },
  { name: 'live money in a test', change: () => ({ isLive: true }) },
];

const ways: { name: string; tell: (app: TestApp, order: PlacedOrder) => Promise<unknown> }[] = [
  {
    name: 'webhook',
    tell: (app, { paymentIntentId: paymentId }) => sendWebhook(app, { id: `evt_${paymentId}`, paymentId }),
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
  counts: { quick: 36, full: 360 },
  async run(count, progress) {
    const tally = createTally();
    const cases = ways.flatMap((way) => mismatches.map((mismatch) => ({ way, mismatch })));
    while (tally.outcome().tried < count) {
      const app = createTestApp();
      const admin = await addSignedIn(app, 'admin', 'admin');
      const reader = await addSignedIn(app, 'reader', 'reader');
      for (const { way, mismatch } of cases) {
        const order = await placeOrderNumber(app, 0);
        const other = await placeOrderNumber(app, 1);
        app.payments.pay(order.paymentIntentId);
        app.payments.change(order.paymentIntentId, mismatch.change(other));
        await way.tell(app, order);
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
  const { orders } = (await admin.get<OrderList>('/api/orders?limit=200')).body;
  const paymentStatus = orders.find(({ id }) => id === orderId)?.paymentStatus ?? 'nowhere in the list';
  if (paymentStatus !== 'review') return `the admin sees it ${paymentStatus}`;
  const alerts = (await admin.get<Alert[]>('/api/alerts')).body;
  if (!alerts.some(({ code }) => code === 'payment_review')) return 'nobody alerts the admin';
  const assigned = (await reader.get<ReaderOrder[]>('/api/reader/orders')).body;
  if (assigned.some(({ id }) => id === orderId)) return 'a reader sees it';
  const written = await reader.post('/api/readings', { orderId, content: 'The Star speaks of patience.' });
  if (written.status !== 404) return `a reader may write for it (${written.status})`;
  return storedMail(app, orderId).length === 0 ? null : 'it was confirmed';
}

export const trials: Trial[] = [misfits];
