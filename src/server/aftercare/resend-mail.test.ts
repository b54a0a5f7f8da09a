import { expect, test } from 'vitest';
import {
  addSignedIn,
  browserOf,
  orderIn,
  saidBy,
  storedMail,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Customer } from '../../shared/orders/customer.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { MailRejected } from '../base/mailer.ts';
import { liftWithdrawal, withdraw } from '../payments/withdraw.ts';

const hour = 3_600_000;
const words = '550 5.1.1 <maya@customers.example>: user unknown';
const unknownUser = new MailRejected(words, { isPermanent: true, responseCode: 550 });

async function createDesk() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' } });
  const { person } = await addSignedIn(app, 'admin', 'admin');
  const admin = async () => browserOf(app, person);
  const mails = async (orderId: string) =>
    (await (await admin()).get<OrderMail[]>(`/api/orders/${orderId}/mails`)).body;
  const resend = async (mailId: unknown) =>
    (await admin()).post<OrderMail[] & ErrorBody>(`/api/mails/${mailId}/resend`);
  return { app, person, admin, mails, resend };
}

test('lists the mails of one order with their delivery state', async () => {
  const { app, person, mails } = await createDesk();
  await app.buy();
  const { orderId } = await orderIn(app, 'approved', person);
  await app.sendMail();
  const now = new Date(app.clock.now()).toISOString();
  const common = { to: 'maya@customers.example', lastError: null, createdAt: now };
  const sent = { state: 'sent', attempts: 1, nextAttemptAt: null, sentAt: now };
  const nextAttemptAt = new Date(app.clock.now() + 60_000).toISOString();
  const queued = { state: 'queued', attempts: 0, nextAttemptAt, sentAt: null };
  expect(await mails(orderId)).toEqual([
    { id: 2, kind: 'order_confirmation', ...common, ...sent },
    { id: 3, kind: 'reading_delivery', ...common, ...queued, movesAlong: true },
  ]);
});

test('retries a failed mail as the same message with fresh attempts', async () => {
  const { app, mails, resend } = await createDesk();
  const { orderId } = await app.buy();
  const [mail] = storedMail(app, orderId);
  app.mailer.failWith(unknownUser);
  await app.sendMail();
  expect(await mails(orderId)).toMatchObject([{ state: 'failed', attempts: 1, lastError: words }]);
  app.clock.advance(100 * hour);
  app.mailer.failWith(new MailRejected('451 Later', { isPermanent: false, responseCode: 451 }));
  const fresh = { id: mail?.id, state: 'queued', attempts: 0, lastError: null };
  expect((await resend(mail?.id)).body).toMatchObject([fresh]);
  await app.sendMail();
  expect(await mails(orderId)).toMatchObject([{ state: 'queued', attempts: 1, lastError: '451 Later' }]);
  app.mailer.failWith(null);
  app.clock.advance(hour);
  expect(await app.sendMail()).toBe(1);
  expect(app.mailer.sent.map(({ messageId }) => messageId)).toEqual([mail?.messageId]);
  expect(await mails(orderId)).toMatchObject([{ state: 'sent', lastError: null }]);
  expect(timelineOf(app, orderId).slice(-3)).toEqual(['mail_failed', 'mail_resent', 'mail_sent']);
});

test('repeats a sent mail as one new message, however often asked', async () => {
  const { app, mails, resend } = await createDesk();
  const { orderId } = await app.buy();
  await app.sendMail();
  const [mail] = storedMail(app, orderId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => resend(mail?.id)));
  const [taken, ...refused] = answers.sort((one, other) => one.status - other.status);
  expect(taken?.body.map(({ state }) => state)).toEqual(['sent', 'queued']);
  for (const answer of refused) expect(saidBy(answer)).toBe('409 This email is already on its way.');
  expect(await app.sendMail()).toBe(1);
  const [first, again] = app.mailer.sent;
  expect(again).toMatchObject({ subject: first?.subject, to: { address: 'maya@customers.example' } });
  expect(again?.messageId).not.toBe(first?.messageId);
  expect((await mails(orderId)).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('marks an order undelivered everywhere until its reading arrives', async () => {
  const { app, person, admin, resend } = await createDesk();
  const { orderId } = await orderIn(app, 'approved', person);
  const told = async () => {
    const { get } = await admin();
    const { body } = await get<Order[]>('/api/orders');
    const order = (await get<Order>(`/api/orders/${orderId}`)).body;
    const { orders } = (await get<Customer>(`/api/orders/${orderId}/customer`)).body;
    return [...body, order, ...orders].map(({ isUndelivered = false }) => isUndelivered);
  };
  expect(await told()).toEqual([false, false, false]);
  app.clock.advance(60_000);
  app.mailer.failWith(unknownUser);
  await app.sendMail();
  expect(await told()).toEqual([true, true, true]);
  app.mailer.failWith(null);
  await resend(storedMail(app, orderId).find(({ kind }) => kind === 'reading_delivery')?.id);
  await app.sendMail();
  expect(await told()).toEqual([false, false, false]);
});

test('reports an unknown mail as not found', async () => {
  const { app, resend } = await createDesk();
  await app.buy();
  for (const id of ['99', '-1', '1.5', '1;DROP TABLE outbox', '%00', '9'.repeat(400)]) {
    const answer = await resend(encodeURIComponent(id));
    expect([id, answer.status, answer.body.error.code]).toEqual([id, 404, 'mail_not_found']);
  }
});

test('sends no confirmation after a withdrawal until it is lifted', async () => {
  const { app, person, resend } = await createDesk();
  const { orderId } = await app.buy();
  await withdraw(app.context, orderId);
  await app.sendMail();
  expect(app.mailer.sent).toMatchObject([
    { subject: expect.stringContaining('We’ve received your withdrawal') },
  ]);
  const other = await app.buy();
  await app.sendMail();
  const [confirmation] = storedMail(app, other.orderId);
  await withdraw(app.context, other.orderId);
  expect(saidBy(await resend(confirmation?.id))).toBe('409 What this email says is no longer true.');
  await liftWithdrawal(app.context, { ...person, role: 'admin' }, other.orderId);
  expect((await resend(confirmation?.id)).status).toBe(200);
});

test('sends and resends no mail of a deleted order', async () => {
  const { app, admin, resend } = await createDesk();
  const waiting = await app.buy();
  await (await admin()).delete(`/api/orders/${waiting.orderId}`);
  await app.sendMail();
  expect(app.mailer.sent).toEqual([]);
  const { orderId } = await app.buy();
  await app.sendMail();
  await (await admin()).delete(`/api/orders/${orderId}`);
  expect((await resend(storedMail(app, orderId)[0]?.id)).status).toBe(404);
  expect((await (await admin()).get(`/api/orders/${orderId}/mails`)).status).toBe(404);
});
