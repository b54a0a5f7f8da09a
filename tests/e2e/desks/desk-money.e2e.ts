import type { Locator, Page } from '@playwright/test';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import type { Step } from '../../../src/sandbox/step-names.ts';
import type { Order } from '../../../src/shared/orders/orders.ts';
import type { OrderPayment } from '../../../src/shared/orders/refunds.ts';
import {
  type Colleague,
  colleague,
  expectDone,
  expectRefused,
  openDesk,
  openOrderDialog,
  orderDialog,
  refuse,
  rowOf,
  type SoldOrder,
  sell,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { product, stripeApi } from '../steps/servers.ts';
import { expect, expectNoFlaws, test } from '../steps/steps.ts';

/* What becomes of money after it was paid: disputes, warnings, refunds that take their time or fail. */

const refundsSlowly = '4000000000007726';
const refundFailsLater = '4000000000005126';
const warnedOf = '4000000000005423';

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const paymentIn = (dialog: Locator) => dialog.getByRole('region', { name: 'The payment' });
const factsIn = (dialog: Locator) => dialog.getByRole('region', { name: 'Facts' });
const refundDialog = (page: Page, { orderNumber }: SoldOrder) =>
  page.getByRole('dialog', { name: `Refund order ${orderNumber}` });

function paymentOf(admin: Colleague, { id }: SoldOrder): Promise<OrderPayment> {
  return admin.ask('GET', `/api/orders/${id}/payment`);
}

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

/** Something happens to an order's payment. */
async function happensToPayment(admin: Colleague, order: SoldOrder, step: Step): Promise<OrderPayment> {
  return happens(admin, order, step, (await paymentOf(admin, order)).paymentIntentId);
}

/** The history of an order, unfolded. */
async function historyIn(dialog: Locator): Promise<Locator> {
  await dialog.getByText(/^History/).click();
  return dialog.getByRole('group').filter({ hasText: 'History' }).getByRole('listitem');
}

test('a chargeback is to be answered in time, and is lost', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  const { disputes } = await happensToPayment(admin, order, 'disputed_as_fraudulent');
  const dialog = await openOrderDialog(page, product.url, order);
  const payment = paymentIn(dialog);

  await test.step('what the bank says, until when it can be answered, and where', async () => {
    await expect(factsIn(dialog)).toContainText('Disputed');
    await expect(payment).toContainText('Chargeback to answer');
    await expect(payment).toContainText('the customer did not make this payment');
    await expect(payment).toContainText('Withdrawn by the bank$60.00');
    await expect(payment).toContainText('The work is stopped: no reading is written or sent.');
    const due = payment.getByText('Answer by').locator('..');
    await expect(due.getByRole('time')).toHaveAttribute('datetime', disputes[0]?.dueAt ?? '');
    await expect(due).toContainText(/\d+ (days|hours) left/);
    const stripe = payment.getByRole('link', { name: 'Look at it at Stripe' });
    await expect(stripe).toHaveAttribute('target', '_blank');
    await expect(stripe).toHaveAttribute('rel', 'noopener');
    await expect(payment.getByRole('link', { name: 'Evidence for the bank' })).toHaveAttribute(
      'href',
      `/admin/orders/${order.id}/evidence`,
    );
    await expect(button(dialog, 'Refund…')).toHaveCount(0);
    await expectNoFlaws(page);
  });

  await test.step('without Stripe there is what the order itself knows', async () => {
    await refuse(page, 'GET', '**/api/orders/*/payment', async () => {
      await page.reload();
      await expect(payment.getByRole('alert')).toContainText('Stripe could not be asked.');
      await expect(payment).toContainText('The customer’s bank has taken this payment back for now');
      await expect(payment).toContainText('The work is stopped');
    });
    await button(payment, 'Try again').click();
    await expect(payment).toContainText('Chargeback to answer');
    await expect(payment.getByRole('alert')).toHaveCount(0);
  });

  await test.step('lost', async () => {
    await happens(admin, order, 'dispute_lost', disputes[0]?.id ?? '');
    await page.reload();
    await expect(payment).toContainText('the money is gone for good');
    await expect(payment.getByRole('link', { name: 'Evidence for the bank' })).toHaveCount(0);
    await expect(factsIn(dialog)).toContainText('Dispute lost');
    const lines = await historyIn(dialog);
    await expect(
      lines.filter({ hasText: /^The bank disputes \$60\.00: the customer did not make this payment/ }),
    ).not.toHaveCount(0);
    await expect(lines.filter({ hasText: /^The dispute about \$60\.00 was lost \(du_\w+\)/ })).toHaveCount(1);
    await expect(lines.filter({ hasText: /_(?!\w+\))/ })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(rowOf(page, order)).toContainText('Dispute lost');
  });
});

