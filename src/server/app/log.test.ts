import { expect, test } from 'vitest';
import { writeTransaction } from '../../../db/client.ts';
import {
  checkoutPath,
  openCheckoutPage,
  sendWebhook,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { cancelAbandonedCheckouts } from '../checkout/abandon-checkouts.ts';
import { deleteExpiredData } from '../ops/privacy/delete-expired.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { createLog } from './log.ts';

const background = 'Eleven years, two children, one mortgage.';
const reading = 'The Star speaks of patience and of water.';
const notes = 'Drew the cards twice.';
const email = 'maya.secret@customers.example';

function createLoggedApp() {
  let log = '';
  const app = createTestApp({
    env: { LOG_LEVEL: 'trace', APPROVAL_UNDO_SECONDS: '0', RATE_LIMITS: 'on' },
    logTo: { write: (line) => (log += line) },
  });
  return { app, read: () => log };
}

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
