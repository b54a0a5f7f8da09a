import { expect, test } from 'vitest';
import {
  addReader,
  addSignedIn,
  orderIn,
  sendWebhook,
  setEmail,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { withdraw } from '../payments/withdraw.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const close = () => admin.put(`/api/staff/${rita.person.id}/active`, { isActive: false });
  const hear = async (paymentIntentId: string, isDisputed: boolean) => {
    app.payments.change(paymentIntentId, { isDisputed });
    await sendWebhook(app, { id: `evt_${isDisputed}`, paymentId: paymentIntentId });
  };
  return { app, admin, rita, close, hear };
}

type Desk = Awaited<ReturnType<typeof createDesk>>;

/** Work that comes back to its reader, who has left in the meantime. @returns the order's id */
const returns: [what: string, happens: (desk: Desk) => Promise<string>][] = [
  [
    'a rejection',
    async ({ admin, rita, close, app }) => {
      const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
      await close();
      await admin.put(`/api/readings/${readingId}/reject`, { feedback: 'More of the Star.' });
      return orderId;
    },
  ],
  [
    'a restore',
    async ({ admin, rita, close, app }) => {
      const { orderId } = await orderIn(app, 'pending', rita.person);
      await admin.delete(`/api/orders/${orderId}`);
      await close();
      await admin.put(`/api/orders/${orderId}/restore`);
      return orderId;
    },
  ],
  [
    'the dispute ends',
    async ({ rita, close, hear, app }) => {
      const { orderId, paymentIntentId } = await orderIn(app, 'pending', rita.person);
      await hear(paymentIntentId, true);
      await close();
      await hear(paymentIntentId, false);
      return orderId;
    },
  ],
  [
    'the withdrawal is lifted',
    async ({ admin, rita, close, app }) => {
      const { orderId } = await orderIn(app, 'pending', rita.person);
      await withdraw(app.context, orderId);
      await close();
      await admin.put(`/api/orders/${orderId}/withdrawal/lift`);
      return orderId;
    },
  ],
];

test.each(returns)('reassigns a closed account’s order after %s', async (_what, happens) => {
  const alone = await createDesk();
  const waiting = storedOrder(alone.app, await happens(alone));
  expect([waiting.assignedReaderId, waiting.assignedAt]).toEqual([null, null]);
  const desk = await createDesk();
  const ada = addReader(desk.app, 'ada');
  setEmail(desk.app, ada);
  const orderId = await happens(desk);
  expect(storedOrder(desk.app, orderId).assignedReaderId).toBe(ada);
  const { body } = await desk.admin.get<{ type: string; actor: string; data: unknown }[]>(
    `/api/orders/${orderId}/events`,
  );
  expect(body.at(-1)).toMatchObject({ type: 'assigned', actor: 'system', data: { reader: 'ada' } });
  await desk.app.sendMail();
  expect(desk.app.mailer.sent.filter(({ to }) => to.name === 'ada')).toHaveLength(1);
});

test('keeps a delivered order assigned to a reader who left', async () => {
  const { app, admin, rita, close } = await createDesk();
  addReader(app, 'ada');
  const { orderId } = await orderIn(app, 'approved', rita.person);
  await app.sendMail();
  await admin.delete(`/api/orders/${orderId}`);
  await close();
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(rita.person.id);
});
