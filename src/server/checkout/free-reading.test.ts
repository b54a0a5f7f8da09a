import { expect, test } from 'vitest';
import { orders } from '../../../db/schema.ts';
import {
  confirm,
  openCheckoutPage,
  placeOrder,
  saidBy,
  setPrice,
  storedOrder,
  submitForm,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

function createFreeApp(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  setPrice(app, 0);
  return app;
}

test('confirms a free reading at once without Stripe', async () => {
  const app = createFreeApp();
  const customer = app.visitor();
  expect((await openCheckoutPage(customer)).body).toEqual({ clientSecret: null, free: true });
  const answers = await Promise.all([submitForm(customer), submitForm(customer), submitForm(customer)]);
  const [{ body }] = answers;
  expect(body).toMatchObject({ paymentIntentId: null, clientSecret: null, amount: 0 });
  expect(new Set(answers.map((answer) => answer.body.orderNumber)).size).toBe(1);
  const paid = { paymentStatus: 'paid', amountMinor: 0, dueAt: expect.any(Number) };
  expect(storedOrder(app, body.orderId)).toMatchObject(paid);
  expect(timelineOf(app, body.orderId)).toEqual(['order_placed', 'payment_succeeded']);
  await app.sendMail();
  expect(app.mailer.sent.map(({ to }) => to.address)).toEqual(['maya@customers.example']);
  expect((await confirm(app, body)).body).toEqual({ status: 'paid' });
  expect(app.payments.calls).toEqual([]);
  await openCheckoutPage(customer);
  expect((await submitForm(customer)).body.orderId).not.toBe(body.orderId);
});

test('limits one mailbox to three free readings an hour', async () => {
  const app = createFreeApp({ RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' });
  const order = (index: number, customerEmail: string) =>
    submitForm(app.visitor({ 'x-forwarded-for': `198.51.100.${index}` }), { customerEmail });
  const spellings = [
    ...['maya.l@gmail.com', 'MAYA.L@gmail.com', 'mayal+tarot@googlemail.com'],
    ...['ｍayal@gmail.com', 'm.a.y.a.l@gmail.com', 'mayal@ｇmail.com'],
  ];
  const statuses = [];
  for (const [i, email] of spellings.entries()) statuses.push((await order(i, email)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  expect((await order(9, 'noor@gmail.com')).status).toBe(200);
});

test('limits one network address to three free readings an hour', async () => {
  const app = createFreeApp({ RATE_LIMITS: 'on' });
  for (let i = 0; i < 3; i++) expect((await submitForm(app.visitor())).status).toBe(200);
  const refused = await submitForm(app.visitor());
  expect(saidBy(refused)).toMatch(/^429 .*Too many free readings/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(app.db.select().from(orders).all()).toHaveLength(3);
});

test('charges nothing for a reading that became free after page load', async () => {
  const app = createTestApp();
  const { customer, orderId, paymentIntentId } = await placeOrder(app);
  setPrice(app, 0);
  const { body } = await submitForm(customer);
  expect(body).toMatchObject({ amount: 0, clientSecret: null });
  expect(body.orderId).not.toBe(orderId);
  expect(app.payments.find(paymentIntentId)?.status).toBe('canceled');
  expect(storedOrder(app, orderId).paymentStatus).toBe('unpaid');
});

test('refuses a free page once the reading costs something again', async () => {
  const app = createFreeApp();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  setPrice(app, 6000);
  expect((await submitForm(customer)).body.error.code).toBe('price_conflict');
  const { body } = await submitForm(customer);
  expect(body.amount).toBe(60);
  expect(storedOrder(app, body.orderId).paymentStatus).toBe('unpaid');
  expect(app.payments.find(body.paymentIntentId)?.amountMinor).toBe(6000);
});
