import { expect, test } from 'vitest';
import { addSignedIn, orderIn, sendWebhook, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { SavedDraft } from '../../shared/readings/reading-schema.ts';
import { paymentHoldNotice, writingEnds } from './order-to-write.ts';

const draft = { content: 'The Star', version: 0 };

async function startWriting(status: 'pending' | 'rejected' = 'pending') {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const order = await orderIn(app, status, rita.person);
  const omar = await addSignedIn(app, 'omar', 'reader');
  const hear = async (change: Parameters<typeof app.payments.change>[1]) => {
    app.payments.change(order.paymentIntentId, change);
    await sendWebhook(app, { id: `evt_${JSON.stringify(change)}`, paymentId: order.paymentIntentId });
  };
  const assign = (readerId: string | null) =>
    admin.put(`/api/orders/${order.orderId}/assignee`, { readerId });
  const refundSlowly = () => {
    app.payments.refundsBegin('pending');
    return admin.post(`/api/orders/${order.orderId}/refund`, { refundedBefore: 0 });
  };
  return { app, rita, omar, admin, hear, assign, refundSlowly, ...order };
}

type Desk = Awaited<ReturnType<typeof startWriting>>;

/** The refusals of a reader who keeps writing: on saving, and on submitting. */
async function writeOn({ orderId }: Desk, reader: Desk['rita']) {
  const saved = await reader.put<ErrorBody>(`/api/orders/${orderId}/draft`, draft);
  const sent = await reader.post<ErrorBody>('/api/readings', { orderId, content: 'The Star.' });
  return [saved, sent].map(({ status, body }) => [status, body.error.code, body.error.message]);
}

type End = keyof typeof writingEnds;
/** An order of another reader's is not found, and what is said of it tells why. */
const told = (end: End) =>
  Array(2).fill(
    end === 'refunded' || end === 'refunding' || end === 'disputed'
      ? [409, 'order_conflict', writingEnds[end]]
      : [404, 'order_not_found', writingEnds[end]],
  );
const notFound = Array(2).fill([404, 'order_not_found', 'There is no such order. It may have been deleted.']);

const ends: [end: End, happens: (desk: Desk) => Promise<unknown>][] = [
  ['refunded', ({ hear }) => hear({ refundedMinor: 6_000 })],
  ['refunding', ({ refundSlowly }) => refundSlowly()],
  ['disputed', ({ hear }) => hear({ isDisputed: true })],
  ['deleted', ({ admin, orderId }) => admin.delete(`/api/orders/${orderId}`)],
  ['reassigned', ({ assign, omar }) => assign(omar.person.id)],
  ['takenBack', ({ assign }) => assign(null)],
];

test.each(ends)('explains the end only to a reader who had the order: %s', async (end, happens) => {
  for (const status of ['pending', 'rejected'] as const) {
    const desk = await startWriting(status);
    await happens(desk);
    expect(await writeOn(desk, desk.rita)).toEqual(told(end));
    expect(storedOrder(desk.app, desk.orderId).status).toBe(status);
    const nora = await addSignedIn(desk.app, 'nora', 'reader');
    for (const reader of end === 'reassigned' ? [nora] : [nora, desk.omar]) {
      expect(await writeOn(desk, reader)).toEqual(notFound);
    }
  }
});

test('tells a former reader only that the order was reassigned', async () => {
  const desk = await startWriting();
  await desk.assign(desk.omar.person.id);
  await desk.hear({ refundedMinor: 6_000 });
  await desk.admin.delete(`/api/orders/${desk.orderId}`);
  expect(await writeOn(desk, desk.rita)).toEqual(told('reassigned'));
  expect((await desk.rita.get(`/api/orders/${desk.orderId}/draft`)).status).toBe(404);
});

test('lets the reader write again after a refund failed', async () => {
  const desk = await startWriting();
  const listed = async () => (await desk.rita.get<{ id: string }[]>('/api/reader/orders')).body.length;
  await desk.refundSlowly();
  expect(await listed()).toBe(0);
  const event = desk.app.payments.moveRefund(desk.paymentIntentId, 're_1', 'failed', 'lost_or_stolen_card');
  await sendWebhook(desk.app, { id: event.id, type: 'refund.failed', paymentId: desk.paymentIntentId });
  expect(await listed()).toBe(1);
  expect((await desk.rita.put(`/api/orders/${desk.orderId}/draft`, draft)).status).toBe(200);
});

test('lets the reader write during a payment review, with a notice', async () => {
  const desk = await startWriting();
  const path = `/api/orders/${desk.orderId}/draft`;
  const warn = async (isOpen: boolean) => {
    const { id, type } = desk.app.payments.warn(desk.paymentIntentId, 'early_fraud_warning', isOpen);
    await sendWebhook(desk.app, { id, type, paymentId: desk.paymentIntentId });
  };
  await warn(true);
  const held = { status: 200, body: { content: draft.content, held: paymentHoldNotice } };
  expect(await desk.rita.put(path, draft)).toMatchObject(held);
  expect(await desk.rita.get(path)).toMatchObject(held);
  await warn(false);
  expect((await desk.rita.get<SavedDraft>(path)).body.held).toBeUndefined();
});
