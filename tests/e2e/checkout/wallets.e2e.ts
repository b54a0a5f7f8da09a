import { expectTyped } from '../steps/checkout-steps.ts';
import { adminSees, expectDone, openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  pay,
  payButton,
  phone,
  readOrderNumber,
} from '../steps/steps.ts';

test.use({ viewport: phone });

/* Apple Pay and Google Pay, played by a wallet of the sandbox's own. */

test('offers wallets once switched on, and charges only on confirmation', async ({
  page,
  service: { url },
}) => {
  const wallet = page.getByRole('button', { name: 'Sandbox wallet' });
  const sheet = page.getByRole('dialog', { name: 'Sandbox wallet' });
  await test.step('wallets are off by default', async () => {
    await openCheckout(page);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expect(wallet).toHaveCount(0);
    await openDesk(page, url, '?tab=settings&section=payment');
    await page.getByRole('checkbox', { name: 'Apple Pay and Google Pay' }).check();
    await page.getByRole('form', { name: 'Ways to pay' }).getByRole('button', { name: 'Save' }).click();
    await expectDone(page, 'Settings Updated', 'Apple Pay and Google Pay are offered at the checkout.');
  });

  const customer = newCustomer();
  await test.step('a closed wallet charges nothing', async () => {
    await expect(async () => {
      await openCheckout(page);
      await expect(wallet).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await fillDetails(page, customer);
    await wallet.click();
    await expect(page.getByLabel('Card number')).toBeHidden();
    await payButton(page).click();
    await expect(sheet).toContainText('60.00 USD');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    const said = page
      .getByRole('form')
      .getByRole('status')
      .filter({ hasText: 'You closed the payment window' });
    await expect(said).toBeVisible();
    expect(await adminSees(page, customer.email)).toEqual([]);
  });

  await test.step('a declined wallet payment is reported, and the next press pays', async () => {
    await payButton(page).click();
    await sheet.getByRole('button', { name: 'Let the bank refuse' }).click();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    await expectTyped(page, customer);
    await payButton(page).click();
    await sheet.getByRole('button', { name: 'Pay with the wallet' }).click();
    const orderNumber = await readOrderNumber(page);
    expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
  });

  await test.step('the card still works next to the wallet', async () => {
    await openCheckout(page);
    await fillDetails(page, newCustomer());
    await page.getByRole('button', { name: 'Card', exact: true }).click();
    await fillCard(page, cards.succeeds);
    await pay(page);
  });
});
