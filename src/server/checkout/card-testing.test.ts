import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import {
  checkoutPath,
  confirm,
  declineCards,
  openCheckoutPage,
  placeOrder,
  sendWebhook,
  setPrice,
  storedOrder,
  submitForm,
  testCardsEverywhere,
  timelineOf,
} from '../../testing/builders.ts';
import { createTestApp, readingRequest, type TestApp } from '../../testing/test-app.ts';
import { DomainError } from '../basics/errors.ts';

const minute = 60_000;

/** Somebody buys a reading, and the webhook tells of it. */
async function succeed(app: TestApp): Promise<void> {
  const { paymentIntentId } = await app.buy();
  await sendWebhook(app, { id: `evt_${paymentIntentId}`, paymentId: paymentIntentId });
}

const statusOf = (app: TestApp, id: string) => app.payments.payments.get(id)?.status;

test('four declined cards leave a payment open: people mistype', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await declineCards(app, order.paymentIntentId, 4);
  expect(statusOf(app, order.paymentIntentId)).toBe('open');
  app.payments.pay(order.paymentIntentId);
  expect((await confirm(app, order)).body.status).toBe('paid');
});

test('the fifth declined card makes the payment impossible; every decline stands in the timeline', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await declineCards(app, order.paymentIntentId, 5);
  expect(statusOf(app, order.paymentIntentId)).toBe('canceled');
  expect(timelineOf(app, order.orderId)).toEqual([
    'order_placed',
    ...Array.from({ length: 5 }, () => 'payment_failed'),
  ]);
});

test('the same decline told five times counts once', async () => {
  const app = createTestApp();
  const { paymentIntentId } = await placeOrder(app);
  const event = { id: 'evt_same', type: 'payment_intent.payment_failed', paymentId: paymentIntentId };
  for (let i = 0; i < 6; i++) await sendWebhook(app, event);
  expect(statusOf(app, paymentIntentId)).toBe('open');
});

test('the same decline told twenty times at once stands in the timeline once', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await placeOrder(app);
  const event = { id: 'evt_same', type: 'payment_intent.payment_failed', paymentId: paymentIntentId };
  await Promise.all(Array.from({ length: 20 }, () => sendWebhook(app, event)));
  expect(timelineOf(app, orderId)).toEqual(['order_placed', 'payment_failed']);
});

test('after a payment was made impossible the next submit gets a fresh one, for the same order', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await declineCards(app, order.paymentIntentId, 5);
  const { status, body } = await submitForm(order.customer);
  expect(status).toBe(200);
  expect(body.orderId).toBe(order.orderId);
  expect(body.paymentIntentId).not.toBe(order.paymentIntentId);
  expect(body.clientSecret).not.toBe(order.clientSecret);
  app.payments.pay(body.paymentIntentId);
  expect((await confirm(app, body)).body.status).toBe('paid');
});

test('a card that is accepted in the moment of the fifth decline still pays', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await declineCards(app, order.paymentIntentId, 4);
  app.payments.pay(order.paymentIntentId);
  await declineCards(app, order.paymentIntentId);
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('paid');
});

test('when canceling fails the decline is not lost: the next one tries again', async () => {
  const app = createTestApp();
  const { paymentIntentId } = await placeOrder(app);
  await declineCards(app, paymentIntentId, 4);
  const cancel = app.context.payments.cancelPayment;
  app.context.payments.cancelPayment = () =>
    Promise.reject(new DomainError('payment_provider_failed', 'We can’t reach the payment service.'));
  const fifth = { id: 'evt_fifth', type: 'payment_intent.payment_failed', paymentId: paymentIntentId };
  expect(await sendWebhook(app, fifth)).toBe(502);
  app.context.payments.cancelPayment = cancel;
  await declineCards(app, paymentIntentId);
  expect(statusOf(app, paymentIntentId)).toBe('canceled');
});

/** The shop behind a proxy of ours, so that visitors have addresses. */
const createShop = () => createTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });

async function isOpen(app: TestApp): Promise<boolean> {
  return (await openCheckoutPage(app.visitor())).status === 200;
}

test('while cards are being tested new checkouts are paused, in a sentence that says nothing was charged', async () => {
  const app = createShop();
  await testCardsEverywhere(app, 20);
  const before = app.payments.calls.length;
  for (const body of [{}, readingRequest()]) {
    const refused = await app.visitor().post<ErrorBody>(checkoutPath, body);
    expect(refused.status).toBe(503);
    expect(refused.body.error).toEqual({
      code: 'unavailable',
      message:
        'Card payments are paused for a few minutes. You haven’t been charged. Please try again a little later.',
    });
    expect(refused.headers.get('retry-after')).toBe('60');
  }
  expect(app.payments.calls).toHaveLength(before);
});

test('whoever had begun before can reload, submit and pay', async () => {
  const app = createShop();
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  await testCardsEverywhere(app, 20);
  expect(await isOpen(app)).toBe(false);
  expect((await openCheckoutPage(customer)).body.clientSecret).toBe(opened.body.clientSecret);
  const { status, body } = await submitForm(customer);
  expect(status).toBe(200);
  app.payments.pay(body.paymentIntentId);
  expect((await confirm(app, body)).body.status).toBe('paid');
});

test('nineteen declines are not enough, and ten minutes later they are forgotten', async () => {
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

test('many declines among many purchases are a good day: four for each success are customers', async () => {
  const app = createShop();
  for (let i = 0; i < 5; i++) await succeed(app);
  const [tried = ''] = await testCardsEverywhere(app, 20);
  expect(await isOpen(app)).toBe(true);
  await declineCards(app, tried);
  expect(await isOpen(app)).toBe(false);
});

test('a free reading needs no card, so it is not paused', async () => {
  const app = createShop();
  setPrice(app, 0);
  await testCardsEverywhere(app, 20);
  expect((await submitForm(app.visitor())).status).toBe(200);
});

test('another guard, such as a captcha, can be plugged in: it sees the address and may refuse', async () => {
  const seen: string[] = [];
  const app = createTestApp({
    env: { TRUSTED_PROXY_HOPS: '1' },
    checkoutGuard: async ({ address }) => {
      seen.push(address);
      if (address === '203.0.113.66') throw new DomainError('forbidden', 'Please solve the puzzle.');
    },
  });
  const refused = await openCheckoutPage(app.visitor({ 'x-forwarded-for': '203.0.113.66' }));
  expect([refused.status, refused.body.error.message]).toEqual([403, 'Please solve the puzzle.']);
  expect(app.payments.payments.size).toBe(0);
  const customer = app.visitor({ 'x-forwarded-for': '203.0.113.7' });
  expect((await openCheckoutPage(customer)).status).toBe(200);
  expect((await submitForm(customer)).status).toBe(200);
  expect(seen).toEqual(['203.0.113.66', '203.0.113.7']);
});

test('forms that others send with an email address do not lock its owner out', async () => {
  const app = createTestApp({ env: { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' } });
  const submit = (i: number) => submitForm(app.visitor({ 'x-forwarded-for': `198.51.100.${i}` }));
  for (let i = 0; i < 25; i++) expect((await submit(i)).status).toBe(200);
  const kept = JSON.stringify(app.db.query.rateLimits.findMany().sync());
  expect(kept).not.toMatch(/customers\.example|198\.51\.100/i);
});
