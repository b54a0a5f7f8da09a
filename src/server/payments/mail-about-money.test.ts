import { expect, test } from 'vitest';
import { withdrawals } from '../../../db/schema.ts';
import {
  addSignedIn,
  orderIn,
  saidBy,
  sendPaymentEvent,
  sendWebhook,
  storedMail,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { DisputeStatus } from '../../shared/orders/money-states.ts';

/** A shop with an order of sixty dollars whose confirmation has left. */
async function createShop(status: Parameters<typeof orderIn>[1] = 'pending') {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'UTC', APPROVAL_UNDO_SECONDS: '0' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId, orderNumber, paymentIntentId } = await orderIn(app, status, admin.person);
  await app.sendMail();
  app.mailer.sent.length = 0;
  return {
    app,
    admin,
    orderId,
    orderNumber,
    paymentIntentId,
    refund: (amount: number, refundedBefore: number) =>
      admin.post(`/api/orders/${orderId}/refund`, { amount, refundedBefore }),
    move: (status: 'succeeded' | 'failed') =>
      sendWebhook(app, app.payments.moveRefund(paymentIntentId, 're_1', status)),
    async dispute(...statuses: DisputeStatus[]) {
      for (const status of statuses) await sendWebhook(app, app.payments.dispute(paymentIntentId, status));
    },
    mails: async () => (await admin.get<OrderMail[]>(`/api/orders/${orderId}/mails`)).body,
    /** @returns what went out */
    async sent() {
      app.mailer.sent.length = 0;
      await app.sendMail();
      return app.mailer.sent;
    },
  };
}

test('mails each refund once, and in the last mail closes the order', async () => {
  const { app, refund, sent, paymentIntentId, orderNumber } = await createShop();
  await refund(20, 0);
  const goesOn = /refunded \$20\.00 USD.*We’re still working on .* your reading by \w+day, \w+ \d+\./s;
  const subject = `Your refund for order ${orderNumber}`;
  expect(await sent()).toMatchObject([{ subject, text: expect.stringMatching(goesOn) }]);
  for (let i = 0; i < 3; i++) await sendPaymentEvent(app, paymentIntentId, 'charge.refunded');
  expect(await sent()).toEqual([]);
  // The rest is given back at Stripe.
  app.payments.refundElsewhere(paymentIntentId, 4000);
  await sendPaymentEvent(app, paymentIntentId, 'charge.refunded');
  const last = expect.stringMatching(/\$40\.00 USD.*Your order is now closed/s);
  expect(await sent()).toMatchObject([{ text: last }]);
});

test('lets refunded customers keep a reading they received', async () => {
  const { refund, sent } = await createShop('approved');
  await refund(60, 0);
  expect((await sent())[0]?.text).toContain('The reading we sent you is yours to keep.');
});

test('mails a pending refund only once it succeeds', async () => {
  const { app, refund, sent, move } = await createShop();
  app.payments.refundsBegin('pending');
  await refund(60, 0);
  expect(await sent()).toEqual([]);
  await move('succeeded');
  expect(await sent()).toHaveLength(1);
});

test('mails when a refund fails and refuses to resend the first mail', async () => {
  const { admin, refund, sent, mails, move, orderNumber } = await createShop();
  await refund(60, 0);
  await sent();
  const made = (await mails()).find(({ kind }) => kind === 'refund_made');
  await move('failed');
  expect(await sent()).toMatchObject([{ subject: `Your refund for order ${orderNumber} failed` }]);
  const again = await admin.post(`/api/mails/${made?.id}/resend`);
  expect(saidBy(again)).toBe('409 What this email says is no longer true.');
});

test('cancels the unsent mail of a refund that failed', async () => {
  const { app, orderId, refund, sent, move } = await createShop();
  await refund(60, 0);
  await move('failed');
  expect(await sent()).toEqual([]);
  expect(storedMail(app, orderId).at(-1)).toMatchObject({ kind: 'refund_made', state: 'canceled' });
});

test('resends the mail about the same refund, also to a corrected address', async () => {
  const { admin, refund, sent, mails, orderId } = await createShop();
  await refund(20, 0);
  await refund(10, 20);
  await sent();
  const first = (await mails()).find(({ kind }) => kind === 'refund_made');
  await admin.post(`/api/mails/${first?.id}/resend`, {});
  expect((await sent())[0]?.text).toContain('$20.00 USD');
  await admin.put(`/api/orders/${orderId}/email`, { email: 'maya.w@customers.example' });
  const to = { address: 'maya.w@customers.example' };
  expect(await sent()).toMatchObject([{ to, text: expect.stringContaining('$20.00 USD') }]);
});

test('sends no mail about refunds and disputes while switched off', async () => {
  const { admin, refund, sent, dispute, move } = await createShop();
  const off = { refunds: false, disputes: false, lateReadings: true };
  expect((await admin.put('/api/settings/mails', off)).status).toBe(200);
  await refund(20, 0);
  await move('failed');
  await dispute('needs_response', 'lost');
  expect(await sent()).toEqual([]);
});

test.each([
  ['won', 'We’re continuing with your reading, and you’ll get it by'],
  ['lost', 'Your order is now closed'],
] as const)('mails about a dispute that is %s only once it is over', async (end, words) => {
  const { dispute, sent, orderNumber } = await createShop();
  await dispute('needs_response', 'under_review');
  expect(await sent()).toEqual([]);
  await dispute(end);
  const subject = `About the payment for your order ${orderNumber}`;
  expect(await sent()).toMatchObject([{ subject, text: expect.stringContaining(words) }]);
});

test('mails a withdrawn customer about the money without promising a reading', async () => {
  const { app, orderId, refund, dispute, sent } = await createShop();
  await dispute('needs_response');
  const withdrawal = { id: 'w1', orderId, words: 'I withdraw.', statedAt: app.clock.now() };
  app.db.insert(withdrawals).values(withdrawal).run();
  await dispute('won');
  const told = [...(await sent())];
  await refund(20, 0);
  told.push(...(await sent()));
  const texts = ['decided that it stands.', 'We’ve refunded $20.00 USD'].map((words) =>
    expect.stringContaining(words),
  );
  expect(told.map(({ text }) => text)).toEqual(texts);
  expect(JSON.stringify(told)).not.toMatch(/continuing|still working|get your reading by/);
});

test('sends no mail about an inquiry that the bank closed', async () => {
  const { dispute, sent } = await createShop();
  await dispute('warning_needs_response', 'warning_closed');
  expect(await sent()).toEqual([]);
});
