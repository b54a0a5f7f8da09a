import type { Page } from '@playwright/test';
import { adminSees, expectToast } from '../steps/checkout-steps.ts';
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

const formError = {
  title: 'Form Error',
  text: 'Please fill out all required fields correctly.',
  isDestructive: true,
};

test('each field says what is wrong with it, and the first has the focus', async ({ page }) => {
  await openCheckout(page);
  await page.getByLabel('Card number').fill('4242 4242');
  await chooseOther(page);
  await ownQuestion(page).fill('  Why?   ');
  await field(page, 'Full name').fill('   ');
  await field(page, 'Email').fill('nobody@nowhere');
  await payButton(page).click();
  await expectToast(page, formError);

  const wrong: [label: string, hint: string, error: string][] = [
    [
      'Your own question',
      'At least 8 characters. Open-ended questions work best.',
      'Please enter your question (at least 8 characters).',
    ],
    ['Full name', 'As shown on your card.', 'Your full name is missing.'],
    [
      'Email',
      'We’ll send your confirmation and your reading here.',
      'Your email address doesn’t look right. It should look like name@example.com.',
    ],
    [
      'Name for the reading',
      'What your reader should call you. A first name is fine.',
      'The name for the reading is missing.',
    ],
  ];
  for (const [label, hint, error] of wrong) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(`${hint} ${error}`);
    await expect(page.getByRole('alert').filter({ hasText: error })).toBeVisible();
  }
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(ownQuestion(page)).toBeFocused();

  // One after the other is put right, and only that one is content.
  const corrections = ['Why not?', 'Maya Lindqvist', 'maya@customers.example', 'Maya'];
  for (const [index, [label, hint, error]] of wrong.entries()) {
    await field(page, label).fill(corrections[index] ?? '');
    await expect(field(page, label)).not.toHaveAttribute('aria-invalid');
    await expect(field(page, label)).toHaveAccessibleDescription(hint);
    await expect(page.getByText(error)).toHaveCount(0);
    for (const [later] of wrong.slice(index + 1)) {
      await expect(field(page, later)).toHaveAttribute('aria-invalid', 'true');
    }
  }
});

test('a text that is too long is kept whole and refused with how much is too much', async ({ page }) => {
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
  await expectToast(page, formError);
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
