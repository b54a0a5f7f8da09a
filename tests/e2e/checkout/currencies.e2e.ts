import type { APIRequestContext } from '@playwright/test';
import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import { checkoutPath } from '../../faults/running-service/browser.ts';
import { expectDone, openDesk, openOrderDialog } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  orderLink,
  readOrderNumber,
} from '../steps/steps.ts';

/* A shop in euros, yen or dinars: one amount from the button to the accountant's file, right to the last unit. */

// They change the currency of one shop.
test.describe.configure({ mode: 'default' });

const shops = [
  {
    ...{ currency: 'eur', locale: 'de-DE', symbol: '€', typedPrice: '49,50', price: 49.5, minor: 4_950 },
    ...{ shown: '49,50 €', typed: '10,50', back: '10,50 €', backMinor: 1_050 },
    ...{ cells: ';49,50;10,50;', disputed: '€49.50' },
  },
  {
    ...{ currency: 'jpy', locale: 'ja-JP', symbol: '￥', typedPrice: '6000', price: 6_000, minor: 6_000 },
    ...{ shown: '￥6,000', typed: '1,500', back: '￥1,500', backMinor: 1_500 },
    ...{ cells: ',6000,1500,', disputed: '¥6,000' },
  },
  {
    ...{ currency: 'kwd', locale: 'en-KW', symbol: 'KWD', typedPrice: '6.5', price: 6.5, minor: 6_500 },
    ...{ shown: 'KWD 6.500', typed: '0.25', back: 'KWD 0.250', backMinor: 250 },
    ...{ cells: ',6.500,0.250,', disputed: 'KWD 6.500' },
  },
];

/** @returns what the sandbox's Stripe holds of a payment */
async function atStripe(request: APIRequestContext, intentId: string) {
  const answer = await request.get(`/sandbox/stripe/v1/payment_intents/${intentId}`, {
    headers: { authorization: `Bearer ${sandboxKeys.secretKey}` },
    params: { 'expand[]': 'latest_charge' },
  });
  return answer.json();
}

for (const shop of shops) {
  test(`shows an order, its refund, and its dispute in ${shop.currency}`, async ({
    page,
    browser,
    request,
    service: { url },
    admin,
  }) => {
    const { currency, minor, shown, back } = shop;
    const desk = await (await browser.newContext()).newPage();
    await test.step('the admin enters the new price with the new currency', async () => {
      await openDesk(desk, url, '?tab=settings&section=money');
      const form = desk.getByRole('form', { name: 'Currency' });
      await form.getByLabel('Charge new orders in').selectOption(currency);
      await form.getByLabel('Write amounts as').selectOption(shop.locale);
      await form.getByRole('button', { name: 'Update Currency' }).click();
      const question = desk.getByRole('dialog', { name: /^Charge new orders in / });
      await question.getByLabel(/^Personal written reading/).fill(shop.typedPrice);
      await question.getByRole('button', { name: /^Charge in / }).click();
      await expectDone(desk, 'Currency Updated', /^New orders are now charged in /);
    });

    const customer = newCustomer();
    await page.goto('/');
    const button = page.getByRole('button', { name: /^Pay / });
    await expect(button).toHaveText(`Pay ${shown} & Get My Reading`);
    await expect(button).toBeEnabled();
    await fillDetails(page, customer);
    await fillCard(page, cards.succeeds);
    // The page takes its answers along when it leaves.
    let intentId = '';
    await page.route(`**${checkoutPath}`, async (route) => {
      const response = await route.fetch();
      const { paymentIntentId }: CheckoutSubmitted = await response.json();
      intentId = paymentIntentId ?? '';
      await route.fulfill({ response });
    });
    await button.click();
    const orderNumber = await readOrderNumber(page);
    expect(await atStripe(request, intentId)).toMatchObject({ amount_received: minor, currency });
    const [mail] = await mailsTo(request, customer.email, 1);
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(shown);
    const link = orderLink(mail);
    await page.goto(`${link}/receipt`);
    await expect(page.getByRole('article')).toContainText(shown);

    await test.step('the admin refunds a part', async () => {
      const dialog = await openOrderDialog(desk, url, { orderNumber });
      await dialog.getByRole('button', { name: 'Refund…' }).click();
      const refund = desk.getByRole('dialog', { name: `Refund order ${orderNumber}` });
      await refund.getByLabel(`How much (${shop.symbol})`).fill(shop.typed);
      await refund.getByRole('button', { name: `Refund ${back}` }).click();
      const done = new RegExp(`${back.replace(' ', '\\s')} refunded to the card`);
      await expectDone(desk, 'Refund Made', done);
      await expect(dialog).toContainText(`${shown}, ${back} refunded`);
      expect(await atStripe(request, intentId)).toMatchObject({
        latest_charge: { amount: minor, amount_refunded: shop.backMinor, currency },
      });
    });

    await test.step('the customer sees the refund and its receipt', async () => {
      await page.goto(link);
      await expect(page.getByRole('main')).toContainText(back);
      await page.goto(`${link}/receipt`);
      await page.getByRole('link', { name: /^number \d+$/ }).click();
      await expect(page.getByRole('heading', { name: 'Refund' })).toBeVisible();
      await expect(page.getByRole('article')).toContainText(back);
    });

    await test.step('the CSV file has the amounts paid and refunded', async () => {
      const csv = await (await desk.request.get(`${url}/api/orders.csv?q=${orderNumber}`)).text();
      expect(csv).toContain(shop.cells);
      expect(csv).toMatch(new RegExp(`[,;]${currency.toUpperCase()}[,;]`));
    });

    await test.step('the bank disputes the whole amount', async () => {
      await page.goto('/sandbox/payments');
      const payment = page.locator(`#${intentId}`);
      await payment.getByText('What can happen next').click();
      await payment.getByRole('button', { name: 'Chargeback: fraud', exact: true }).click();
      await expect(payment).toContainText(`Chargeback of ${shop.disputed}`);
      await expect
        .poll(async () => (await admin.ordersOf(customer.email))[0])
        .toMatchObject({ paymentStatus: 'disputed', amount: shop.price, currency });
    });
  });
}
