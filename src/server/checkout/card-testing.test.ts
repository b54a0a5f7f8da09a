import { expect, test } from 'vitest';
import { paymentOrigins, stripeEvents } from '../../../db/schema.ts';
import {
  addSignedIn,
  checkoutPath,
  declineCards,
  linesOf,
  openCheckoutPage,
  payFor,
  placeOrder,
  saidBy,
  sendPaymentEvent,
  sendWebhook,
  setPrice,
  storedOrder,
  submitForm,
  testCardsEverywhere,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp, readingRequest, type TestApp } from '../../../tests/kit/test-app.ts';
import { days } from '../../shared/durations.ts';
import { runHousekeeping } from '../app/jobs.ts';
import { DomainError } from '../base/domain-error.ts';
import { cancelAbandonedCheckouts } from './abandon-checkouts.ts';

const minute = 60_000;

/** The shop behind a proxy of ours, so that visitors have addresses. */
const createShop = (env: Record<string, string> = {}) =>
  createTestApp({ env: { TRUSTED_PROXY_HOPS: '1', ...env } });
const visitorFrom = (app: TestApp, address: string) => app.visitor({ 'x-forwarded-for': address });
const statusOf = (app: TestApp, id: string) => app.payments.find(id)?.status;
const isOpen = async (app: TestApp) => (await openCheckoutPage(app.visitor())).status === 200;

test('keeps a payment open after four declined cards', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await declineCards(app, order.paymentIntentId, 4);
  expect(statusOf(app, order.paymentIntentId)).toBe('open');
  app.payments.pay(order.paymentIntentId);
  // The fifth arrives while a card is accepted.
  await declineCards(app, order.paymentIntentId);
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('paid');
});

test('cancels a payment at the fifth decline and opens a fresh one', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await declineCards(app, order.paymentIntentId, 5);
  expect(statusOf(app, order.paymentIntentId)).toBe('canceled');
  expect(linesOf(app, order.orderId, 'payment_failed')).toHaveLength(5);
  const { body } = await submitForm(order.customer);
  expect(body.orderId).toBe(order.orderId);
  expect(body.clientSecret).not.toBe(order.clientSecret);
  expect(await payFor(app, body)).toBe('paid');
});

test('counts one decline event once, even when sent twenty times', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await placeOrder(app);
  const event = { id: 'evt_same', type: 'payment_intent.payment_failed', paymentId: paymentIntentId };
  await Promise.all(Array.from({ length: 20 }, () => sendWebhook(app, event)));
  await sendWebhook(app, event);
  expect(timelineOf(app, orderId)).toEqual(['order_placed', 'payment_failed']);
  expect(statusOf(app, paymentIntentId)).toBe('open');
});

test('retries a failed cancellation at the next decline', async () => {
  const app = createTestApp();
  const { paymentIntentId } = await placeOrder(app);
  await declineCards(app, paymentIntentId, 4);
  app.payments.setDown(true, 'cancelPayment');
  expect(await sendPaymentEvent(app, paymentIntentId, 'payment_intent.payment_failed')).toBe(502);
  app.payments.setDown(false);
  await declineCards(app, paymentIntentId);
  expect(statusOf(app, paymentIntentId)).toBe('canceled');
});

test('pauses new checkouts during card testing, but not open ones', async () => {
  const app = createShop();
  const begun = app.visitor();
  const opened = await openCheckoutPage(begun);
  await testCardsEverywhere(app, 20);
  const before = app.payments.calls.length;
  for (const body of [{}, readingRequest()]) {
    const refused = await app.visitor().post(checkoutPath, body);
    expect(saidBy(refused)).toBe(
      '503 Card payments are paused for a few minutes. You haven’t been charged. Please try again in a few minutes.',
    );
    expect(refused.headers.get('retry-after')).toBe('60');
  }
  expect(app.payments.calls).toHaveLength(before);
  // A visitor who had begun before can reload, submit and pay.
  expect((await openCheckoutPage(begun)).body.clientSecret).toBe(opened.body.clientSecret);
  const { body } = await submitForm(begun);
  expect(await payFor(app, body)).toBe('paid');
  // A free reading needs no card.
  setPrice(app, 0);
  expect((await submitForm(app.visitor())).status).toBe(200);
});

test('pauses checkouts at twenty declines and resumes after ten minutes', async () => {
  const app = createShop();
  const [tried = ''] = await testCardsEverywhere(app, 19);
  expect(await isOpen(app)).toBe(true);
  await declineCards(app, tried);
  expect(await isOpen(app)).toBe(false);
  app.clock.advance(10 * minute);
  expect(await isOpen(app)).toBe(false);
  app.clock.advance(1);
  expect(await isOpen(app)).toBe(true);
});

test('tolerates four declines for each successful payment', async () => {
  const app = createShop();
  for (let i = 0; i < 5; i++) await sendPaymentEvent(app, (await app.buy()).paymentIntentId);
  const [tried = ''] = await testCardsEverywhere(app, 20);
  expect(await isOpen(app)).toBe(true);
  await declineCards(app, tried);
  expect(await isOpen(app)).toBe(false);
});