test('a bank that asks is answered by a refund, and the work goes on meanwhile', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  await happensToPayment(admin, order, 'inquiry_opened');
  const dialog = await openOrderDialog(page, product.url, order);
  const payment = paymentIn(dialog);
  const refund = refundDialog(page, order);
  await expect(factsIn(dialog)).toContainText('Inquiry');
  await expect(payment).toContainText('Inquiry of the bank');
  await expect(payment).toContainText('The work may go on. A refund now avoids a chargeback.');
  await expect(button(dialog, 'Upload Reading')).toBeVisible();
  await button(payment, 'Refund…').click();
  await expect(refund).toContainText('A refund of all of it now avoids a chargeback.');
  await button(refund, 'Cancel').click();
  await expect(button(payment, 'Refund…')).toBeFocused();
  await button(payment, 'Refund…').click();
  await button(refund, 'Refund $60.00').click();
  await expectDone(page, 'Refund Made', /^CT-\w{6}: \$60\.00 given back to the card\./);
  await expect(payment).toContainText('The money went back: nothing more is written or sent.');
  await expect(button(payment, 'Refund…')).toHaveCount(0);
});

testAlone('a fraud warning is answered with one press, or the order goes on', async ({ page, service }) => {
  const order = await sell(service.url, {}, warnedOf);
  const other = await sell(service.url, {}, warnedOf);
  const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');

  await testAlone.step('the alert opens the order, and all can be given back at once', async () => {
    await openDesk(page, service.url, `?q=${order.orderNumber}`);
    await expect(rowOf(page, order)).toContainText('Fraud warningHeld');
    await expect(alert).toContainText('Payments may be fraudulent, so their readings are held back.');
    await button(alert, order.orderNumber).click();
    const payment = paymentIn(orderDialog(page, order));
    const press = button(payment, 'Refund everything');
    await expect(payment).toContainText('Early fraud warning');
    await expect(payment).toContainText('No reading leaves until you have decided.');
    await expect(press).toBeInViewport();
    await expectNoFlaws(page);
    await press.press('Enter');
    const question = page.getByRole('alertdialog', { name: `Refund all of order ${order.orderNumber}?` });
    await expect(question).toContainText(`$60.00 goes back to the card of ${order.name}`);
    await button(question, 'Refund $60.00').press('Enter');
    await expectDone(page, 'Refund Made', /^CT-\w{6}: \$60\.00 given back to the card\./);
    await expect(factsIn(orderDialog(page, order))).toContainText('Refunded');
    await expect(press).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(alert, order.orderNumber)).toHaveCount(0);
  });

  await testAlone.step('it goes on', async () => {
    const dialog = await openOrderDialog(page, service.url, other);
    const letGoOn = button(paymentIn(dialog), 'Let the order go on');
    await letGoOn.press('Enter');
    const question = page.getByRole('alertdialog', { name: `Let order ${other.orderNumber} go on?` });
    await button(question, 'Cancel').press('Enter');
    await expect(letGoOn).toBeFocused();
    await letGoOn.press('Enter');
    await button(question, 'Let the order go on').press('Enter');
    await expectDone(page, 'Payment Looked At', `${other.orderNumber} goes on.`);
    await expect(paymentIn(dialog)).toHaveCount(0);
    await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    const lines = await historyIn(dialog);
    await expect(
      lines.filter({ hasText: 'admin looked at the payment and let the order go on' }),
    ).toHaveCount(1);
    await expect(lines.filter({ hasText: /^The card’s bank warns of fraud: / })).toHaveCount(1);
  });
});

test('Stripe’s own review is let go on here', async ({ page }) => {
  const order = await sell(product.url, {}, '4000000000009235');
  await openDesk(page, product.url, `?q=${order.orderNumber}`);
  await expect(rowOf(page, order)).toContainText('Stripe’s reviewHeld');
  await expectNoFlaws(page);
  const dialog = await openOrderDialog(page, product.url, order);
  const payment = paymentIn(dialog);
  await expect(factsIn(dialog)).toContainText('Stripe’s reviewHeld');
  await expect(payment).toContainText('a rule of Stripe Radar asked for it');
  await expect(button(payment, 'Refund everything')).toHaveCount(0);
  await button(payment, 'Let the order go on').click();
  await button(page.getByRole('alertdialog'), 'Let the order go on').click();
  await expectDone(page, 'Payment Looked At', `${order.orderNumber} goes on.`);
  await expect(factsIn(dialog)).not.toContainText('Held');
});

