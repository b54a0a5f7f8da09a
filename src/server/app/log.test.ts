import { expect, test } from 'vitest';
import { writeTransaction } from '../../../db/client.ts';
import {
  checkoutPath,
  confirm,
  openCheckoutPage,
  sendWebhook,
  storedMail,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { MailRejected } from '../base/mailer.ts';
import { cancelAbandonedCheckouts } from '../checkout/abandon-checkouts.ts';
import { deleteExpiredData } from '../ops/privacy/delete-expired.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { reconcilePayments } from '../payments/missed-webhooks.ts';
import { createLog } from './log.ts';

const question = 'Should I leave the law firm in Malmo?';
const background = 'Eleven years, two children, one mortgage.';
const reading = 'The Star speaks of patience and of water.';
const notes = 'Drew the cards twice.';
const feedback = 'Say more about the water.';
const email = 'maya.secret@customers.example';
const name = 'Maya Lindqvist';
const privateWords = { question, background, reading, notes, feedback, email, name };

const mailRefused = (address: string) =>
  new MailRejected(`550 <${address}>: no such user`, { isPermanent: true, responseCode: 550 });

function createLoggedApp() {
  let log = '';
  const app = createTestApp({
    env: { LOG_LEVEL: 'trace', APPROVAL_UNDO_SECONDS: '0', RATE_LIMITS: 'on' },
    logTo: { write: (line) => (log += line) },
  });
  return { app, read: () => log };
}

/** From the first page load to the page of the delivered order, with most of what can go wrong on the way. */
async function tellWholeStory({ app }: ReturnType<typeof createLoggedApp>): Promise<Record<string, string>> {
  const staff = { admin: await app.signIn('admin'), reader: await app.signIn('reader') };
  await app.visitor().post('/api/login', { username: 'admin', password: 'a wrong password 9' });
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  const visitorToken = customer.cookies.get('checkout') ?? '';
  const form = {
    readingType: 'other',
    customQuestion: question,
    backgroundContext: background,
    customerName: name,
    customerEmail: email,
  } as const;
  await submitForm(customer, { ...form, customerEmail: 'not an address' });
  const { body: order } = await submitForm(customer, form);
  const { paymentIntentId, orderId } = order;
  await customer.post('/api/payment-failure', { ...form, errorMessage: 'Declined' });
  const report = { customerName: name, customerEmail: email, errorMessage: 'Declined', paymentIntentId };
  await customer.post('/api/payment-failure', report);
  for (let i = 0; i < 6; i++) {
    const event = { id: `evt_${i}`, type: 'payment_intent.payment_failed', paymentId: paymentIntentId };
    await sendWebhook(app, event);
  }
  const { body: again } = await submitForm(customer, form);
  app.payments.setDown(true);
  await confirm(app, again);
  await reconcilePayments(app.context).catch(() => {});
  app.payments.setDown(false);
  app.payments.pay(again.paymentIntentId);
  await reconcilePayments(app.context);
  await sendWebhook(app, { id: 'evt_forged', paymentId: again.paymentIntentId }, 'forged');
  app.mailer.failWith(mailRefused(email));
  await app.sendMail();
  app.mailer.failWith(new TypeError('cannot write'));
  const admin = staff.admin;
  await admin.post(`/api/mails/${storedMail(app, orderId)[0]?.id}/resend`);
  await app.sendMail();
  app.mailer.failWith(null);
  await admin.put(`/api/orders/${orderId}/email`, { email: `new-${email}` });
  await staff.reader.get('/api/reader/orders');
  const submitted = await staff.reader.post<{ id: string } & ErrorBody>('/api/readings', {
    orderId,
    content: reading,
    internalNotes: notes,
  });
  await admin.put(`/api/readings/${submitted.body.id}/reject`, { feedback });
  await admin.put(`/api/readings/${submitted.body.id}`, { content: `${reading} Again.` });
  await admin.put(`/api/readings/${submitted.body.id}/approve`);
  await admin.put(`/api/readings/${submitted.body.id}/approve`);
  app.clock.advance(3_600_000);
  await app.sendMail();
  const link = /order\/([\w-]{22})/.exec(app.mailer.sent.at(-1)?.text ?? '')?.[1] ?? '';
  expect(readCustomerOrder(app.context, link)?.reading).toContain(reading);
  await admin.get(`/api/orders?q=${encodeURIComponent(email)}`);
  await admin.put('/api/admin/password', { currentPassword: admin.password, newPassword: 'other words 77' });
  await admin.put('/api/settings/price', { price: 49 });
  app.payments.change(again.paymentIntentId, { refundedMinor: 6000 });
  await sendWebhook(app, { id: 'evt_refund', paymentId: again.paymentIntentId });
  expect(storedOrder(app, orderId)).toMatchObject({ status: 'approved', paymentStatus: 'refunded' });
  return {
    ...privateWords,
    password: admin.password,
    newPassword: 'other words 77',
    clientSecret: String(opened.body.clientSecret),
    nextClientSecret: String(again.clientSecret),
    visitorToken,
    adminToken: admin.cookies.get('session') ?? '',
    readerToken: staff.reader.cookies.get('session') ?? '',
    link,
  };
}

test('logs nothing private through a whole order at trace level', async () => {
  const logged = createLoggedApp();
  const secrets = await tellWholeStory(logged);
  const log = logged.read();
  expect(log.split('\n').length).toBeGreaterThan(10);
  for (const [what, secret] of Object.entries(secrets)) {
    expect([what, secret.length > 5]).toEqual([what, true]);
    expect([what, log.includes(secret)]).toEqual([what, false]);
  }
  expect(log).not.toMatch(/@customers\.example|_secret_|Lindqvist|set-cookie|session=|checkout=/i);
  expect(log).toContain('"words":"550 <…>: no such user"');
});

test('logs only ids of abandoned checkouts, unknown payments and payments in review', async () => {
  const { app, read } = createLoggedApp();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { body } = await submitForm(customer, { customerEmail: email, backgroundContext: background });
  app.clock.advance(31 * 86_400_000);
  await cancelAbandonedCheckouts(app.context);
  await deleteExpiredData(app.context);
  app.payments.change(body.paymentIntentId, { status: 'open' });
  app.payments.pay(body.paymentIntentId);
  await sendWebhook(app, { id: 'evt_1', paymentId: body.paymentIntentId });
  const stray = await app.payments.openPayment({
    amountMinor: 100,
    currency: 'usd',
    idempotencyKey: 'stray',
  });
  app.payments.pay(stray.id);
  await sendWebhook(app, { id: 'evt_2', paymentId: stray.id });
  expect(storedOrder(app, body.orderId).paymentStatus).toBe('review');
  expect(read()).toContain(body.orderId);
  expect(read()).toContain(stray.id);
  expect(read()).not.toMatch(/@customers|Eleven years|Maya|_secret_/);
});

const refuseIn = (table: string) => (app: TestApp) =>
  void app.db.$client.exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  );
