import { expect, test } from 'vitest';
import {
  checkoutPath,
  confirm,
  declineCards,
  linesOf,
  openCheckoutPage,
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
import { DomainError } from '../base/domain-error.ts';

const minute = 60_000;

/** The shop behind a proxy of ours, so that visitors have addresses. */
const createShop = () => createTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
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
  app.payments.pay(body.paymentIntentId);
  expect((await confirm(app, body)).body.status).toBe('paid');
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
      '503 Card payments are paused for a few minutes. You haven’t been charged. Please try again a little later.',
    );
    expect(refused.headers.get('retry-after')).toBe('60');
  }
  expect(app.payments.calls).toHaveLength(before);
  // A visitor who had begun before can reload, submit and pay.
  expect((await openCheckoutPage(begun)).body.clientSecret).toBe(opened.body.clientSecret);
  const { body } = await submitForm(begun);
  app.payments.pay(body.paymentIntentId);
  expect((await confirm(app, body)).body.status).toBe('paid');
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
  const seen: string[] = [];
  const app = createTestApp({
    env: { TRUSTED_PROXY_HOPS: '1' },
    checkoutGuard: async ({ address }) => {
      seen.push(address);
      if (address === '203.0.113.66') throw new DomainError('forbidden', 'Please solve the puzzle.');
    },
  });
  const refused = await openCheckoutPage(app.visitor({ 'x-forwarded-for': '203.0.113.66' }));
  expect(saidBy(refused)).toBe('403 Please solve the puzzle.');
  expect(app.payments.list().length).toBe(0);
  const customer = app.visitor({ 'x-forwarded-for': '203.0.113.7' });
  expect((await openCheckoutPage(customer)).status).toBe(200);
  expect((await submitForm(customer)).status).toBe(200);
  expect(seen).toEqual(['203.0.113.66', '203.0.113.7']);
});

test('does not lock out an email address that others submit', async () => {
  const app = createTestApp({ env: { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' } });
  const submit = (i: number) => submitForm(app.visitor({ 'x-forwarded-for': `198.51.100.${i}` }));
  for (let i = 0; i < 25; i++) expect((await submit(i)).status).toBe(200);
  const kept = JSON.stringify(app.db.query.rateLimits.findMany().sync());
  expect(kept).not.toMatch(/customers\.example|198\.51\.100/i);
});