test('lets a custom checkout guard refuse an address', async () => {
  const app = createTestApp({
    env: { TRUSTED_PROXY_HOPS: '1' },
    checkoutGuard: async ({ address }) => {
      if (address === '203.0.113.66') throw new DomainError('forbidden', 'Please solve the puzzle.');
    },
  });
  const refused = await openCheckoutPage(visitorFrom(app, '203.0.113.66'));
  expect(saidBy(refused)).toBe('403 Please solve the puzzle.');
  expect(app.payments.list().length).toBe(0);
  expect((await submitForm(visitorFrom(app, '203.0.113.7'))).status).toBe(200);
});

test('does not lock out an email address that others submit', async () => {
  const app = createShop({ RATE_LIMITS: 'on' });
  const submit = (i: number) => submitForm(visitorFrom(app, `198.51.100.${i}`));
  for (let i = 0; i < 25; i++) expect((await submit(i)).status).toBe(200);
  const kept = JSON.stringify(app.db.query.rateLimits.findMany().sync());
  expect(kept).not.toMatch(/customers\.example|198\.51\.100/i);
});

/** A new visitor fills in the form and presses Pay. */
async function beginFrom(app: TestApp, address: string) {
  const customer = visitorFrom(app, address);
  await openCheckoutPage(customer);
  return { customer, ...(await submitForm(customer)) };
}

async function beginMany(app: TestApp, count: number, addressOf: (index: number) => string) {
  const begun: string[] = [];
  for (let i = 0; i < count; i++) begun.push((await beginFrom(app, addressOf(i))).body.paymentIntentId);
  return begun;
}

async function expectToBuy(app: TestApp, address: string): Promise<void> {
  const { body } = await beginFrom(app, address);
  expect(await payFor(app, body)).toBe('paid');
}

test('pauses payments for an hour from an address with many declines', async () => {
  const app = createShop();
  const tester = '203.0.113.66';
  const begun = await beginMany(app, 40, () => tester);
  for (const id of begun.slice(0, 30)) await declineCards(app, id, 4);
  const refused = await openCheckoutPage(visitorFrom(app, tester));
  expect(saidBy(refused)).toBe(
    '429 Too many cards were declined, so we’ve paused payments from your connection for now. You haven’t been charged. Please try again later, or email us.',
  );
  expect(refused.headers.get('retry-after')).toBe('3601');
  // What was begun before does not serve for testing on: one more declined card is the last.
  for (const id of begun.slice(30)) await declineCards(app, id);
  expect(new Set(begun.slice(30).map((id) => statusOf(app, id)))).toEqual(new Set(['canceled']));
  await expectToBuy(app, '203.0.113.7');
  const admin = await addSignedIn(app, 'admin', 'admin');
  expect((await admin.get('/api/alerts')).body).toEqual([]);
  app.clock.advance(60 * minute + 1);
  await expectToBuy(app, tester);
});

test('refuses a visitor after ten declined cards, but not their neighbor', async () => {
  const app = createShop({ RATE_LIMITS: 'on' });
  const { customer, body: first } = await beginFrom(app, '203.0.113.66');
  await declineCards(app, first.paymentIntentId, 5);
  const { body: second } = await submitForm(customer);
  await declineCards(app, second.paymentIntentId, 5);
  const refused = await submitForm(customer);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(app.payments.list().length).toBe(2);
  for (let i = 0; i < 100; i++) {
    app.clock.advance(20_000);
    expect((await submitForm(customer, { customerEmail: `t${i}@customers.example` })).status).toBe(429);
  }
  await expectToBuy(app, '203.0.113.66');
});

test('lets a customer pay after several mistyped cards', async () => {
  const app = createShop();
  const { customer, body: first } = await beginFrom(app, '203.0.113.7');
  await declineCards(app, first.paymentIntentId, 5);
  const { body: second } = await submitForm(customer);
  await declineCards(app, second.paymentIntentId, 3);
  const { body } = await submitForm(customer);
  expect(body.paymentIntentId).toBe(second.paymentIntentId);
  expect(await payFor(app, body)).toBe('paid');
});

test('cancels further payments of a card declined at many addresses', async () => {
  const app = createShop();
  const tried = await beginMany(app, 26, (i) => `198.51.100.${i + 1}`);
  for (const id of tried) app.payments.change(id, { declinedCard: 'a stolen card' });
  app.payments.change(tried[0] ?? '', { declinedCard: 'another card' });
  for (const id of tried) await declineCards(app, id);
  const statuses = tried.map((id) => statusOf(app, id));
  expect(new Set(statuses.slice(0, 24))).toEqual(new Set(['open']));
  expect(statuses.slice(24)).toEqual(['canceled', 'canceled']);
});

test('stores payment origins as hashes and deletes them after a day', async () => {
  const app = createShop();
  const { body } = await beginFrom(app, '203.0.113.7');
  app.payments.change(body.paymentIntentId, { declinedCard: 'a card' });
  await declineCards(app, body.paymentIntentId);
  const origins = () => app.db.select().from(paymentOrigins).all();
  const cards = () => app.db.select({ card: stripeEvents.card }).from(stripeEvents).all();
  expect(origins()).toMatchObject([{ address: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(JSON.stringify(origins())).not.toContain('203.0.113.7');
  expect(cards()).toEqual([{ card: 'a card' }]);
  app.clock.advance(days(1) + 1);
  await cancelAbandonedCheckouts(app.context);
  await runHousekeeping(app.context);
  expect(origins()).toEqual([]);
  expect(cards()).toEqual([{ card: null }]);
});
