import { readFile } from 'node:fs/promises';
import { adminSees, deliver, signInHere } from '../steps/desk-steps.ts';
import { buy, expect, newCustomer, openCheckout, orderLink, test } from '../steps/steps.ts';

// The browser of the tests calls itself HeadlessChrome: views of such are not counted.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
});

/** A bank asks about the payment; the work goes on. */
const inquiryCard = '4000 0000 0000 1976';
const reading = 'The Star says that you know <b>already</b>.\n\nBread is patience, & patience is bread.';

test('collects a dispute’s evidence on one page and in one file', async ({
  page,
  browser,
  service: { url },
}) => {
  await openCheckout(page);
  const terms = await page.getByText(/^By placing your order you agree/).innerText();
  const customer = newCustomer();
  const orderNumber = await buy(page, customer, inquiryCard);
  const admin = await (await browser.newContext()).newPage();
  await signInHere(admin, url, 'admin');
  const delivery = await deliver(page.request, customer.email, reading);
  await page.goto(orderLink(delivery));
  await expect(page.getByRole('article')).toContainText('you know <b>already</b>');
  const [order] = await adminSees(page, customer.email);
  const path = `/admin/orders/${order?.id}/evidence`;

  await test.step('the page has everything a bank asks for', async () => {
    // The bank's question comes a moment after the payment.
    await expect(async () => {
      await admin.goto(path);
      await expect(admin.getByRole('heading', { name: 'Disputes' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const main = admin.getByRole('main');
    await expect(main.getByText(terms, { exact: true })).toBeVisible();
    await expect(main.getByText(reading, { exact: true })).toBeVisible();
    const views = main.getByRole('region', { name: 'Views of the customer’s own page' });
    await expect(views).toContainText('Openedonce');
  });

  await test.step('the evidence downloads as one HTML file', async () => {
    const downloading = admin.waitForEvent('download');
    await admin.getByRole('link', { name: 'Download as a file' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`evidence-${orderNumber}.html`);
    await page.setContent(await readFile(await download.path(), 'utf8'));
    await expect(page.getByText(terms, { exact: true })).toBeVisible();
  });

  await test.step('an unpaid order has no evidence', async () => {
    expect((await admin.goto('/admin/orders/nobodys/evidence'))?.status()).toBe(404);
    await expect(admin.getByText('There is no such order, or it was never paid.')).toBeVisible();
    await admin.getByRole('link', { name: 'Back to the orders' }).click();
    await expect(admin.getByRole('tab', { name: 'Order Management' })).toBeVisible();
  });
});
