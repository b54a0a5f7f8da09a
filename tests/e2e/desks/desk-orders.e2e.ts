import { filterBy } from '../steps/desk-steps.ts';
import { expect, signIn, test } from '../steps/steps.ts';

test('goes back through the filters, and not to the sign-in page', async ({ page }) => {
  await page.goto('/');
  await signIn(page, 'admin');
  const status = filterBy(page, 'Status');
  await status.selectOption({ label: 'Rejected' });
  await expect(page).toHaveURL(/status=rejected/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(status).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(status).toHaveValue('');
});
