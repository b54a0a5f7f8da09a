import { beforeEach, expect, test } from 'vitest';
import {
  openCheckoutPage,
  placeOrder,
  saidBy,
  setPrice,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

const app = createTestApp();
const atStripe = (paymentId: string) => app.payments.find(paymentId);
beforeEach(() => setPrice(app, 6000));

test('names the new price after a change, then accepts the payment', async () => {
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  setPrice(app, 8000);
  await submitForm(customer);
  // Of two changes in a row the last one counts.
  setPrice(app, 7050);
  expect(saidBy(await submitForm(customer))).toBe(
    '409 The price has changed to $70.50. You haven’t been charged. Please check the new price and press the button again.',
  );
  const { body } = await submitForm(customer);
  expect([body.amount, body.clientSecret]).toEqual([70.5, opened.body.clientSecret]);
  expect(atStripe(body.paymentIntentId)?.amountMinor).toBe(7050);
  expect(storedOrder(app, body.orderId).amountMinor).toBe(7050);
});

test('updates the open payment to the new price on reload', async () => {
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  setPrice(app, 4950);
  const reloaded = await openCheckoutPage(customer);
  expect(reloaded.body.clientSecret).toBe(opened.body.clientSecret);
  const { status, body } = await submitForm(customer);
  expect([status, body.amount]).toEqual([200, 49.5]);
});

test.each(['submit', 'reload'])('replaces an order’s payment on %s after a price change', async (step) => {
  const { customer, orderId, paymentIntentId, clientSecret } = await placeOrder(app);
  setPrice(app, 7000);
  if (step === 'submit') expect((await submitForm(customer)).body.error.code).toBe('price_conflict');
  else expect((await openCheckoutPage(customer)).body.clientSecret).not.toBe(clientSecret);
  const accepted = await submitForm(customer);
  expect(accepted.body.amount).toBe(70);
  expect(accepted.body.orderId).not.toBe(orderId);
  expect(atStripe(paymentIntentId)).toMatchObject({ status: 'canceled', amountMinor: 6000 });
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'unpaid', amountMinor: 6000 });
});

test('opens no second payment while the bank checks the old price', async () => {
  const { customer, orderId, paymentIntentId, clientSecret } = await placeOrder(app);
  const payments = app.payments.list().length;
  app.payments.startProcessing(paymentIntentId);
  setPrice(app, 7000);
  expect((await openCheckoutPage(customer)).body).toEqual({ clientSecret });
  const again = await submitForm(customer);
  expect(again.body).toMatchObject({ orderId, paymentIntentId, amount: 60 });
  expect(app.payments.list().length).toBe(payments);
  app.payments.pay(paymentIntentId);
  expect((await openCheckoutPage(customer)).body).toMatchObject({ completedOrderNumber: expect.any(String) });
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'paid', amountMinor: 6000 });
});

test('asks for the new price after the bank declines the old one', async () => {
  const { customer, paymentIntentId } = await placeOrder(app);
  app.payments.startProcessing(paymentIntentId);
  setPrice(app, 7000);
  await openCheckoutPage(customer);
  app.payments.decline(paymentIntentId);
  expect((await submitForm(customer)).body.amount).toBe(70);
  expect(atStripe(paymentIntentId)?.status).toBe('canceled');
});

test.each(['submit', 'reload'] as const)('keeps the old price of an order paid before a %s', async (step) => {
  const { customer, orderId, orderNumber, paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  setPrice(app, 7000);
  if (step === 'reload')
    expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(orderNumber);
  else expect(saidBy(await submitForm(customer))).toBe(`409 Your order ${orderNumber} is already paid.`);
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'paid', amountMinor: 6000 });
  expect(atStripe(paymentIntentId)?.status).toBe('succeeded');
});

test('keeps and reports an amount that was changed at Stripe', async () => {
  const { customer, orderId, paymentIntentId } = await placeOrder(app);
  app.payments.change(paymentIntentId, { amountMinor: 7000 });
  const again = await submitForm(customer);
  expect(again.body).toMatchObject({ orderId, paymentIntentId, amount: 70 });
  expect(atStripe(paymentIntentId)?.amountMinor).toBe(7000);
});
