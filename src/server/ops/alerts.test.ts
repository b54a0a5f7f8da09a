import { expect, test } from 'vitest';
import { addSignedIn, confirm, placeOrder, sendWebhook, storedMail } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { days, minutes } from '../../shared/durations.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { MailRejected } from '../base/mailer.ts';
import { reconcilePayments } from '../payments/missed-webhooks.ts';

const day = days(1);
const refused = new MailRejected('550 No such user', { isPermanent: true, responseCode: 550 });

let admins = 0;

/** @returns what the admin sees, once it is certain that `/readyz` tells strangers nothing of it */
async function alertsOf(app: TestApp): Promise<Alert[]> {
  const admin = await addSignedIn(app, `admin${++admins}`, 'admin');
  const { status, body } = await admin.get<Alert[]>('/api/alerts');
  const ready = await app.visitor().get('/readyz');
  expect([status, ready.status, ready.body]).toEqual([200, 200, { status: 'ok', problems: [] }]);
  return body;
}

/** A payment is made, and found without a webhook. */
async function missWebhook(app: TestApp) {
  const { paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  await reconcilePayments(app.context);
  return paymentIntentId;
}

test('raises no alert while everything works', async () => {
  const app = createTestApp();
  const { paymentIntentId } = await app.buy();
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  await app.sendMail();
  await reconcilePayments(app.context);
  expect(await alertsOf(app)).toEqual([]);
});

test('reports a silent webhook for a day after a reconciled payment', async () => {
  const app = createTestApp();
  const silent = [{ code: 'webhook_silent', count: 1 }];
  const paymentIntentId = await missWebhook(app);
  expect(await alertsOf(app)).toMatchObject(silent);
  app.clock.advance(day - 1);
  expect(await alertsOf(app)).toMatchObject(silent);
  app.clock.advance(1);
  expect(await alertsOf(app)).toEqual([]);
  app.payments.change(paymentIntentId, { refundedMinor: 6000 });
  await reconcilePayments(app.context);
  expect(await alertsOf(app)).toMatchObject(silent);
  await sendWebhook(app, { id: 'evt_late', paymentId: paymentIntentId });
  expect(await alertsOf(app)).toEqual([]);
});

test('blames the webhook secret when webhooks are refused and payments missed', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const app = createTestApp({ env: { LOG_LEVEL: 'warn' }, logTo });
  const { paymentIntentId } = await placeOrder(app);
  const event = { id: 'evt_1', paymentId: paymentIntentId };
  const miss = () => missWebhook(app);
  const refuse = (signature: string) => sendWebhook(app, event, signature);
  for (let message = 0; message < 100; message++) expect(await refuse('forged')).toBe(400);
  await refuse('');
  expect(await alertsOf(app)).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', fault: 'foreign', messages: 1 },
    { level: 'warn', fault: 'unsigned', messages: 1 },
  ]);
  expect(lines.join('')).not.toContain(paymentIntentId);
  app.clock.advance(5 * 60_000);
  await refuse('forged');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ fault: 'foreign', messages: 100 });
  expect(await alertsOf(app)).toEqual([]);
  await miss();
  const said = (words: string) => ({ code: 'webhook_silent', message: expect.stringContaining(words) });
  const silent = said('without a webhook');
  const wrongSecret = said('weren’t signed with the secret');
  expect(await alertsOf(app)).toMatchObject([{ ...wrongSecret, count: 101 }]);
  app.clock.advance(day + 1);
  await miss();
  expect(await alertsOf(app)).toMatchObject([silent]);
  await refuse('forged');
  expect(await alertsOf(app)).toMatchObject([silent]);
  app.clock.advance(5 * 60_000);
  await refuse('forged');
  expect(await alertsOf(app)).toMatchObject([{ ...wrongSecret, count: 2 }]);
  app.payments.pay(paymentIntentId);
  await sendWebhook(app, event);
  expect(await alertsOf(app)).toMatchObject([silent]);
});

