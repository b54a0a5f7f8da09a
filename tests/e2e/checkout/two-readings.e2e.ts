import type { Page } from '@playwright/test';
import { expectTyped } from '../steps/checkout-steps.ts';
import { adminSees } from '../steps/desk-steps.ts';
import {
  type Customer,
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/* One browser, two forms: each is paid as it was sent, and none gets lost. */

async function fillTab(page: Page, card = cards.succeeds): Promise<Customer> {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, card);
  return customer;
}

/** Each order has its own customer, was paid once, and was confirmed by one mail. */
async function expectPaid(page: Page, orders: { customer: Customer; orderNumber: string }[]): Promise<void> {
  for (const { customer, orderNumber } of orders) {
    expect(await adminSees(page, customer.email)).toMatchObject([
      {
        orderNumber,
        customerName: customer.name,
        backgroundContext: customer.background,
        paymentStatus: 'paid',
      },
    ]);
    await mailsTo(page.request, customer.email, 1);
  }
}

const question = (page: Page, orderNumber: string) =>
  page.getByRole('group', { name: `Your order ${orderNumber} is paid. Is this another reading?` });

test('asks before it sells a second tab’s reading, and keeps its text', async ({ page, context }) => {
  const tab = await context.newPage();
  const second = await fillTab(tab);
  await page.bringToFront();
  const first = await fillTab(page);
  await payButton(page).click();
  const firstNumber = await readOrderNumber(page);

  await tab.bringToFront();
  await payButton(tab).click();
  await expect(question(tab, firstNumber)).toBeFocused();
  await expect(question(tab, firstNumber)).toHaveAccessibleDescription(
    'What you typed here is saved, and you haven’t been charged for it.',
  );
  await expect(tab).toHaveURL('/');
  await expectTyped(tab, second);
  await expect(tab.getByLabel('Card number')).toHaveValue(cards.succeeds);

  // Answered without a pointer.
  await tab.keyboard.press('Tab');
  await expect(tab.getByRole('button', { name: 'Order another reading for $60' })).toBeFocused();
  await tab.keyboard.press('Enter');
  const secondNumber = await readOrderNumber(tab);
  expect(secondNumber).not.toBe(firstNumber);
  await expectPaid(page, [
    { customer: first, orderNumber: firstNumber },
    { customer: second, orderNumber: secondNumber },
  ]);
});
