import type { Locator } from '@playwright/test';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import type { Step } from '../../../src/sandbox/step-names.ts';
import type { OrderPayment } from '../../../src/shared/orders/refunds.ts';
import {
  type Colleague,
  colleague,
  expectDone,
  openDesk,
  openOrderDialog,
  orderDialog,
  rowOf,
  type SoldOrder,
  sell,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { product, stripeApi } from '../steps/servers.ts';
import { expect, test } from '../steps/steps.ts';

/* What becomes of money after it was paid. What each state says and offers: OrderMoney.test.tsx. */

const refundsSlowly = '4000000000007726';
const warnedOf = '4000000000005423';

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const paymentIn = (dialog: Locator) => dialog.getByRole('region', { name: 'The payment' });
const factsIn = (dialog: Locator) => dialog.getByRole('region', { name: 'Facts' });

const paymentOf = (admin: Colleague, { id }: SoldOrder): Promise<OrderPayment> =>
  admin.ask('GET', `/api/orders/${id}/payment`);

/** A bank, Radar or somebody at Stripe does something. @returns what is then known of the order's money */
async function happens(admin: Colleague, order: SoldOrder, step: Step, id: string): Promise<OrderPayment> {
  const response = await fetch(`${stripeApi}/v1/sandbox/steps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.secretKey}` },
    body: new URLSearchParams({ step, id }),
  });
  expect(response.status, await response.text()).toBe(200);
  return paymentOf(admin, order);
}

test('a chargeback is to be answered in time, and is lost', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  const { paymentIntentId } = await paymentOf(admin, order);
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
  await dialog.getByText(/^History/).click();
  const lines = dialog.getByRole('group').filter({ hasText: 'History' }).getByRole('listitem');
  await expect(lines.filter({ hasText: /^The dispute about \$60\.00 was lost \(du_\w+\)/ })).toHaveCount(1);
  await expect(lines.filter({ hasText: /_(?!\w+\))/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(rowOf(page, order)).toContainText('Dispute lost');
});

testAlone('a fraud warning is answered with one press', async ({ page, service }) => {
  const order = await sell(service.url, {}, warnedOf);
  const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await openDesk(page, service.url, `?q=${order.orderNumber}`);
  await expect(rowOf(page, order)).toContainText('Fraud warningHeld');
  await expect(alert).toContainText('Payments may be fraudulent, so their readings are held back.');
  await button(alert, order.orderNumber).click();
  const press = button(paymentIn(orderDialog(page, order)), 'Refund everything');
  await expect(press).toBeInViewport();
  await press.press('Enter');
  await button(page.getByRole('alertdialog'), 'Refund $60.00').press('Enter');
  await expectDone(page, 'Refund Made', /^CT-\w{6}: \$60\.00 given back to the card\./);
  await expect(factsIn(orderDialog(page, order))).toContainText('Refunded');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(alert).toHaveCount(0);
});

test('a refund is on its way, and then given back', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url, {}, refundsSlowly);
  const dialog = await openOrderDialog(page, product.url, order);
  const refund = page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` });
  await button(dialog, 'Refund…').click();
  await refund.getByLabel('How much ($)').fill('20');
  await button(refund, 'Refund $20.00').click();
  await expectDone(
    page,
    'Refund On Its Way',
    /^CT-\w{6}: \$20\.00 on its way to the card; it can still fail\./,
  );
  await expect(factsIn(dialog)).toContainText('$60.00, $20.00 on its way back');
  const { refunds } = await paymentOf(admin, order);
  await happens(admin, order, 'refund_succeeds', refunds[0]?.refundId ?? '');
  await page.reload();
  await expect(factsIn(dialog)).toContainText('Partly refunded');
  await expect(paymentIn(dialog)).toHaveCount(0);
  await button(dialog, 'Refund…').click();
  await expect(refund.getByRole('definition')).toHaveText(['$60.00', '$20.00', '$0.00', '$40.00']);
});
