import { expectDone, openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  cards,
  expect,
  expectNoFlaws,
  fillCard,
  fillDetails,
  newCustomer,
  payButton,
  phone,
} from '../steps/steps.ts';

/* The owner gives out a code and takes it back; the customer's form follows. */

for (const viewport of [phone, { width: 1440, height: 900 }]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('sells with a code from its link until it is off', async ({ page, service, browser }) => {
      const { url } = service;
      const code = `SPRING${viewport.width}`;
      const codes = page.getByRole('region', { name: 'Your codes' });
      const row = codes.getByRole('listitem').filter({ hasText: code });

      await test.step('the owner enters both amounts by mistake and loses nothing', async () => {
        await openDesk(page, url, '?tab=settings&section=codes');
        const form = page.getByRole('form', { name: 'New code' });
        await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
        await form.getByLabel('Percent').fill('20');
        await form.getByLabel('Amount ($)').fill('10');
        await form.getByLabel(/^Total uses/).fill('50');
        await form.getByRole('button', { name: 'Add code' }).click();
        await expect(form.getByRole('alert')).toHaveText('Give a percentage or an amount, not both.');
        await expect(form.getByLabel('Code', { exact: true })).toHaveValue(code.toLowerCase());
        await expectNoFlaws(page);
        await page.setViewportSize(viewport);
        await form.getByLabel('Amount ($)').fill('');
        await form.getByRole('button', { name: 'Add code' }).click();
        await expectDone(page, 'Code Added', `This link fills it in: ${url}/?code=${code}`);
        await expect(row).toContainText('20% off · 0 of 50 uses');
        await expectNoFlaws(page);
        await page.setViewportSize(viewport);
      });

      const customer = await (await browser.newContext({ viewport })).newPage();
      await customer.goto(`${url}/?code=${code}`);
      await expect(payButton(customer)).toHaveText('Pay $48 & Get My Reading');
      await fillDetails(customer, newCustomer());
      await fillCard(customer, cards.succeeds);

      await test.step('a switched-off code is refused before any payment', async () => {
        await page.getByRole('button', { name: `Switch off: ${code}` }).click();
        await expect(row).toContainText('Off');
        await payButton(customer).click();
        await expect(customer.getByText('This code isn’t valid anymore.')).toBeVisible();
        await expect(payButton(customer)).toHaveText('Pay $60 & Get My Reading');
        await customer.goto(url);
        await expect(payButton(customer)).toBeEnabled();
        await expect(customer.getByText('Have a code?')).toBeHidden();
      });
      await customer.context().close();
    });
  });
}
