import { expectRefused } from '../steps/desk-steps.ts';
import { expect, fillCheckout, payButton, test } from '../steps/steps.ts';

test('keeps a text that is too long and says by how much', async ({ page }) => {
  await fillCheckout(page);
  await page.getByRole('radio', { name: 'Other (enter your question)' }).check();
  const question = page.getByLabel('Your own question');
  await question.fill('?'.repeat(523));
  await expect(question).toHaveAccessibleDescription(/23 characters too long$/);
  await payButton(page).click();
  await expectRefused(page, 'Form Error', 'Please fill out all required fields correctly.');
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/can be up to 500 characters long\. 23 characters/);
  await page.reload();
  await expect(question).toHaveValue('?'.repeat(523));
  await question.fill('?'.repeat(500));
  await expect(question).not.toHaveAttribute('aria-invalid');
});
