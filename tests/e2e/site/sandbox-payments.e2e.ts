import { buy } from '../../faults/running-service/browser.ts';
import { product } from '../steps/servers.ts';
import { expect, newCustomer, test } from '../steps/steps.ts';

/* The page on which a person is the bank: plain forms, which only a browser sends as browsers do. */

test('lets a person dispute, win, and fail refunds, and reports impossible ones', async ({ page }) => {
  const { order } = await buy(product.url, { customerEmail: newCustomer().email });
  const id = order.paymentIntentId ?? '';
  const payment = page.locator(`#${id}`);
  const press = (name: string) => payment.getByRole('button', { name, exact: true }).click();

  await page.goto('/sandbox');
  await page.getByRole('link', { name: 'Payments' }).first().click();
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
  await payment.getByText('What can happen next').click();
  await press('Chargeback: fraud');
  await expect(payment.getByText('Chargeback of $60.00, fraudulent: needs response')).toBeInViewport();
  await press('Won');
  await expect(payment.getByText('Chargeback of $60.00, fraudulent: won')).toBeVisible();

  await payment.getByLabel('Amount').fill('20');
  await press('Refund at Stripe');
  await press('It fails after all');
  await expect(payment.getByText('Refund of $20.00: failed')).toBeVisible();
  await payment.getByLabel('Amount').fill('60.01');
  await press('Refund at Stripe');
  await expect(page.getByRole('alert')).toContainText('greater than unrefunded amount');

  await page.getByRole('button', { name: 'Another shop on the account is paid' }).click();
  await expect(page.getByText('A payment of another shop').first()).toBeVisible();
});
