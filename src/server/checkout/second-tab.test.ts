import { expect, test } from 'vitest';
import { openCheckoutPage, submitForm } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

/** Two tabs of one browser have the checkout open; one of them pays. */
async function payInOneTab() {
  const app = createTestApp();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { body: order } = await submitForm(customer);
  app.payments.pay(order.paymentIntentId);
  const { orderId, orderNumber } = order;
  await customer.post('/api/confirm-payment', { orderId, orderNumber });
  return { app, customer, order };
}

test('a second tab that still shows the checkout is told of the order instead of charging again', async () => {
  const { app, customer, order } = await payInOneTab();
  const late = await submitForm(customer);
  expect(late.status).toBe(409);
  expect(late.body.error).toMatchObject({ code: 'order_conflict' });
  expect(late.body.error.message).toContain(order.orderNumber);
  const opened = await openCheckoutPage(customer);
  expect(opened.body.completedOrderNumber).toBe(order.orderNumber);
  expect([...app.payments.payments.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1);
});

test('who has seen their thank-you can order another reading', async () => {
  const { customer, order } = await payInOneTab();
  const opened = await openCheckoutPage(customer);
  expect(opened.body.completedOrderNumber).toBeUndefined();
  const second = await submitForm(customer);
  expect(second.status).toBe(200);
  expect(second.body.orderNumber).not.toBe(order.orderNumber);
});

test('an order that was deleted while it was unpaid is back once it is paid', async () => {
  const app = createTestApp();
  const admin = await app.signIn('admin');
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { body: order } = await submitForm(customer);
  await admin.delete(`/api/orders/${order.orderId}`);
  app.payments.pay(order.paymentIntentId);
  const { orderId, orderNumber } = order;
  await customer.post('/api/confirm-payment', { orderId, orderNumber });
  const { body } = await admin.get<{ orders: { orderNumber: string; paymentStatus: string }[] }>(
    '/api/orders',
  );
  expect(body.orders).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
});
