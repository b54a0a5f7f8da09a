import { expect, test, vi } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import {
  addSignedIn,
  browserOf,
  orderIn,
  payFor,
  placeOrder,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { beginSending, holdDeliveries } from '../../../tests/kit/held-deliveries.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import { MailRejected } from '../base/mailer.ts';
import { enqueueMail, updateMail } from '../mail/outbox-repository.ts';

const second = 1000;
const wrong = 'maya@customers.example';
const right = 'maya.lindqvist@customers.example';
const toBoth = [wrong, right];
const sentToBoth = toBoth.map((toAddress) => ({ toAddress, state: 'sent' }));
const later = new MailRejected('451 Greylisted', { isPermanent: false, responseCode: 451 });
const unknownUser = new MailRejected('550 User unknown', { isPermanent: true, responseCode: 550 });

async function createDesk() {
  const app = createTestApp();
  const { person } = await addSignedIn(app, 'admin', 'admin');
  const correct = async (orderId: string, email: unknown = right) =>
    (await browserOf(app, person)).put<OrderMail[] & ErrorBody>(`/api/orders/${orderId}/email`, { email });
  const sentTo = () => app.mailer.sent.map(({ to }) => to.address);
  return { app, person, correct, sentTo };
}

test.each([
  ['waits for its next attempt', later],
  ['failed', unknownUser],
])('moves a refused mail that %s to the new address', async (_what, refusal) => {
  const { app, correct, sentTo } = await createDesk();
  const { orderId } = await app.buy();
  app.mailer.failWith(refusal);
  await app.sendMail();
  app.mailer.failWith(null);
  const answer = await correct(orderId);
  expect(answer).toMatchObject({ status: 200, body: [{ to: right, state: 'queued' }] });
  expect(storedOrder(app, orderId).customerEmail).toBe(right);
  expect(timelineOf(app, orderId)).toContain('address_corrected');
  app.clock.advance(3600 * second);
  await app.sendMail();
  expect(sentTo()).toEqual([right]);
  expect(app.mailer.sent[0]?.messageId).toBe(storedMail(app, orderId)[0]?.messageId);
});

test.each(['feedback_request', 'customer_question'] as const)(
  'resends the newest mail even when a %s failed',
  async (kind) => {
    const { app, person, correct, sentTo } = await createDesk();
    const { orderId } = await orderIn(app, 'approved', person);
    app.clock.advance(60 * second);
    await app.sendMail();
    const to = { name: 'Maya', address: wrong };
    writeNow(app.db, (tx) => {
      const mailId = enqueueMail(app.context, tx, { kind, orderId, to });
      updateMail(tx, mailId ?? 0, { state: 'failed' });
    });
    const before = sentTo().length;
    await correct(orderId);
    await app.sendMail();
    expect(sentTo().slice(before)).toContain(right);
    const delivered = storedMail(app, orderId).filter(({ kind }) => kind === 'reading_delivery');
    expect(delivered).toMatchObject(sentToBoth);
    expect(storedMail(app, orderId).filter((mail) => mail.kind === 'order_confirmation')).toHaveLength(1);
  },
);

test('does not send a recalled delivery after an address correction', async () => {
  const { app, person, correct, sentTo } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'approved', person);
  await (await browserOf(app, person)).put(`/api/readings/${readingId}/undo-approval`);
  await correct(orderId);
  app.clock.advance(3600 * second);
  await app.sendMail();
  expect(sentTo()).toEqual([right]);
  expect(storedMail(app, orderId).map(({ state }) => state)).toEqual(['sent', 'canceled']);
});

test('sends the confirmation to an address corrected before payment', async () => {
  const { app, correct, sentTo } = await createDesk();
  const order = await placeOrder(app);
  expect((await correct(order.orderId)).body).toEqual([]);
  await payFor(app, order);
  await app.sendMail();
  expect(sentTo()).toEqual([right]);
});

/** Corrects the address while a worker is sending the confirmation to the old one. */
async function correctWhileSending() {
  const desk = await createDesk();
  const { orderId } = await desk.app.buy();
  const held = holdDeliveries(desk.app);
  const { sending } = await beginSending(desk.app, held);
  expect((await desk.correct(orderId)).status).toBe(200);
  const [first] = held;
  if (!first) throw new Error('Nothing is being sent.');
  /** Waits until another mail is being sent, which is taken. */
  const acceptNext = async () => {
    await vi.waitFor(() => expect(held).toHaveLength(2));
    held[1]?.accept();
  };
  return { ...desk, orderId, held, first, sending, acceptNext };
}

test('records a mail accepted at the old address and sends another', async () => {
  const { app, orderId, held, first, sending, acceptNext } = await correctWhileSending();
  first.accept();
  await acceptNext();
  expect(await sending).toBe(2);
  expect(held.map(({ mail }) => mail.to.address)).toEqual(toBoth);
  expect(held[1]?.mail.messageId).not.toBe(first.mail.messageId);
  expect(storedMail(app, orderId)).toMatchObject(sentToBoth);
});

test.each([
  ['for now', later],
  ['for good', unknownUser],
])('redirects a mail the old address refuses %s to the new one', async (_what, refusal) => {
  const { app, orderId, held, first, sending, acceptNext } = await correctWhileSending();
  first.refuse(refusal);
  await acceptNext();
  await sending;
  expect(held.map(({ mail }) => mail.to.address)).toEqual(toBoth);
  expect(storedMail(app, orderId)).toMatchObject([{ toAddress: right, state: 'sent' }]);
  expect(timelineOf(app, orderId)).not.toContain('mail_failed');
});

test('sends one mail to the new address after a worker’s lease expires', async () => {
  const { app, orderId, held, first, sending } = await correctWhileSending();
  app.clock.advance(180 * second);
  const next = await beginSending(app, held);
  held[1]?.accept();
  expect(await next.sending).toBe(1);
  first.accept();
  await sending;
  expect(held.map(({ mail }) => mail.to.address)).toEqual(toBoth);
  expect(storedMail(app, orderId)).toMatchObject([{ toAddress: right, state: 'sent' }]);
});

test('refuses an address with several recipients or extra headers', async () => {
  const { app, correct, sentTo } = await createDesk();
  const { orderId } = await app.buy();
  for (const email of ['a@x.example, b@x.example', 'a@x.example\r\nBcc: b@x.example', '', ['a@x.example']])
    expect([email, (await correct(orderId, email)).status]).toEqual([email, 400]);
  await app.sendMail();
  expect(sentTo()).toEqual([wrong]);
});
