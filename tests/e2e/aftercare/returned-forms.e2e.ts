import type { Locator, Page } from '@playwright/test';
import { colleague, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, mailsTo, orderLink } from '../steps/steps.ts';

/** A phone's. */
const width = 360;

/* The forms of those who did not keep their link: what was wrong stands in its field, without scripts too. */

const number = (page: Page) => page.getByLabel('Order number', { exact: true });
const address = (page: Page) => page.getByLabel('Email address', { exact: true });

/** A field has what was typed, is called wrong, and says why. */
async function expectWrong(field: Locator, typed: string, why: string | RegExp): Promise<void> {
  await expect(field).toHaveValue(typed);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(why);
}

test('what was typed at /my-orders stands there with what is wrong', async ({ page, browser, service }) => {
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, baseURL: service.url });
  const customer = await context.newPage();
  await customer.goto('/my-orders');
  await address(customer).fill('maya@customers');
  await customer.getByRole('button', { name: 'Send me my links' }).click();
  await expectWrong(address(customer), 'maya@customers', /^The email address doesn’t look right/);
  await expect(address(customer)).toBeFocused();
  await expect(customer.getByRole('alert')).toHaveCount(1);
  expect(decodeURIComponent(customer.url())).not.toContain('maya');

  await page.goto(customer.url());
  const response = await page.request.get(customer.url());
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-robots-tag': expect.stringContaining('noindex'),
  });

  await address(customer).fill('maya@customers.example');
  await customer.getByRole('button', { name: 'Send me my links' }).click();
  await expect(customer).toHaveURL(/\/my-orders#sent$/);
  await context.close();
});

test('what was typed at /withdraw stands there with what is wrong', async ({ page, browser, service }) => {
  const { url } = service;
  const order = await sell(url);
  const admin = await colleague(url);
  await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, baseURL: url });
  const customer = await context.newPage();
  const send = () => customer.getByRole('button', { name: 'Continue' }).click();
  await expect(async () => {
    await customer.goto('/withdraw');
    await expect(number(customer)).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await test.step('each field says what is wrong with it', async () => {
    await address(customer).fill('maya@customers');
    await send();
    await expectWrong(number(customer), '', 'The order number is missing.');
    await expectWrong(address(customer), 'maya@customers', /^The email address doesn’t look right/);
    await expect(number(customer)).toBeFocused();
    await page.goto(customer.url());
  });

  await test.step('a pair that is none is said of both, and neither is typed again', async () => {
    await number(customer).fill('CT-000000');
    await address(customer).fill(order.email);
    await send();
    for (const [field, typed] of [
      [number(customer), 'CT-000000'],
      [address(customer), order.email],
    ] as const) {
      await expectWrong(field, typed, /^We can’t find an order with this number and email address/);
    }
    await expect(customer.getByRole('alert')).toHaveCount(1);
    expect(customer.url()).toMatch(/\/withdraw\/again\/[\w-]{22}$/);
    await page.goto(customer.url());
  });

  await test.step('mended, it goes on', async () => {
    await number(customer).fill(order.orderNumber);
    await send();
    await expect(customer.getByRole('heading', { name: 'Confirm your withdrawal' })).toBeVisible();
  });

  await test.step('an address that is over leads to a new form', async () => {
    await customer.goto('/withdraw/again/AAAAAAAAAAAAAAAAAAAAAA');
    await expect(customer).toHaveURL('/withdraw');
    await expect(address(customer)).toHaveValue('');
    await expect(address(customer)).not.toHaveAttribute('aria-invalid');
  });
  await context.close();
});

test.describe('with limits', () => {
  test.use({ environment: { RATE_LIMITS: 'on' } });

  test('whoever pressed too often on their order’s page is told how long it takes, as it is', async ({
    page,
    service,
  }) => {
    const { url } = service;
    const order = await sell(url);
    const admin = await colleague(url);
    await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
    const [confirmation] = await mailsTo(page.request, order.email, 1);
    const link = orderLink(confirmation);
    const action = `/api/order-links/${link.split('/').at(-1)}/withdrawal`;
    for (let press = 0; press < 30; press += 1) {
      const { status } = await page.request
        .post(action, { headers: { origin: url }, form: {}, maxRedirects: 0 })
        .then((response) => ({ status: response.status() }));
      expect(status).toBe(303);
    }
    // The public page is made anew when the shop begins to offer it.
    await expect(async () => {
      await page.goto('/withdraw');
      await expect(number(page)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.goto(link);
    await page.getByRole('button', { name: 'Withdraw from contract' }).click();
    await expect(page).toHaveURL(/\/withdraw#later$/);
    await expect(page.getByText(/Please try again in ten minutes on your order page/)).toBeVisible();
    await expect(page.getByText(/in an hour/)).toHaveCount(0);
  });
});
