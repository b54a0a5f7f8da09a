import { expect, test, vi } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import { addSignedIn, orderIn, sendWebhook, storedMail, storedOrder } from '../../testing/builders.ts';
import { holdDeliveries } from '../../testing/held-deliveries.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { MailRejected } from '../context/mailer.ts';
import { sendDueMail } from '../delivery/send-due-mail.ts';
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
  ['refunded', 'stripe', (delivery) => changeMoney(delivery, { refundedCents: 6000 })],
  ['disputed', 'stripe', (delivery) => changeMoney(delivery, { isDisputed: true })],
];

const deliveries = ({ app, orderId }: Delivery) =>
  storedMail(app, orderId).filter(({ kind }) => kind === 'reading_delivery');
const approvedAt = ({ app }: Delivery) => app.db.query.readings.findFirst().sync()?.approvedAt;

test.each(reasons)(
  'the held delivery of an order that is %s meanwhile is taken back for good, and the reading is under review again',
  async (_what, actor, change) => {
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
  },
);

test.each(reasons)(
  'a reading that has left is not called back when its order is %s, nor while it is sent again',
  async (_what, _actor, change) => {
    for (const isAgain of [false, true]) {
      const delivery = await approve();
      const { app, admin, orderId } = delivery;
      app.clock.advance(60 * second);
      await app.sendMail();
      if (isAgain) await admin.post(`/api/mails/${deliveries(delivery)[0]?.id}/resend`);
      await change(delivery);
      expect(storedOrder(app, orderId).status).toBe('approved');
      expect(approvedAt(delivery)).not.toBeNull();
      await app.sendMail();
      const sent = isAgain ? ['sent', 'sent'] : ['sent'];
      expect(deliveries(delivery).map(({ state }) => state)).toEqual(sent);
    }
  },
);

test.each(['is being sent', 'was refused for now'])(
  'a delivery that %s may have arrived: it is not called back',
  async (what) => {
    const delivery = await approve();
    const { app, admin, orderId } = delivery;
    app.clock.advance(60 * second);
    const held = holdDeliveries(app);
    const sending = sendDueMail(app.context);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    if (what === 'was refused for now') {
      held[0]?.refuse(new MailRejected('451 Later', { isPermanent: false }));
      await sending;
    }
    await admin.delete(`/api/orders/${orderId}`);
    expect(storedOrder(app, orderId).status).toBe('approved');
    expect(deliveries(delivery).map(({ state }) => state)).toEqual(['queued']);
  },
);

test('a partial refund takes nothing back', async () => {
  const delivery = await approve();
  await changeMoney(delivery, { refundedCents: 1000 });
  delivery.app.clock.advance(60 * second);
  await delivery.app.sendMail();
  expect(deliveries(delivery).map(({ state }) => state)).toEqual(['sent']);
});

test('after Delete and Undo the reading waits for a new approval, which is sent once', async () => {
  const delivery = await approve();
  const { app, admin, orderId, readingId } = delivery;
  await admin.delete(`/api/orders/${orderId}`);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect((await admin.put(`/api/readings/${readingId}/approve`)).status).toBe(200);
  app.clock.advance(60 * second);
  await app.sendMail();
  expect(deliveries(delivery).map(({ state }) => state)).toEqual(['canceled', 'sent']);
});

test('after a dispute that was won the reading can be approved again; before that it cannot', async () => {
  const delivery = await approve();
  const { app, admin, readingId } = delivery;
  await changeMoney(delivery, { isDisputed: true });
  const refused = await admin.put<ErrorBody>(`/api/readings/${readingId}/approve`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'order_conflict']);
  await changeMoney(delivery, { isDisputed: false });
  expect((await admin.put(`/api/readings/${readingId}/approve`)).status).toBe(200);
  app.clock.advance(60 * second);
  await app.sendMail();
  expect(deliveries(delivery).map(({ state }) => state)).toEqual(['canceled', 'sent']);
});

test('undoing the approval races the refund: one mail is canceled, and nothing is sent', async () => {
  const delivery = await approve();
  const { app, admin, orderId, readingId } = delivery;
  const [undo] = await Promise.all([
    admin.put(`/api/readings/${readingId}/undo-approval`),
    changeMoney(delivery, { refundedCents: 6000 }),
  ]);
  expect([200, 409]).toContain(undo.status);
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  expect(listEvents(app.db, orderId).filter(({ type }) => type === 'approval_undone')).toHaveLength(1);
  app.clock.advance(60 * second);
  expect(await app.sendMail()).toBe(0);
});