test('a refund says what has become of it', async ({ page }) => {
  const admin = await colleague(product.url);

  await test.step('on its way, and then given back', async () => {
    const order = await sell(product.url, {}, refundsSlowly);
    const dialog = await openOrderDialog(page, product.url, order);
    const refund = refundDialog(page, order);
    await button(dialog, 'Refund…').click();
    await refund.getByLabel('How much ($)').fill('20');
    await button(refund, 'Refund $20.00').click();
    await expectDone(
      page,
      'Refund On Its Way',
      /^CT-\w{6}: \$20\.00 on its way to the card; it can still fail\./,
    );
    const listed = paymentIn(dialog).getByRole('list', { name: 'Refunds' });
    await expect(listed).toContainText(/\$20\.00On its wayby admin · .* · re_\w+It can still fail\./);
    await expect(factsIn(dialog)).toContainText('$60.00, $20.00 on its way back');
    await expect(factsIn(dialog)).toContainText('Refund on its way');
    const { refunds } = await paymentOf(admin, order);
    await happens(admin, order, 'refund_succeeds', refunds[0]?.refundId ?? '');
    await page.reload();
    await expect(factsIn(dialog)).toContainText('Partly refunded');
    await expect(paymentIn(dialog)).toHaveCount(0);
    await button(dialog, 'Refund…').click();
    await expect(refund.getByRole('definition')).toHaveText(['$60.00', '$20.00', '$0.00', '$40.00']);
    await expect(refund.getByRole('list', { name: 'Refunds' })).toContainText('$20.00Given back');
  });

  await test.step('failed, tried again, and noted', async () => {
    const order = await sell(product.url, {}, refundFailsLater);
    const { refundId } = await admin.ask<{ refundId: string; order: Order }>(
      'POST',
      `/api/orders/${order.id}/refund`,
      { amount: 20 },
    );
    await happens(admin, order, 'refund_fails', refundId);
    const dialog = await openOrderDialog(page, product.url, order);
    const payment = paymentIn(dialog);
    await expect(payment.getByRole('list', { name: 'Refunds' })).toContainText(
      /\$20\.00Failedby admin.*: the money is with you again\./,
    );
    await button(payment, 'Refund again…').click();
    await expect(refundDialog(page, order).getByRole('definition').last()).toHaveText('$60.00');
    await expectNoFlaws(page);
    await page.keyboard.press('Escape');
    await expect(button(payment, 'Refund again…')).toBeFocused();
    await button(payment, 'Take note').click();
    await button(page.getByRole('alertdialog'), 'Take note').click();
    await expectDone(page, 'Payment Looked At', `${order.orderNumber}: you have taken note of it.`);
    await expect(payment).toHaveCount(0);
    const lines = await historyIn(dialog);
    await expect(
      lines.filter({ hasText: /^The refund of \$20\.00 failed: .* is with you again/ }),
    ).toHaveCount(1);
  });

  await test.step('nobody knows yet', async () => {
    const order = await sell(product.url);
    const dialog = await openOrderDialog(page, product.url, order);
    const refund = refundDialog(page, order);
    await button(dialog, 'Refund…').click();
    await refund.getByLabel('How much ($)').fill('20');
    const words = 'Stripe did not answer, so nobody knows yet whether this refund was made.';
    const known = await paymentOf(admin, order);
    const waiting: OrderPayment['refunds'][number] = {
      id: 'r1',
      refundId: null,
      amount: 20,
      status: 'asked',
      askedBy: 'admin',
      failure: null,
      createdAt: new Date().toISOString(),
    };
    const error = { code: 'payment_provider_failed', message: words, outcome: 'unknown' };
    await page.route('**/api/orders/*/refund', (route) => route.fulfill({ status: 502, json: { error } }));
    await page.route('**/api/orders/*/payment', (route) =>
      route.fulfill({ json: { ...known, refunds: [waiting] } }),
    );
    await button(refund, 'Refund $20.00').click();
    await expectRefused(page, 'Refund Not Known Yet', words);
    await expect(refund.getByRole('list', { name: 'Refunds' })).toContainText(
      /Waits for Stripe’s answer.*asked again every minute/,
    );
    await expect(refund.getByLabel('How much ($)')).toHaveValue('20');
    await page.keyboard.press('Escape');
    await expect(refund).toHaveCount(0);
    await expect(paymentIn(dialog)).toContainText('$20.00Waits for Stripe’s answer');
    await page.unrouteAll();
  });
});
