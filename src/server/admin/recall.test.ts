import { expect, test, vi } from 'vitest';
import { addSignedIn, orderIn, sendWebhook, storedMail, storedOrder } from '../../../tests/kit/builders.ts';
import { holdDeliveries } from '../../../tests/kit/held-deliveries.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { sendDueMail } from '../mailing/send-due-mail.ts';
import { listEvents } from '../orders/order-events-repository.ts';

const second = 1000;

interface Delivery {
  app: TestApp;
  admin: Awaited<ReturnType<typeof addSignedIn>>;
  orderId: string;
  readingId: string;
  paymentIntentId: string;
}

/** An order whose reading is approved and whose delivery is held back for a minute. */
async function approve(): Promise<Delivery> {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const order = await orderIn(app, 'approved', admin.person);
  await app.sendMail();
  return { app, admin, ...order };
}

async function changeMoney({ app, paymentIntentId }: Delivery, change: object): Promise<void> {
  app.payments.change(paymentIntentId, change);
  await sendWebhook(app, { id: `evt_${JSON.stringify(change)}`, paymentId: paymentIntentId });
}

const reasons: [string, actor: string, (delivery: Delivery) => Promise<unknown>][] = [
  ['deleted', 'admin', ({ admin, orderId }) => admin.delete(`/api/orders/${orderId}`)],
  ['refunded', 'stripe', (delivery) => changeMoney(delivery, { refundedMinor: 6000 })],
  ['disputed', 'stripe', (delivery) => changeMoney(delivery, { isDisputed: true })],
];

const deliveries = ({ app, orderId }: Delivery) =>
  storedMail(app, orderId).filter(({ kind }) => kind === 'reading_delivery');
const approvedAt = ({ app }: Delivery) => app.db.query.readings.findFirst().sync()?.approvedAt;

test.each(reasons)('recalls the held delivery of a %s order for review', async (_what, actor, change) => {
  const delivery = await approve();
  const { app, orderId } = delivery;
  app.clock.advance(59 * second);
  await change(delivery);
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  expect(approvedAt(delivery)).toBeNull();
  const undone = listEvents(app.db, orderId).filter(({ type }) => type === 'approval_undone');
  expect(undone).toMatchObject([{ actor }]);
  app.clock.advance(3600 * second);
  await app.sendMail();
  expect(deliveries(delivery).map(({ state }) => state)).toEqual(['canceled']);
  expect(app.mailer.sent).toHaveLength(1);
});

test('keeps a delivery that is being sent while its order is deleted', async () => {
  const delivery = await approve();
  const { app, admin, orderId } = delivery;
  app.clock.advance(60 * second);
  const held = holdDeliveries(app);
  void sendDueMail(app.context);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await admin.delete(`/api/orders/${orderId}`);
  expect(storedOrder(app, orderId).status).toBe('approved');
  expect(deliveries(delivery).map(({ state }) => state)).toEqual(['queued']);
});

test('undoes the approval once when an undo races a refund', async () => {
  const delivery = await approve();
  const { app, admin, orderId, readingId } = delivery;
  const [undo] = await Promise.all([
    admin.put(`/api/readings/${readingId}/undo-approval`),
    changeMoney(delivery, { refundedMinor: 6000 }),
  ]);
  expect([200, 409]).toContain(undo.status);
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  expect(listEvents(app.db, orderId).filter(({ type }) => type === 'approval_undone')).toHaveLength(1);
  app.clock.advance(60 * second);
  expect(await app.sendMail()).toBe(0);
});

test('sends a missed confirmation once after its order is restored', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId } = await app.buy();
  const confirmation = () => storedMail(app, orderId).find(({ kind }) => kind === 'order_confirmation');
  const sent = () => app.mailer.sent.filter(({ to }) => to.address === 'maya@customers.example').length;
  await admin.delete(`/api/orders/${orderId}`);
  await app.sendMail();
  expect([confirmation()?.state, sent()]).toEqual(['canceled', 0]);
  app.clock.advance(26_000);
  for (const _again of [1, 2]) {
    await admin.put(`/api/orders/${orderId}/restore`);
    await app.sendMail();
    expect([confirmation()?.state, sent()]).toEqual(['sent', 1]);
    await admin.delete(`/api/orders/${orderId}`);
    await app.sendMail();
  }
});
