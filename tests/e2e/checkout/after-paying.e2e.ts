import type { Page } from '@playwright/test';
import { expectTyped } from '../steps/checkout-steps.ts';
import { sellBeforehand } from '../steps/delivery-steps.ts';
import { signInHere } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import {
  buy,
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  openOrder,
  orderLink,
  ordersOf,
  payButton,
  people,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/** A phone's. */
const width = 360;

/* What a customer finds after paying: where the mail went, how to correct it, and a receipt. */

const masked = /^m…@customers\.example/;

/** The same browser, as it would be without scripts: what follows is links and forms alone. */
async function withoutScripts(page: Page, width: number): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('there is no browser');
  const storageState = await page.context().storageState();
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width, height: 740 },
    baseURL: product.url,
    storageState,
  });
  return context.newPage();
}

test('the browser that paid corrects address and background, without scripts', async ({ page, request }) => {
  await page.setViewportSize({ width, height: 740 });
  const customer = newCustomer();
  const orderNumber = await buy(page, customer);
  const [first] = await mailsTo(request, customer.email, 1);
  const right = `right.${customer.email}`;

  await test.step('the thank-you says where the mail went, by when, and leads to the order', async () => {
    const own = page.getByRole('region', { name: 'Your order' });
    await expect(own).toContainText('m…@customers.example');
    await expect(own).toContainText(/Reading due by\s*\w+day, \w+ \d+/);
    await expect(own.getByRole('link', { name: 'View your order' })).toHaveAttribute(
      'href',
      /^\/order\/[\w-]{22}$/,
    );
    expect(await page.content()).not.toContain(customer.email);
  });

  const plain = await withoutScripts(page, width);
  await test.step('its "Correct it" opens the form', async () => {
    await plain.goto(page.url());
    await plain.getByRole('link', { name: 'Correct it' }).click();
    await expect(plain.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
    await expect(plain.getByLabel('Your email address')).toHaveValue(customer.email);
    await page.goto(plain.url());
    await page.getByText('Correct the background').click();
  });

  await test.step('what is no address comes back with the reason, as it was typed', async () => {
    await plain.getByLabel('Your email address').fill('maya@customers');
    await plain.getByRole('button', { name: 'Save the address' }).click();
    await expect(plain.getByRole('alert')).toContainText('doesn’t look right');
    await expect(plain.getByLabel('Your email address')).toHaveValue('maya@customers');
    await page.reload();
  });

  await test.step('what looks mistyped is asked about, and stays as it was typed', async () => {
    await plain.getByLabel('Your email address').fill('maya@gmial.com');
    await plain.getByRole('button', { name: 'Save the address' }).click();
    await expect(plain.getByText('Did you mean maya@gmail.com? Use it')).toBeVisible();
    await expect(plain.getByLabel('Your email address')).toHaveValue('maya@gmial.com');
    await expect(plain.getByLabel('Your email address')).toHaveAccessibleDescription(/Did you mean/);
    await page.reload();
  });

  await test.step('corrected, the confirmation goes there, and old links end', async () => {
    await plain.getByLabel('Your email address').fill(right);
    await plain.getByRole('button', { name: 'Save the address' }).click();
    await expect(plain.getByRole('status')).toContainText('Thanks, we’ve corrected it.');
    const [confirmation] = await mailsTo(request, right, 1);
    expect(confirmation?.text).toContain(orderNumber);
    expect((await request.get(orderLink(first))).status()).toBe(404);
    expect((await request.get(orderLink(confirmation))).status()).toBe(200);
    await page.goto(plain.url());
  });

  await test.step('the background, too; both stand in the history of the desk', async () => {
    await plain.getByText('Correct the background').click();
    await expect(plain.getByLabel('What your reader should know')).toHaveValue(customer.background);
    await plain.getByLabel('What your reader should know').fill('Ten years,\nnot nine.');
    await plain.getByRole('button', { name: 'Save the background' }).click();
    await expect(plain.getByRole('status')).toContainText('Your reader will see what you’ve written now.');
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInHere(page, product.url, 'admin', people.admin);
    await page.goto('/admin/dashboard');
    const dialog = await openOrder(page, orderNumber);
    await expect(dialog).toContainText('not nine.');
    await expect(dialog).toContainText(right);
    await dialog.getByText(/^History/).click();
    await expect(dialog).toContainText('The customer corrected the background');
  });
  await plain.context().close();
});

test('Back after paying shows an empty form that says so, and nothing of what was asked is left', async ({
  page,
}) => {
  const secret = 'Does anybody know of my secret?';
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await page.getByRole('radio', { name: /^Other/ }).check();
  await page.getByLabel('Your own question').fill(secret);

  await test.step('a form that was not paid is as it was, also after a look at another page', async () => {
    await page.getByRole('link', { name: 'Terms', exact: true }).last().click();
    await page.waitForURL('**/terms');
    await page.goBack();
    await expect(page.getByLabel('Your own question')).toHaveValue(secret);
    await expectTyped(page, customer);
  });

  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  const orderNumber = await readOrderNumber(page);
  const expectEmpty = async () => {
    await expect(payButton(page)).toBeEnabled();
    await expect(page.locator('[data-form-news]')).toHaveText(
      `You’ve placed order ${orderNumber}. Use this form to order another reading.`,
    );
    await expect(page.getByRole('radio', { name: /What career path should I pursue/ })).toBeChecked();
    for (const name of ['Full name', 'Email', 'Name for the reading', 'Background context']) {
      await expect(page.getByLabel(name, { exact: name === 'Email' })).toHaveValue('');
    }
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

test('who has a mail’s link alone corrects nothing, and reads neither address nor background', async ({
  page,
  request,
  browser,
}) => {
  const customer = newCustomer();
  await buy(page, customer);
  const [confirmation] = await mailsTo(request, customer.email, 1);
  const stranger = await (await browser.newContext({ baseURL: product.url })).newPage();
  const response = await stranger.goto(orderLink(confirmation));
  await expect(stranger.getByRole('main')).toContainText('in the browser you ordered from');
  await expect(stranger.getByRole('textbox')).toHaveCount(0);
  const source = (await response?.text()) ?? '';
  for (const secret of [customer.email, customer.background]) expect(source).not.toContain(secret);

  // The number, too, tells another browser nothing.
  await stranger.goto(page.url());
  await expect(stranger.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible();
  await expect(stranger.getByText(masked)).toHaveCount(0);
  await expect(stranger.getByRole('link', { name: 'View your order' })).toHaveCount(0);
  await stranger.context().close();

  // The same link in the browser that paid is as good as its own.
  await page.goto(orderLink(confirmation));
  await page.getByRole('link', { name: 'Correct it' }).click();
  await expect(page.getByLabel('Your email address')).toHaveValue(customer.email);
});

test('on a phone the toast of a payment lies on nothing that one looks for', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const orderNumber = await buy(page, newCustomer());
  const toast = page.getByRole('listitem').filter({ hasText: 'Payment Successful' });
  await expect(toast).toBeInViewport({ ratio: 1 });
  // Out of its animation, in which it comes from further up.
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const top = (await toast.boundingBox())?.y ?? 0;
  const own = page.getByRole('region', { name: 'Your order' });
  for (const part of [
    page.getByText(orderNumber),
    own.getByRole('link', { name: 'Correct it' }),
    own.getByText(/^\w+day, \w+ \d+/),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(top);
  }
});

test('once somebody writes, the page says kindly that it is too late, and whom to ask', async ({
  page,
  browser,
}) => {
  const customer = newCustomer();
  await buy(page, customer);
  await page.getByRole('link', { name: 'View your order' }).click();
  const admin = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signInHere(admin, product.url, 'admin', people.admin);
  const [order] = await ordersOf(admin, customer.email);
  const written = await admin.request.post('/api/readings', {
    headers: { origin: product.url },
    data: { orderId: order?.id, content: 'The Star.' },
  });
  expect(written.ok()).toBe(true);
  await admin.context().close();

  await page.getByText('Correct the background').click();
  await page.getByLabel('What your reader should know').fill('Ten years.');
  await page.getByRole('button', { name: 'Save the background' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('Your reader has started writing');
  await expect(main).toContainText('Ten years.');
  await expect(main.getByRole('link', { name: 'email us' })).toHaveAttribute('href', /^mailto:/);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('the order has a receipt, which is printed as a paper of its own', async ({ page, request }) => {
  await page.setViewportSize({ width, height: 740 });
  const customer = newCustomer();
  const orderNumber = await buy(page, customer);
  await page.getByRole('link', { name: 'View your order' }).click();
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toContainText(new RegExp(`Receipt number\\s*${orderNumber}`));
  await expect(receipt).toContainText(/Date of payment\s*\w+ \d+, \d{4}/);
  await expect(receipt).toContainText(/Amount paid\s*\$60\.00 USD/);
  await expect(receipt).toContainText('Personal written reading');
  const source = await (await request.get(page.url())).text();
  for (const secret of [customer.email, customer.name, customer.background]) {
    expect(source).not.toContain(secret);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Back to your order' })).toBeHidden();
  await expect(page.getByRole('contentinfo').last()).toBeHidden();
  await expect(receipt).toHaveCSS('color', 'rgb(0, 0, 0)');
});

test('a receipt can be printed at once: its button waits for no file', async ({ page }) => {
  const customer = newCustomer();
  await sellBeforehand(customer);
  const [confirmation] = await mailsTo(page.request, customer.email, 1);
  const scripts: string[] = [];
  await page.route('**/*.js', (route) => {
    scripts.push(route.request().url());
    return route.abort();
  });
  await page.goto(`${orderLink(confirmation)}/receipt`);
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible();
  const isPrinted = page.evaluate(
    () => new Promise<boolean>((resolve) => addEventListener('beforeprint', () => resolve(true))),
  );
  await page.getByRole('button', { name: 'Print this receipt' }).press('Enter');
  expect(await isPrinted).toBe(true);
  expect(scripts).toEqual([]);
});

test('a link that opens no order opens no receipt, and neither is kept anywhere', async ({ page }) => {
  const response = await page.goto('/order/AAAAAAAAAAAAAAAAAAAAAA/receipt');
  expect(response?.status()).toBe(404);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  });
  await expect(page.getByRole('heading', { name: 'We can’t find this receipt' })).toBeVisible();
});
