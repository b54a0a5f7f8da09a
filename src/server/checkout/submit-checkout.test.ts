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

test('attaches one order to the payment, even after fifty submits', async () => {
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
    ...{ status: 'pending', paymentStatus: 'unpaid', amountMinor: 6000, paymentIntentId },
    ...{ assignedReaderId: null, dueAt: null },
  });
});

test('creates an order and its payment without a cookie', async () => {
  const { orderId, clientSecret, paymentIntentId } = (await submitForm(app.visitor())).body;
  expect(atStripe(paymentIntentId)).toMatchObject({ orderId, clientSecret, amountMinor: 6000 });
});

test('replaces a cookie it never issued', async () => {
  for (const call of [openCheckoutPage, submitForm]) {
    const planted = app.visitor();
    planted.cookies.set('checkout', 'planted-by-another-site');
    await call(planted);
    expect(planted.cookies.get('checkout')).toMatch(/^[\w-]{51}$/);
  }
});

test('still accepts a cookie from an older version', async () => {
  const old = createTestApp();
  const customer = old.visitor();
  const first = await openCheckoutPage(customer);
  const token = systemRandom.newToken();
  const id = hashToken(token);
  old.db.delete(paymentOrigins).run();
  old.db.update(checkouts).set({ id }).run();
  customer.cookies.set('checkout', token);
  const second = await openCheckoutPage(customer);
  expect(second.body.clientSecret).toBe(first.body.clientSecret);
});

test.each([
  ['http://127.0.0.1:4321', 'checkout', 'HttpOnly'],
  ['https://tarot.example.com', '__Host-checkout', 'HttpOnly; Secure'],
])('hides the checkout cookie on %s from scripts and other sites', async (publicUrl, name, flags) => {
  const { visitor } = createTestApp({ env: { PUBLIC_URL: publicUrl } });
  const pattern = new RegExp(`^${name}=[\\w-]{51}; Max-Age=604800; Path=/; ${flags}; SameSite=Lax$`);
  const { headers } = await openCheckoutPage(visitor());
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(pattern)]);
});

test('refuses an invalid email or an amount and stores nothing', async () => {
  const before = orderCount();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { status, body } = await submitForm(customer, { customerEmail: 'a,b<evil@x.com>' });
  const message = 'Your email address doesn’t look right. It should look like name@example.com.';
  const error = { code: 'invalid_request', message, fields: { customerEmail: message } };
  expect([status, body]).toEqual([400, { error }]);
  for (const figure of [{ amount: 0.5 }, { price: 1 }, { amountMinor: 50 }]) {
    const answer = await customer.post(checkoutPath, { ...readingRequest(), ...figure });
    expect(answer.status).toBe(400);
  }
  expect(orderCount()).toBe(before);
});

test.each([false, true])(
  'thanks a visitor who already paid instead of charging again (webhook: %s)',
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

test('ignores a payment made without an order', async () => {
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  const paid = app.payments.list().at(-1)?.id ?? '';
  app.payments.pay(paid);
  const { body } = await submitForm(customer);
  expect(body.clientSecret).not.toBe(opened.body.clientSecret);
  expect(atStripe(paid)?.orderId).toBeNull();
  expect(storedOrder(app, body.orderId).paymentStatus).toBe('unpaid');
});

test.each<unknown>([{ toString: 1 }, [], null])(
  'refuses a non-text offer (%j) at its field',
  async (offer) => {
    for (const sent of [{ offer }, { ...readingRequest(), offer }]) {
      const { status, body } = await app.visitor().post<ErrorBody>(checkoutPath, sent);
      expect([status, body.error.fields]).toEqual([400, { offer: expect.any(String) }]);
    }
  },
);
