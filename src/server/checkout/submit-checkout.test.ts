import { expect, test } from 'vitest';
import { checkouts, orders, paymentOrigins } from '../../../db/schema.ts';
import {
  checkoutPath,
  openCheckoutPage,
  placeOrder,
  sendPaymentEvent,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp, readingRequest } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { orderNumberPattern } from '../../shared/orders/order-number.ts';
import { hashToken, systemRandom } from '../base/random.ts';

const app = createTestApp();
const atStripe = (paymentId: string) => app.payments.find(paymentId);
const orderCount = () => app.db.select().from(orders).all().length;

test('a visitor gets one payment intent however often the page is loaded, and another visitor another', async () => {
  const before = app.payments.list().length;
  const customer = app.visitor();
  const { body: first } = await openCheckoutPage(customer);
  expect(first.clientSecret).toMatch(/^pi_/);
  const again = await Promise.all(Array.from({ length: 20 }, () => openCheckoutPage(customer)));
  expect(new Set(again.map(({ body }) => body.clientSecret))).toEqual(new Set([first.clientSecret]));
  const { body: other } = await openCheckoutPage(app.visitor());
  expect(other.clientSecret).not.toBe(first.clientSecret);
  expect(app.payments.list().length - before).toBe(2);
});

test('submitting attaches one order to that same intent, however often', async () => {
  const before = orderCount();
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  const answers = await Promise.all(Array.from({ length: 50 }, () => submitForm(customer)));
  const [placed] = answers.map(({ body }) => body);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, placed]);
  expect(placed).toMatchObject({
    orderNumber: expect.stringMatching(orderNumberPattern),
    clientSecret: opened.body.clientSecret,
    amount: 60,
  });
  const { orderId = '', paymentIntentId = '' } = placed ?? {};
  expect(atStripe(paymentIntentId)?.orderId).toBe(orderId);
  expect(orderCount() - before).toBe(1);
  expect(storedOrder(app, orderId)).toMatchObject({
    status: 'pending',
    paymentStatus: 'unpaid',
    amountMinor: 6000,
    paymentIntentId,
    assignedReaderId: null,
    dueAt: null,
  });
});

test('a visitor whose cookie did not arrive still gets an order and a payment that belong together', async () => {
  const { status, body } = await submitForm(app.visitor());
  expect(status).toBe(200);
  const { orderId, clientSecret } = body;
  expect(atStripe(body.paymentIntentId)).toMatchObject({ orderId, clientSecret, amountMinor: 6000 });
});

test('a cookie we never gave out is not adopted', async () => {
  for (const call of [openCheckoutPage, submitForm]) {
    const planted = app.visitor();
    planted.cookies.set('checkout', 'planted-by-another-site');
    await call(planted);
    expect(planted.cookies.get('checkout')).toMatch(/^[\w-]{51}$/);
  }
});

test('a cookie of a version whose tokens did not begin with the time is still known', async () => {
  const old = createTestApp();
  const customer = old.visitor();
  const first = await openCheckoutPage(customer);
  const token = systemRandom.newToken();
  old.db.delete(paymentOrigins).run();
  old.db
    .update(checkouts)
    .set({ id: hashToken(token) })
    .run();
  customer.cookies.set('checkout', token);
  const second = await openCheckoutPage(customer);
  expect(second.body.clientSecret).toBe(first.body.clientSecret);
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

test('a form with a mistake, or with an amount, is refused with a sentence, and nothing is stored', async () => {
  const before = orderCount();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { status, body } = await submitForm(customer, { customerEmail: 'a,b<evil@x.com>' });
  const message = 'Your email address doesn’t look right. It should look like name@example.com.';
  expect([status, body.error]).toEqual([
    400,
    { code: 'invalid_request', message, fields: { customerEmail: message } },
  ]);
  for (const figure of [{ amount: 0.5 }, { price: 1 }, { amountMinor: 50 }]) {
    const answer = await customer.post(checkoutPath, { ...readingRequest(), ...figure });
    expect(answer.status).toBe(400);
  }
  expect(orderCount()).toBe(before);
});

test.each([false, true])(
  'a visitor who paid, but whose browser never said so, gets a thank-you instead of a second charge (webhook: %s)',
  async (isTold) => {
    const { customer, orderId, orderNumber, paymentIntentId, clientSecret } = await placeOrder(app);
    app.payments.pay(paymentIntentId);
    if (isTold) await sendPaymentEvent(app, paymentIntentId);
    const reloaded = await openCheckoutPage(customer);
    expect(reloaded.body.completedOrderNumber).toBe(orderNumber);
    expect(reloaded.body.clientSecret).not.toBe(clientSecret);
    expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
    const next = await openCheckoutPage(customer);
    expect(next.body.completedOrderNumber).toBeUndefined();
    const second = await submitForm(customer);
    expect([second.status, second.body.clientSecret]).toEqual([200, next.body.clientSecret]);
    expect(second.body.orderId).not.toBe(orderId);
  },
);

test('an intent that Stripe has canceled is replaced, for the same order', async () => {
  const { customer, orderId, paymentIntentId } = await placeOrder(app);
  app.payments.change(paymentIntentId, { status: 'canceled' });
  const again = await submitForm(customer);
  expect(again.body.orderId).toBe(orderId);
  expect(again.body.paymentIntentId).not.toBe(paymentIntentId);
  expect(atStripe(again.body.paymentIntentId)?.orderId).toBe(orderId);
});

test('a payment that was made without an order, as on the payment test page, pays for no order', async () => {
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  const paid = app.payments.list().at(-1)?.id ?? '';
  app.payments.pay(paid);
  const { status, body } = await submitForm(customer);
  expect(status).toBe(200);
  expect(body.clientSecret).not.toBe(opened.body.clientSecret);
  expect(atStripe(paid)?.orderId).toBeNull();
  expect(storedOrder(app, body.orderId)).toMatchObject({
    paymentStatus: 'unpaid',
    paymentIntentId: body.paymentIntentId,
  });
});

test('a submit that finds the order paid says so, although no webhook and no browser told of it', async () => {
  const { customer, orderId, orderNumber, paymentIntentId } = await placeOrder(app);
  const payments = app.payments.list().length;
  app.payments.pay(paymentIntentId);
  const again = await submitForm(customer);
  expect([again.status, again.body.error]).toEqual([
    409,
    { code: 'order_conflict', message: `Your order ${orderNumber} is already paid.` },
  ]);
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  expect(app.payments.list().length).toBe(payments);
});

test.each<unknown>([{ toString: 1 }, [], null, {}])(
  'an offer that is no text (%j) is refused at its field',
  async (offer) => {
    for (const body of [{ offer }, { ...readingRequest(), offer }]) {
      const { status, body: answer } = await app.visitor().post<ErrorBody>(checkoutPath, body);
      expect([status, answer.error.fields]).toEqual([400, { offer: expect.any(String) }]);
    }
  },
);
