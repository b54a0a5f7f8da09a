import type { Locator, Page } from '@playwright/test';
import { colleague } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { buy, expect, mailsTo, newCustomer, orderLink, phone, test } from '../steps/steps.ts';

/* Each form on a customer's page is sent by itself: what was typed in the others is there again. */

test.use({ viewport: phone });

const answer = (page: Page) => page.getByLabel('Your answer');
const background = (page: Page) => page.getByLabel('What your reader should know');
const sendAnswer = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const notes = (page: Page) => page.getByText('You typed this earlier but haven’t sent it yet.');
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsent')));
const rest = (page: Page) => page.getByRole('heading', { name: 'What you typed but didn’t send' });

/** A customer at the page of their order, who is asked something. */
async function askedCustomer(page: Page) {
  const customer = newCustomer();
  await buy(page, customer);
  const admin = await colleague(product.url);
  const [order] = await admin.ordersOf(customer.email);
  if (!order) throw new Error('there is no order');
  await admin.ask('POST', `/api/orders/${order.id}/messages`, {
    text: 'Which job do you mean?',
    kind: 'question',
  });
  return { admin, order, customer };
}

async function fillInAll(page: Page): Promise<void> {
  await answer(page).fill('The one in Lisbon.\nI have until March.');
  await page.getByText('Edit what you told us').click();
  await background(page).fill('Ten years, not nine.');
}

test('keeps what was typed in the other forms when one is sent', async ({ page }) => {
  const { customer } = await askedCustomer(page);
  await page.getByRole('link', { name: 'View your order' }).click();
  await fillInAll(page);

  await test.step('an invalid address returns with its reason, and nothing else is lost', async () => {
    await page.getByText('Correct the email address').click();
    await page.getByLabel('Your email address').fill('maya@customers');
    await page.getByRole('button', { name: 'Save the address' }).click();
    await expect(page.getByRole('alert')).toContainText('doesn’t look right');
    await expect(page.getByLabel('Your email address')).toHaveValue('maya@customers');
    await expect(answer(page)).toHaveValue('The one in Lisbon.\nI have until March.');
    await expect(background(page)).toBeVisible();
    await expect(background(page)).toHaveValue('Ten years, not nine.');
    await expect(notes(page)).toHaveCount(2);
  });

  await test.step('the suggested address replaces the typed one', async () => {
    const meant = `${customer.email.split('@')[0]}@gmail.com`;
    await page.getByLabel('Your email address').fill(meant.replace('gmail', 'gmial'));
    await page.getByRole('button', { name: 'Save the address' }).click();
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'corrected it' })).toBeVisible();
    await page.getByText('Correct the email address').click();
    await expect(page.getByLabel('Your email address')).toHaveValue(meant);
    await expect(notes(page)).toHaveCount(2);
  });

  await test.step('the background is saved and the answer stays unsent', async () => {
    await page.getByRole('button', { name: 'Save the background' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Your reader will see' })).toBeVisible();
    await expect(answer(page)).toHaveValue(/Lisbon/);
    await expect(notes(page)).toHaveCount(1);
    await page.reload();
    await expect(answer(page)).toHaveValue(/Lisbon/);
  });

  await test.step('forgets everything once it is sent', async () => {
    await page.getByText('Correct the email address').click();
    await page.getByLabel('Your email address').fill(`new.${customer.email}`);
    await page.getByRole('button', { name: 'Save the address' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'corrected it' })).toBeVisible();
    await sendAnswer(page).click();
    await expect(page.getByText('You wrote', { exact: true })).toBeVisible();
    await expect(notes(page)).toHaveCount(0);
    await expect(rest(page)).toBeHidden();
    expect(await kept(page)).toEqual([]);
  });
});

test('shows typed text whose form is gone', async ({ page }) => {
  const { admin, order } = await askedCustomer(page);
  await page.getByRole('link', { name: 'View your order' }).click();
  await fillInAll(page);
  await admin.write(order.id, 'The Star.');
  await sendAnswer(page).click();
  await expect(page.getByText('You wrote', { exact: true })).toBeVisible();
  const section = rest(page).locator('..');
  await expect(section).toContainText('Ten years, not nine.');
  await expect(section).not.toContainText('Lisbon');
});

