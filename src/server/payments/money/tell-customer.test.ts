import { expect, test } from 'vitest';
import { withdrawals } from '../../../../db/schema.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { OrderMail } from '../../../shared/orders/mails.ts';
import type { DisputeStatus } from '../../../shared/orders/money-states.ts';
import { addSignedIn, orderIn, sendWebhook, storedMail } from '../../../testing/builders.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { MailRejected } from '../../context/mailer.ts';
import type { PaymentEvent } from '../../context/payment-gateway.ts';
import { settlePayment } from './settle-payment.ts';

/** A shop with an order of sixty dollars whose confirmation has left. */
async function createShop(status: Parameters<typeof orderIn>[1] = 'pending') {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'UTC', APPROVAL_UNDO_SECONDS: '0' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId, orderNumber, paymentIntentId } = await orderIn(app, status, admin.person);
  await app.sendMail();
  app.mailer.sent.length = 0;
  const tell = (event: PaymentEvent) => sendWebhook(app, event);
  return {
    app,
    admin,
    orderId,
    orderNumber,
    paymentIntentId,
    refund: (amount: number, refundedBefore: number) =>
      admin.post(`/api/orders/${orderId}/refund`, { amount, refundedBefore }),
    fail: () => tell(app.payments.moveRefund(paymentIntentId, 're_1', 'failed', 'expired_or_canceled_card')),
    dispute: (disputeStatus: DisputeStatus) => tell(app.payments.dispute(paymentIntentId, disputeStatus)),
    kinds: () => storedMail(app, orderId).map(({ kind, state }) => `${kind} ${state}`),
    mails: async () => (await admin.get<OrderMail[]>(`/api/orders/${orderId}/mails`)).body,
    switchOff: (changes: Partial<Record<'refunds' | 'disputes' | 'lateReadings', boolean>>) =>
      admin.put('/api/settings/mails', { refunds: true, disputes: true, lateReadings: true, ...changes }),
    /** @returns what went out */
    async sent() {
      app.mailer.sent.length = 0;
      await app.sendMail();
      return app.mailer.sent;
    },
  };
}

test('who gets a part of their money back hears how much, and that their order goes on; once', async () => {
  const { app, refund, sent, paymentIntentId, orderNumber } = await createShop();
  await refund(20, 0);
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: { address: 'maya@customers.example' },
    subject: `Your refund for order ${orderNumber}`,
  });
  expect(mail?.text).toContain('We’ve refunded $20.00 USD');
  expect(mail?.text).toMatch(
    /We’re still working on your order, and you’ll get your reading by \w+day, \w+ \d+\./,
  );
  const payment = app.payments.payments.get(paymentIntentId);
  for (let i = 0; i < 3; i++)
    if (payment) await settlePayment(app.context, { ...payment, askedAt: Date.now() + i });
  await sendWebhook(app, { id: 'evt_again', type: 'charge.refunded', paymentId: paymentIntentId });
  expect(await sent()).toEqual([]);
});

test('each refund is told of, and the last one that the order ends', async () => {
  const { refund, sent } = await createShop();
  await refund(20, 0);
  await refund(40, 20);
  const texts = (await sent()).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts.find((text) => text.includes('$20.00 USD'))).toBeDefined();
  expect(texts.find((text) => text.includes('$40.00 USD'))).toContain('Your order is now closed');
});

test('who has their reading keeps it', async () => {
  const { refund, sent } = await createShop('approved');
  await refund(60, 0);
  expect((await sent())[0]?.text).toContain('The reading we sent you is yours to keep.');
});

test('a refund that is on its way is told of when it has succeeded', async () => {
  const { app, refund, sent, paymentIntentId, kinds } = await createShop();
  app.payments.refundsBegin('pending');
  await refund(60, 0);
  expect(await sent()).toEqual([]);
  await sendWebhook(app, app.payments.moveRefund(paymentIntentId, 're_1', 'succeeded'));
  expect(kinds().at(-1)).toBe('refund_made queued');
  expect(await sent()).toHaveLength(1);
});

test('a refund that was made at Stripe is told of as well', async () => {
  const { app, sent, paymentIntentId } = await createShop();
  app.payments.refundElsewhere(paymentIntentId, 2_500);
  await sendWebhook(app, { id: 'evt_1', type: 'charge.refunded', paymentId: paymentIntentId });
  expect((await sent())[0]?.text).toContain('$25.00 USD');
});

