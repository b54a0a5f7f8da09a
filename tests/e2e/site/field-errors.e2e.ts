import type { Page } from '@playwright/test';
import { adminSees, expectRefused } from '../steps/desk-steps.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const ownQuestion = (page: Page) => field(page, 'Your own question');

async function chooseOther(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Other (enter your question)' }).check();
}

test('keeps a text that is too long and says by how much', async ({ page }) => {
  const customer = newCustomer();
  const background = page.getByLabel(/^Background context/);
  const question = `Why ${'not '.repeat(124)}`;
  await openCheckout(page);
  await fillDetails(page, customer);
  await chooseOther(page);
  await ownQuestion(page).fill(`${question}${'?'.repeat(23)}`);
  await background.fill('x'.repeat(5_001));
  await expect(ownQuestion(page)).toHaveAccessibleDescription(/23 characters too long$/);
  await expect(background).toHaveAccessibleDescription(/1 character too long$/);
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await expectRefused(page, 'Form Error', 'Please fill out all required fields correctly.');
  await expect(ownQuestion(page)).toBeFocused();
  await expect(ownQuestion(page)).toHaveAccessibleDescription(
    /Your question may be at most 500 characters long\. 23 characters too long$/,
  );
  await page.reload();
  await expect(ownQuestion(page)).toHaveValue(`${question}${'?'.repeat(23)}`);
  await expect(background).toHaveValue('x'.repeat(5_001));
  await ownQuestion(page).fill(question);
  await background.fill('x'.repeat(5_000));
  await expect(ownQuestion(page)).not.toHaveAttribute('aria-invalid');
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
  expect(await adminSees(page, customer.email)).toMatchObject([{ customQuestion: question.trim() }]);
});
