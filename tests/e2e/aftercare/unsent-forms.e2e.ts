import type { Page } from '@playwright/test';
import { colleague } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { buy, expect, mailsTo, newCustomer, orderLink, phone, test } from '../steps/steps.ts';

/*
 * Each form on a customer's page is sent by itself: what was typed in the others is there again. What the tab
 * remembers: src/lib/unsent-forms.test.tsx.
 */

test.use({ viewport: phone });

const answer = (page: Page) => page.getByLabel('Your answer');
const background = (page: Page) => page.getByLabel('What your reader should know');
const address = (page: Page) => page.getByLabel('Your email address');
const sendAnswer = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const saveAddress = (page: Page) => page.getByRole('button', { name: 'Save address' });
const saveBackground = (page: Page) => page.getByRole('button', { name: 'Save background' });
const notes = (page: Page) => page.getByText('You typed this earlier but haven’t sent it yet.');
const rest = (page: Page) => page.getByRole('heading', { name: 'What you typed but didn’t send' });

/** Orders a reading, has the customer asked something, and types into two forms of the order's page. */
async function typeIntoForms(page: Page) {
  const customer = newCustomer();
  await buy(page, customer);
  const admin = await colleague(product.url);
  const [{ id = '' } = {}] = await admin.ordersOf(customer.email);
  const question = { text: 'Which job do you mean?', kind: 'question' };
  await admin.ask('POST', `/api/orders/${id}/messages`, question);
  await page.getByRole('link', { name: 'View your order' }).click();
  await answer(page).fill(' The one in Lisbon.\n\nI have until March.\n');
  await page.getByText('Edit what you told us').click();
  await background(page).fill('Ten years, not nine.');
  return { write: () => admin.write(id, 'The Star.'), customer };
}

async function expectNothingKept(page: Page): Promise<void> {
  await expect(notes(page)).toHaveCount(0);
  await expect(rest(page)).toBeHidden();
  const keys = await page.evaluate(() => Object.keys(sessionStorage));
  expect(keys.filter((key) => key.startsWith('unsent'))).toEqual([]);
}

test('keeps what was typed in the other forms when one is sent', async ({ page }) => {
  const { customer } = await typeIntoForms(page);

  await test.step('an invalid address returns with its reason, and nothing else is lost', async () => {
    await page.getByText('Correct the email address').click();
    await address(page).fill('maya@customers');
    await saveAddress(page).click();
    await expect(page.getByRole('alert')).toContainText('doesn’t look right');
    await page.reload();
    await expect(address(page)).toHaveValue('maya@customers');
    await expect(answer(page)).toHaveValue(/Lisbon/);
    await expect(background(page)).toBeVisible();
    await expect(background(page)).toHaveValue('Ten years, not nine.');
    await expect(notes(page)).toHaveCount(2);
  });

  await test.step('the suggested address replaces the typed one', async () => {
    const meant = `${customer.email.split('@')[0]}@gmail.com`;
    await address(page).fill(meant.replace('gmail', 'gmial'));
    await saveAddress(page).click();
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'updated your email address' })).toBeVisible();
    await page.getByText('Correct the email address').click();
    await expect(address(page)).toHaveValue(meant);
    await expect(notes(page)).toHaveCount(2);
  });

  await test.step('the background is saved, and then the answer', async () => {
    await saveBackground(page).click();
    await expect(page.getByRole('status').filter({ hasText: 'Your reader will see' })).toBeVisible();
    await expect(answer(page)).toHaveValue(/Lisbon/);
    await expect(notes(page)).toHaveCount(1);
    await sendAnswer(page).click();
    await expect(page.getByText('You wrote', { exact: true })).toBeVisible();
    await expectNothingKept(page);
  });
});

test('shows typed text whose form is gone', async ({ page }) => {
  const { write } = await typeIntoForms(page);
  await write();
  await sendAnswer(page).click();
  await expect(page.getByText('You wrote', { exact: true })).toBeVisible();
  const section = rest(page).locator('..');
  await expect(section).toContainText('Ten years, not nine.');
  await expect(section).not.toContainText('Lisbon');
});

test('warns without scripts that each form is sent alone', async ({ page, request }) => {
  const alone = newCustomer();
  await buy(page, alone);
  await typeIntoForms(page);
  const source = await (await page.request.get(page.url())).text();
  // Browsers show it when scripts are switched off; the test's own way of switching them off does not.
  expect(source.match(/<noscript>.*?Sending this clears the other forms.*?<\/noscript>/gs)).toHaveLength(3);
  // By the link of a mail another browser has one form, and nothing else to lose.
  const [mail] = await mailsTo(request, alone.email, 1);
  const other = await (await request.get(orderLink(mail))).text();
  expect(other).toContain('Write to us');
  expect(other).not.toContain('Sending this clears');
});