/** Presses a button whose form arrives, while its answer is lost on the way back, and opens the page again. */
async function sendAndLoseAnswer(page: Page, button: Locator): Promise<void> {
  const url = page.url();
  await page.route('**/api/order-links/**', async (route) => {
    expect((await route.fetch({ maxRedirects: 0 })).status()).toBe(303);
    await route.abort();
  });
  const lost = page.waitForEvent('requestfailed');
  await button.click();
  await lost;
  await page.unroute('**/api/order-links/**');
  await page.goto(url);
}

test('does not call a form unsent when only the answer was lost', async ({ page }) => {
  await askedCustomer(page);
  await page.getByRole('link', { name: 'View your order' }).click();
  await fillInAll(page);
  await answer(page).fill(' The one in Lisbon.\n\nI have until March.\n');
  await background(page).fill('Ten years, not nine.\n');

  await test.step('the background arrives, and the answer stays unsent', async () => {
    await sendAndLoseAnswer(page, page.getByRole('button', { name: 'Save the background' }));
    await expect(notes(page)).toHaveCount(1);
    await expect(rest(page)).toBeHidden();
  });

  await test.step('the answer arrives, and then a problem', async () => {
    await sendAndLoseAnswer(page, sendAnswer(page));
    await expect(page.getByText('You wrote', { exact: true })).toBeVisible();
    await page.getByText('Write to us', { exact: true }).click();
    await page.getByLabel('Your message').fill('My name is wrong.');
    await page.getByLabel('Something is wrong with my order').check();
    await sendAndLoseAnswer(page, sendAnswer(page));
    await expect(page.getByText('You wrote', { exact: true })).toHaveCount(2);
    await expect(notes(page)).toHaveCount(0);
    await expect(rest(page)).toBeHidden();
    expect(await kept(page)).toEqual([]);
  });
});

test('keeps a refused form in the tab after the server forgets it', async ({ page }) => {
  const { customer } = await askedCustomer(page);
  await page.getByRole('link', { name: 'View your order' }).click();
  await page.getByText('Correct the email address').click();
  const address = page.getByLabel('Your email address');
  await address.fill('maya@customers');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByRole('alert')).toContainText('doesn’t look right');
  await expect(notes(page)).toHaveCount(0);
  await page.reload();
  await expect(address).toHaveValue('maya@customers');

  // What is taken from another tab ends the memory of what was not.
  const action = await address.locator('xpath=ancestor::form').getAttribute('action');
  const { origin } = new URL(page.url());
  const text = `new.${customer.email}`;
  await page.request.post(action ?? '', { headers: { origin }, form: { text }, maxRedirects: 0 });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(address).toHaveValue('maya@customers');
  await expect(notes(page)).toHaveCount(1);

  await address.fill(`newer.${customer.email}`);
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'corrected it' })).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
});

test('warns without scripts that each form is sent alone', async ({ page, request }) => {
  const alone = newCustomer();
  await buy(page, alone);
  await askedCustomer(page);
  const path = await page.getByRole('link', { name: 'View your order' }).getAttribute('href');
  const source = await (await page.request.get(path ?? '')).text();
  // Browsers show it when scripts are switched off; the test's own way of switching them off does not.
  expect(source.match(/<noscript>.*?Sending this clears the other forms.*?<\/noscript>/gs)).toHaveLength(3);
  // By the link of a mail another browser has one form, and nothing else to lose.
  const [mail] = await mailsTo(request, alone.email, 1);
  const other = await (await request.get(orderLink(mail))).text();
  expect(other).toContain('Write to us');
  expect(other).not.toContain('Sending this clears');
  // The two scripts that every page has.
  expect((await (await request.get('/order/AAAAAAAAAAAAAAAAAAAAAA')).text()).match(/<script/g)).toHaveLength(
    2,
  );
});
