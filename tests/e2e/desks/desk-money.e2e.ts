import type { Locator } from '@playwright/test';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import type { Step } from '../../../src/sandbox/step-names.ts';
import type { OrderPayment } from '../../../src/shared/orders/refunds.ts';
import {
  alertLine,
  type Colleague,
  expectDone,
  openDesk,
  openOrderDialog,
  orderDialog,
  rowOf,
  type SoldOrder,
  sell,
  test,
} from '../steps/desk-steps.ts';
import { product, stripeApi } from '../steps/servers.ts';
import { expect } from '../steps/steps.ts';

/* What becomes of money after it was paid. What each state says and offers: OrderMoney.test.tsx. */

const warnedOf = '4000000000005423';

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const paymentIn = (dialog: Locator) => dialog.getByRole('region', { name: 'The payment' });
const factsIn = (dialog: Locator) => dialog.getByRole('region', { name: 'Facts' });

/** Somebody at a bank does something. @returns what is then known of the order's money */
async function happens(admin: Colleague, order: SoldOrder, step: Step, id: string): Promise<OrderPayment> {
  const headers = { authorization: `Bearer ${sandboxKeys.secretKey}` };
  const body = new URLSearchParams({ step, id });
  const { status } = await fetch(`${stripeApi}/v1/sandbox/steps`, { method: 'POST', headers, body });
  expect(status).toBe(200);
  return admin.ask('GET', `/api/orders/${order.id}/payment`);
}

test('a chargeback is to be answered in time, and is lost', async ({ page, admin }) => {
  const order = await sell(product.url);
  const { paymentIntentId } = await admin.ask<OrderPayment>('GET', `/api/orders/${order.id}/payment`);
  const { disputes } = await happens(admin, order, 'disputed_as_fraudulent', paymentIntentId);
  const dialog = await openOrderDialog(page, product.url, order);
  const payment = paymentIn(dialog);
  await expect(factsIn(dialog)).toContainText('Disputed');
  await expect(payment).toContainText('Chargeback to answer');
  await expect(payment.getByText('Answer by').locator('..')).toContainText(/\d+ (days|hours) left/);

  await happens(admin, order, 'dispute_lost', disputes[0]?.id ?? '');
  await page.reload();
  await expect(payment).toContainText('the money is gone for good');
  await expect(factsIn(dialog)).toContainText('Dispute lost');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(rowOf(page, order)).toContainText('Dispute lost');
});

test('a fraud warning is answered with one press', async ({ page, service }) => {
  const order = await sell(service.url, {}, warnedOf);
  const alerts = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  const alert = alerts.filter({ hasText: order.orderNumber });
  await openDesk(page, service.url, `?q=${order.orderNumber}`);
  await expect(rowOf(page, order)).toContainText('Fraud warning');
  await alertLine(page).click();
  await expect(alert).toContainText('A payment may be fraudulent, so its reading is held back.');
  await button(alert, order.orderNumber).click();
  const press = button(paymentIn(orderDialog(page, order)), 'Refund everything');
  await expect(press).toBeInViewport();
  await press.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Refund all of order ${order.orderNumber}?` });
  await expect(question).toContainText(`$60.00 goes back to the card of ${order.name}`);
  await button(question, 'Refund $60.00').press('Enter');
  await expectDone(page, 'Refund Made', /^CT-\w{6}: \$60\.00 refunded to the card\./);
  await expect(factsIn(orderDialog(page, order))).toContainText('Refunded');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(alert).toHaveCount(0);
});