test('a refund that fails later is taken back in a mail of its own', async () => {
  const { refund, sent, fail, orderNumber } = await createShop();
  await refund(60, 0);
  await sent();
  await fail();
  expect((await sent()).map(({ subject }) => subject)).toEqual([
    `Your refund for order ${orderNumber} failed`,
  ]);
});

test('who was not told of a refund yet is not told that it failed, either', async () => {
  const { refund, sent, fail, kinds } = await createShop();
  await refund(60, 0);
  await fail();
  expect(await sent()).toEqual([]);
  expect(kinds().at(-1)).toBe('refund_made canceled');
});

test('a mail about a refund waits for the mail server, and keeps its Message-ID', async () => {
  const { app, refund, sent, orderId } = await createShop();
  await refund(20, 0);
  const messageId = storedMail(app, orderId).at(-1)?.messageId;
  app.mailer.failWith(new MailRejected('421 come back later', { isPermanent: false, responseCode: 421 }));
  expect(await sent()).toEqual([]);
  app.mailer.failWith(null);
  app.clock.advance(60_000);
  expect((await sent()).map((mail) => mail.messageId)).toEqual([messageId]);
});

test('what is sent again still knows which refund it is about, and goes to a corrected address', async () => {
  const { admin, refund, sent, mails, orderId } = await createShop();
  await refund(20, 0);
  await refund(10, 20);
  await sent();
  const first = (await mails()).find(({ kind }) => kind === 'refund_made');
  await admin.post(`/api/mails/${first?.id}/resend`, {});
  expect((await sent())[0]?.text).toContain('$20.00 USD');
  await admin.put(`/api/orders/${orderId}/email`, { email: 'maya.w@customers.example' });
  const [again] = await sent();
  expect([again?.to.address, again?.text.includes('$20.00 USD')]).toEqual(['maya.w@customers.example', true]);
});

test('what is not so any more is not sent again', async () => {
  const { admin, refund, sent, mails, fail } = await createShop();
  await refund(20, 0);
  await sent();
  const made = (await mails()).find(({ kind }) => kind === 'refund_made');
  await fail();
  const { status, body } = await admin.post<ErrorBody>(`/api/mails/${made?.id}/resend`, {});
  expect([status, body.error.message]).toEqual([409, 'What this mail tells is not so any more.']);
});

test('nobody is told of an order that was deleted', async () => {
  const { admin, refund, sent, orderId } = await createShop();
  await refund(60, 0);
  await admin.delete(`/api/orders/${orderId}`);
  expect(await sent()).toEqual([]);
});

test('switched off, nothing is told of refunds and disputes', async () => {
  const { refund, sent, switchOff, dispute, fail } = await createShop();
  expect((await switchOff({ refunds: false, disputes: false })).status).toBe(200);
  await refund(20, 0);
  await fail();
  await dispute('needs_response');
  await dispute('lost');
  expect(await sent()).toEqual([]);
});

test('a dispute that is won tells that the reading goes on, and only when it is over', async () => {
  const { dispute, sent, orderNumber } = await createShop();
  await dispute('needs_response');
  await dispute('under_review');
  expect(await sent()).toEqual([]);
  await dispute('won');
  const mails = await sent();
  expect(mails.map(({ subject }) => subject)).toEqual([`About the payment for your order ${orderNumber}`]);
  expect(mails[0]?.text).toContain('We’re continuing with your reading, and you’ll get it by');
});

test('who withdrew is told what became of the money, and not that their reading comes', async () => {
  const { app, orderId, refund, dispute, sent } = await createShop();
  await dispute('needs_response');
  app.db
    .insert(withdrawals)
    .values({ id: 'w1', orderId, words: 'I withdraw.', statedAt: app.clock.now() })
    .run();
  await dispute('won');
  const [closed] = await sent();
  expect(closed?.text).toContain('decided that it stands.');
  await refund(20, 0);
  const [back] = await sent();
  expect(back?.text).toContain('We’ve refunded $20.00 USD');
  for (const mail of [closed, back]) {
    for (const part of [mail?.text, mail?.html])
      expect(part).not.toMatch(/continuing|still working|get your reading by/);
  }
});

test('a dispute that is lost tells that the order ends', async () => {
  const { dispute, sent } = await createShop();
  await dispute('needs_response');
  await dispute('lost');
  expect((await sent())[0]?.text).toContain('Your order is now closed');
});

test('a bank that only asked has stopped nothing, so that nobody is told', async () => {
  const { dispute, sent } = await createShop();
  await dispute('warning_needs_response');
  await dispute('warning_closed');
  expect(await sent()).toEqual([]);
});
