import type { Page } from '@playwright/test';
import { colleague, expectDone, openDesk } from '../steps/desk-steps.ts';
import { setPrice, testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws, phone } from '../steps/steps.ts';

/* The owner goes over to euros, and types prices as they are written in Germany. */

// They change the currency of one shop.
test.describe.configure({ mode: 'default' });

const currencyForm = (page: Page) => page.getByRole('form', { name: 'Currency' });
const priceForm = (page: Page) => page.getByRole('form', { name: 'Reading Price' });

for (const viewport of [phone, { width: 1440, height: 900 }]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('switches the shop to euros and accepts prices with a comma', async ({ page, service }) => {
      const { url } = service;
      const admin = await colleague(url);
      await admin.ask('PUT', '/api/settings/currency', { currency: 'usd', locale: 'en-US' });
      await setPrice(service, 60);

      await test.step('the owner confirms the new currency and its prices', async () => {
        await openDesk(page, url, '?tab=settings&section=money');
        const form = currencyForm(page);
        await form.getByLabel('Charge new orders in').selectOption('Euro (EUR)');
        await form.getByLabel('Write amounts as').selectOption('de-DE');
        await expect(form.getByLabel('Write amounts as')).toContainText('1.234,50 € · German (Germany)');
        await form.getByRole('button', { name: 'Update Currency' }).click();
        const question = page.getByRole('dialog', { name: 'Charge new orders in EUR?' });
        const price = question.getByLabel('Personal written reading (€)');
        await expect(price).toHaveValue('60,00');
        await expect(price).toHaveAccessibleDescription('Now $60.00');
        await price.fill('55');
        await expectNoFlaws(page);
        await question.getByRole('button', { name: 'Charge in EUR' }).click();
        await expectDone(page, 'Currency Updated', 'New orders are charged in EUR.');
        await expectNoFlaws(page);
        await page.setViewportSize(viewport);
      });

      const form = priceForm(page);
      const field = form.getByLabel('New price (€)');
      const update = form.getByRole('button', { name: 'Update Price' });
      await test.step('prices are in euros, and errors appear at the field', async () => {
        await openDesk(page, url, '?tab=settings');
        await expect(form).toContainText('Current price: 55,00 €');
        const mistakes = [
          ['1,234', '1.234', /Please enter a valid price/],
          ['0,20', '0.20', /at least 0,50: card payments below 0,50\s€ are not possible/],
        ] as const;
        for (const [typed, kept, sentence] of mistakes) {
          await field.fill('');
          await field.pressSequentially(typed);
          await update.click();
          await expect(field).toHaveAccessibleDescription(sentence);
          await expect(field).toHaveValue(kept);
          await expect(form).toContainText('Current price: 55,00 €');
        }
        await expectNoFlaws(page);
        await page.setViewportSize(viewport);
      });

      await test.step('49,50 is saved as 49,50 €', async () => {
        await field.fill('');
        await field.pressSequentially('49,50');
        await update.click();
        await expect(form).toContainText('Current price: 49,50 €');
        await page.reload();
        await expect(form).toContainText('Current price: 49,50 €');
      });
    });
  });
}