const rejectWith = (error: Error) => (app: TestApp) => {
  app.context.payments.attachOrder = () => Promise.reject(error);
};

test.each<[what: string, prepare: (app: TestApp) => void, route: string]>([
  ['a bug', rejectWith(new TypeError('cannot read it')), checkoutPath],
  ['a full disk', rejectWith(Object.assign(new Error('full'), { code: 'SQLITE_FULL' })), checkoutPath],
  ['an order that the database refuses', refuseIn('orders'), checkoutPath],
  ['a reading that the database refuses', refuseIn('readings'), '/api/readings'],
])('logs %s without what people wrote', async (_what, prepare, route) => {
  const { app, read } = createLoggedApp();
  const reader = await app.signIn('reader');
  const { orderId } = await app.buy({ customerEmail: email });
  const customer = app.visitor();
  await openCheckoutPage(customer);
  prepare(app);
  const { status } =
    route === checkoutPath
      ? await submitForm(customer, { customerEmail: email, backgroundContext: background })
      : await reader.post(route, { orderId, content: reading, internalNotes: notes });
  expect(status).toBeGreaterThanOrEqual(500);
  expect(read()).toContain(`"route":"${route}"`);
  expect(read()).not.toMatch(/@customers|Eleven years|Maya|The Star|Drew the cards|_secret_/);
});

test('logs the events of an order once they are committed', async () => {
  const { app, read } = createLoggedApp();
  const { orderId } = await app.buy();
  const about = { orderId, type: 'address_corrected', actor: 'customer', at: 0 } as const;
  const before = read();
  const failed = writeTransaction(app.db, (tx) => {
    recordEvent(tx, about);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(read()).toBe(before);
  await writeTransaction(app.db, (tx) => recordEvent(tx, about));
  expect(read().slice(before.length)).toMatch(
    new RegExp(`^\\{[^\n]*"orderId":"${orderId}","event":"address_corrected"[^\n]*\\}\n$`),
  );
});

test('redacts secrets in logged objects', () => {
  let log = '';
  const logger = createLog('trace', false, undefined, {
    write: (line) => (log += line),
  });
  logger.info({
    payment: { clientSecret: 'pi_1_secret_x', client_secret: 'pi_2_secret_x' },
    user: { password: 'a password 7', cookie: 'session=abc' },
    headers: { cookie: 'session=abc' },
    body: { customerEmail: email },
  });
  expect(log).not.toMatch(/_secret_|a password|session=|customers/);
});
