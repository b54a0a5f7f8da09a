import { expectTyped, nothingTyped } from '../steps/checkout-steps.ts';
import { openOrderDialog } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import {
  buy,
  cards,
  expect,
  fillCard,
  fillCheckout,
  laptop,
  mailsTo,
  newCustomer,
  openPlain,
  orderLink,
  pay,
  payButton,
  phone,
  test,
} from '../steps/steps.ts';

test.use({ viewport: phone });

/* What a customer finds after paying: where the mail went, how to correct it, and an empty form. */

test('lets the browser that paid correct address and background without scripts', async ({
  page,
  browser,
  request,
}) => {
  const customer = newCustomer();
  const orderNumber = await buy(page, customer);
  const [first] = await mailsTo(request, customer.email, 1);
  const right = `right.${customer.email}`;

  await test.step('the thank-you page names the address and the due date', async () => {
    const own = page.getByRole('region', { name: 'Your order' });
    await expect(own).toContainText('m…@customers.example');
    await expect(own).toContainText(/In your inbox by\s*\w+day, \w+ \d+/);
    expect(await page.content()).not.toContain(customer.email);
  });

  const plain = await openPlain(browser, page.url());
  await test.step('"Correct it" opens the form', async () => {
    await plain.context().addCookies(await page.context().cookies());
    await plain.reload();
    await plain.getByRole('link', { name: 'Correct it' }).click();
    await expect(plain.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
    await expect(plain.getByLabel('Your email address')).toHaveValue(customer.email);
  });

  await test.step('the page repeats what the customer wrote', async () => {
    for (const [label, words] of [
      ['Your question', 'What career path should I pursue?'],
      ['Background', customer.background],
      ['Name for the reading', customer.addressee],
    ] as const) {
      const fact = plain.locator('dl > div').filter({ hasText: label });
      await expect(fact.getByRole('definition')).toContainText(words);
    }
  });

  await test.step('the confirmation goes to the corrected address, and old links end', async () => {
    await plain.getByLabel('Your email address').fill(right);
    await plain.getByRole('button', { name: 'Save address' }).click();
    await expect(plain.getByRole('status')).toContainText('Thanks, we’ve updated your email address.');
    const [confirmation] = await mailsTo(request, right, 1);
    expect(confirmation?.text).toContain(orderNumber);
    expect((await request.get(orderLink(first))).status()).toBe(404);
    expect((await request.get(orderLink(confirmation))).status()).toBe(200);
  });

  await test.step('the background is corrected, and the desk shows both', async () => {
    await plain.getByText('Edit what you told us').click();
    await expect(plain.getByLabel('What your reader should know')).toHaveValue(customer.background);
    await plain.getByLabel('What your reader should know').fill('Ten years,\nnot nine.');
    await plain.getByRole('button', { name: 'Save background' }).click();
    await expect(plain.getByRole('status')).toContainText('Your reader will see the new version.');
    await page.setViewportSize(laptop);
    const dialog = await openOrderDialog(page, product.url, { orderNumber });
    await expect(dialog).toContainText('not nine.');
    await expect(dialog).toContainText(right);
  });
});

test('shows an empty form on Back after paying and keeps nothing private', async ({ page }) => {
  const secret = 'Does anybody know of my secret?';
  const customer = await fillCheckout(page);
  await page.getByRole('radio', { name: /^Other/ }).check();
  await page.getByLabel('Your own question').fill(secret);

  await test.step('keeps an unpaid form while visiting another page', async () => {
    await page.getByRole('link', { name: 'Terms', exact: true }).last().click();
    await page.waitForURL('**/terms');
    await page.goBack();
    await expect(page.getByLabel('Your own question')).toHaveValue(secret);
    await expectTyped(page, customer);
  });

  await fillCard(page, cards.succeeds);
  const orderNumber = await pay(page);
  const expectEmpty = async () => {
    await expect(payButton(page)).toBeEnabled();
    await expect(page.locator('[data-form-news]')).toHaveText(
      `You’ve placed order ${orderNumber}. Use this form to order another reading.`,
    );
    await expect(page.getByRole('radio', { name: /What career path should I pursue/ })).toBeChecked();
    await expectTyped(page, nothingTyped);
    const left = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    for (const word of ['secret', customer.background, customer.name, customer.email]) {
      expect(left).not.toContain(word);
    }
  };
  await page.goBack();
  await expectEmpty();
  await page.getByRole('radio', { name: /^Other/ }).check();
  await expect(page.getByLabel('Your own question')).toHaveValue('');
  await page.getByRole('button', { name: 'Clear form' }).click();
  await page.reload();
  await expectEmpty();
});
