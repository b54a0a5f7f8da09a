import { expect, test } from 'vitest';
import { checkouts, orders, paymentOrigins } from '../../../db/schema.ts';
import { orderNumberPattern } from '../../shared/orders/order-number.ts';
import {
  checkoutPath,
  openCheckoutPage,
  placeOrder,
  sendWebhook,
  storedOrder,
  submitForm,
} from '../../testing/builders.ts';
import { createTestApp, readingRequest } from '../../testing/test-app.ts';
import { hashToken, systemRandom } from '../basics/random.ts';

test('a visitor gets one payment intent however often the page is loaded', async () => {
  const { visitor, payments } = createTestApp();
  const customer = visitor();
  const first = await openCheckoutPage(customer);
  const second = await openCheckoutPage(customer);
  expect(first.body.clientSecret).toMatch(/^pi_/);
  expect(second.body.clientSecret).toBe(first.body.clientSecret);
  expect(payments.payments.size).toBe(1);
});

test('reloads at the same moment still share one payment intent', async () => {
  const { visitor, payments } = createTestApp();
  const customer = visitor();
  await openCheckoutPage(customer);
  const answers = await Promise.all(Array.from({ length: 20 }, () => openCheckoutPage(customer)));
  expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
  expect(payments.payments.size).toBe(1);
});

test('two visitors get two payment intents', async () => {
  const { visitor } = createTestApp();
  const [one, two] = await Promise.all([openCheckoutPage(visitor()), openCheckoutPage(visitor())]);
  expect(one.body.clientSecret).not.toBe(two.body.clientSecret);
});

test('submitting attaches one order to that same intent, however often', async () => {
  const { visitor, payments, db } = createTestApp();
  const customer = visitor();
  const opened = await openCheckoutPage(customer);
  const answers = await Promise.all(Array.from({ length: 50 }, () => submitForm(customer)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const [placed] = answers.map(({ body }) => body);
  expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
  expect(placed?.clientSecret).toBe(opened.body.clientSecret);
  expect(payments.payments.size).toBe(1);
  expect(payments.payments.get(placed?.paymentIntentId ?? '')?.orderId).toBe(placed?.orderId);
  expect(db.select().from(orders).all()).toHaveLength(1);
});

test('the answer to a submit names the order, its number, its payment and its amount', async () => {
  const app = createTestApp();
  const placed = await placeOrder(app);
  expect(placed.orderNumber).toMatch(orderNumberPattern);
  expect(placed.amount).toBe(60);
  expect(storedOrder(app, placed.orderId)).toMatchObject({
    status: 'pending',
    paymentStatus: 'unpaid',
    amountCents: 6000,
    paymentIntentId: placed.paymentIntentId,
    assignedReaderId: null,
    dueAt: null,
  });
});

test('going back and submitting a corrected form is another order: the first one stays as it was answered', async () => {
  const app = createTestApp();
  const { customer, orderId, paymentIntentId } = await placeOrder(app, { customerName: 'Maya Lindqvst' });
  const again = await submitForm(customer, {
    customerName: 'Maya Lindqvist',
    readingType: 'other',
    customQuestion: 'Should I move abroad?',
  });
  expect(again.body.orderId).not.toBe(orderId);
  expect(again.body.paymentIntentId).not.toBe(paymentIntentId);
  expect(storedOrder(app, orderId)).toMatchObject({
    customerName: 'Maya Lindqvst',
    readingType: 'careerPath',
  });
  expect(storedOrder(app, again.body.orderId)).toMatchObject({
    customerName: 'Maya Lindqvist',
    readingType: 'other',
    customQuestion: 'Should I move abroad?',
  });
});

test('a second tab of the same visitor shares the intent and the order', async () => {
  const app = createTestApp();
  const { customer, orderId, clientSecret } = await placeOrder(app);
  const secondTab = await openCheckoutPage(customer);
  expect(secondTab.body.clientSecret).toBe(clientSecret);
  expect((await submitForm(customer)).body.orderId).toBe(orderId);
});

test('a visitor whose cookie did not arrive still gets an order and a payment that belong together', async () => {
  const app = createTestApp();
  const { status, body } = await submitForm(app.visitor());
  expect(status).toBe(200);
  expect(app.payments.payments.get(body.paymentIntentId)).toMatchObject({
    orderId: body.orderId,
    amountCents: 6000,
    clientSecret: body.clientSecret,
  });
});

test('a cookie we never gave out is not adopted', async () => {
  const app = createTestApp();
  const planted = app.visitor();
  planted.cookies.set('checkout', 'planted-by-somebody');
  await openCheckoutPage(planted);
  expect(planted.cookies.get('checkout')).toMatch(/^[\w-]{51}$/);
  planted.cookies.set('checkout', 'planted-by-somebody');
  await submitForm(planted);
  expect(planted.cookies.get('checkout')).toMatch(/^[\w-]{51}$/);
});

test('a cookie of a version whose tokens did not begin with the time is still known', async () => {
  const { visitor, payments, db } = createTestApp();
  const customer = visitor();
  const first = await openCheckoutPage(customer);
  const token = systemRandom.newToken();
  db.delete(paymentOrigins).run();
  db.update(checkouts)
    .set({ id: hashToken(token) })
    .run();
  customer.cookies.set('checkout', token);
  const second = await openCheckoutPage(customer);
  expect(second.body.clientSecret).toBe(first.body.clientSecret);
  expect(payments.payments.size).toBe(1);
});

test.each([
  ['http://127.0.0.1:4321', /^checkout=[\w-]{51}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/],
  [
    'https://tarot.example.com',
    /^__Host-checkout=[\w-]{51}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  ],
])('the checkout cookie on %s is hidden from scripts and bound to the site', async (publicUrl, pattern) => {
  const { visitor } = createTestApp({ env: { PUBLIC_URL: publicUrl } });
  const { headers } = await openCheckoutPage(visitor());
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(pattern)]);
});