test('counts orders in review and disputed orders, but no deleted ones', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const review = [await placeOrder(app), await placeOrder(app)];
  for (const order of review) {
    app.payments.pay(order.paymentIntentId);
    app.payments.change(order.paymentIntentId, { amountReceivedMinor: 5900 });
    await confirm(app, order);
  }
  const disputed = await app.buy();
  app.payments.change(disputed.paymentIntentId, { isDisputed: true });
  await sendWebhook(app, { id: 'evt_1', paymentId: disputed.paymentIntentId });
  const two = 'Payments do not match their orders. No reader sees these orders until you decide.';
  const one = 'A payment does not match its order. No reader sees this order until you decide.';
  const dispute = { code: 'payment_disputed', count: 1 };
  expect(await alertsOf(app)).toMatchObject([{ code: 'payment_review', count: 2, message: two }, dispute]);
  await admin.delete(`/api/orders/${review[0]?.orderId}`);
  expect(await alertsOf(app)).toMatchObject([{ code: 'payment_review', count: 1, message: one }, dispute]);
  await admin.put(`/api/orders/${review[1]?.orderId}/accept-payment`);
  expect(await alertsOf(app)).toMatchObject([dispute]);
});

test.each([
  ['2037-06-05T14:00Z', 'Respond in Stripe by Friday, June 5.'],
  ['2037-06-01T22:00Z', 'Respond in Stripe today.'],
  ['2037-05-29T14:00Z', 'Respond in Stripe right away: the deadline was Friday, May 29.'],
])('words a dispute deadline of %s to fit the current day', async (dueAt, words) => {
  const app = createTestApp();
  app.clock.advance(Date.parse('2037-06-01T14:00Z') - app.clock.now());
  const { paymentIntentId } = await app.buy();
  app.payments.dispute(paymentIntentId, 'needs_response', { dueAt: Date.parse(dueAt) });
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  const message = `A bank is questioning a customer’s payment. ${words}`;
  expect(await alertsOf(app)).toMatchObject([{ code: 'payment_disputed', message }]);
});

test('names the order of a failed mail until sent or deleted', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId, orderNumber } = await app.buy();
  const orders = [{ id: orderId, orderNumber }];
  app.mailer.failWith(new MailRejected('451 Later', { isPermanent: false, responseCode: 451 }));
  await app.sendMail();
  expect(await alertsOf(app)).toEqual([]);
  app.mailer.failWith(refused);
  app.clock.advance(minutes(1));
  await app.sendMail();
  expect(await alertsOf(app)).toMatchObject([{ code: 'mail_failed', count: 1, orders }]);
  app.mailer.failWith(null);
  await admin.post(`/api/mails/${storedMail(app, orderId)[0]?.id}/resend`);
  await app.sendMail();
  expect(await alertsOf(app)).toEqual([]);
  const other = await app.buy();
  app.mailer.failWith(refused);
  await app.sendMail();
  await admin.post('/api/readings', { orderId: other.orderId, content: 'The Star.', send: true });
  app.clock.advance(minutes(2));
  await app.sendMail();
  expect(storedMail(app, other.orderId).filter(({ state }) => state === 'failed')).toHaveLength(2);
  expect(await alertsOf(app)).toMatchObject([{ code: 'mail_failed', count: 1 }]);
  await admin.delete(`/api/orders/${other.orderId}`);
  expect(await alertsOf(app)).toEqual([]);
});

test('warns about the demo’s contact address until the admin changes it', async () => {
  const app = createTestApp({ env: { PUBLIC_URL: 'https://tarot-at-work.com' } });
  const words = /^The contact address is hello@career-tarot\.example.*CONTACT_EMAIL\.$/;
  const message = expect.stringMatching(words);
  expect(await alertsOf(app)).toEqual([{ code: 'mail_failed', count: 1, message, orders: [] }]);
  const admin = await addSignedIn(app, 'boss', 'admin');
  const identity = { siteName: 'Tarot at Work', contactEmail: 'hello@tarot-at-work.com', legalName: '' };
  await admin.put('/api/business/identity', { ...identity, postalAddress: '', version: 0 });
  expect(await alertsOf(app)).toEqual([]);
});

test('writes each alert as a sentence without customer names', async () => {
  const app = createTestApp();
  const stray = { amountMinor: 100, currency: 'usd', idempotencyKey: 'stray' };
  app.payments.pay((await app.payments.openPayment(stray)).id);
  await app.buy();
  app.mailer.failWith(refused);
  await app.sendMail();
  await missWebhook(app);
  const alerts = await alertsOf(app);
  expect(alerts.map(({ code }) => code)).toEqual(['webhook_silent', 'payment_stray', 'mail_failed']);
  for (const { message } of alerts) expect(message).toMatch(/^[A-Z].*\.$/);
  // A payment without an order has no other name than Stripe's; the others have their order.
  const [, , { message: aboutMail }] = alerts as [Alert, Alert, Alert];
  expect(aboutMail).not.toContain('pi_');
  expect(JSON.stringify(alerts)).not.toMatch(/Maya|customers\.example/);
});