test('a form with a mistake is refused with a sentence, and nothing is stored', async () => {
  const { visitor, db, payments } = createTestApp();
  const customer = visitor();
  await openCheckoutPage(customer);
  const { status, body } = await submitForm(customer, { customerEmail: 'a,b<evil@x.com>' });
  expect(status).toBe(400);
  expect(body.error).toEqual({
    code: 'invalid_request',
    message: 'Your email address doesn’t look right. It should look like name@example.com.',
  });
  expect(db.select().from(orders).all()).toEqual([]);
  expect(payments.calls).not.toContain('attachOrder');
});

test.each([{ amount: 0.5 }, { price: 1 }, { amountCents: 50 }])(
  'an amount from the browser is never read: %j is refused',
  async (figure) => {
    const { visitor } = createTestApp();
    const answer = await visitor().post(checkoutPath, { ...readingRequest(), ...figure });
    expect(answer.status).toBe(400);
  },
);

test('a visitor who paid, but whose browser never said so, gets a thank-you instead of a second charge', async () => {
  const app = createTestApp();
  const { customer, orderId, orderNumber, paymentIntentId, clientSecret } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  const reloaded = await openCheckoutPage(customer);
  expect(reloaded.body.completedOrderNumber).toBe(orderNumber);
  expect(reloaded.body.clientSecret).not.toBe(clientSecret);
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  const next = await openCheckoutPage(customer);
  expect(next.body.completedOrderNumber).toBeUndefined();
});

test('a visitor whose webhook was faster than their reload is thanked as well', async () => {
  const app = createTestApp();
  const { customer, orderNumber, paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(orderNumber);
});

test('pressing Pay again for a paid order is a conflict and charges nothing', async () => {
  const app = createTestApp();
  const { customer, orderNumber, paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  const again = await submitForm(customer);
  expect(again.status).toBe(409);
  expect(again.body.error.code).toBe('order_conflict');
  expect(again.body.error.message).toContain(`${orderNumber} is already paid`);
  expect(app.payments.payments.size).toBe(1);
});

test('after a confirmed purchase the same visitor can buy another reading', async () => {
  const app = createTestApp();
  const first = await app.buy();
  await openCheckoutPage(first.customer);
  const second = await submitForm(first.customer);
  expect(second.status).toBe(200);
  expect(second.body.orderId).not.toBe(first.orderId);
  expect(second.body.paymentIntentId).not.toBe(first.paymentIntentId);
});

test('an intent that Stripe canceled meanwhile is replaced, for the same order', async () => {
  const app = createTestApp();
  const { customer, orderId, paymentIntentId } = await placeOrder(app);
  app.payments.change(paymentIntentId, { status: 'canceled' });
  const again = await submitForm(customer);
  expect(again.body.orderId).toBe(orderId);
  expect(again.body.paymentIntentId).not.toBe(paymentIntentId);
  expect(app.payments.payments.get(again.body.paymentIntentId)?.orderId).toBe(orderId);
});

test('a payment that was made without an order, as on the payment test page, pays for no order', async () => {
  const app = createTestApp();
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  app.payments.pay('pi_1');
  const { status, body } = await submitForm(customer);
  expect(status).toBe(200);
  expect(body.clientSecret).not.toBe(opened.body.clientSecret);
  expect(app.payments.payments.get('pi_1')?.orderId).toBeNull();
  expect(storedOrder(app, body.orderId)).toMatchObject({
    paymentStatus: 'unpaid',
    paymentIntentId: body.paymentIntentId,
  });
});

test('a submit that finds the order paid says so, although no webhook and no browser told of it', async () => {
  const app = createTestApp();
  const { customer, orderId, paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  const again = await submitForm(customer);
  expect(again.status).toBe(409);
  expect(again.body.error.code).toBe('order_conflict');
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'paid', customerName: 'Maya Lindqvist' });
});
