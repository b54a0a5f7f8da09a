import type { Browser, Page } from '@playwright/test';
import type { Code, CodeInput } from '../../../src/shared/offers/code-schema.ts';
import { colleague } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  cards,
  expect,
  expectNoFlaws,
  fillCard,
  fillDetails,
  newCustomer,
  payButton,
  phone,
  readOrderNumber,
} from '../steps/steps.ts';

test.describe.configure({ mode: 'default' });

const codes: CodeInput[] = [
  { code: 'SPRING', percentOff: 20 },
  { code: 'LAST360', percentOff: 50, limit: 1 },
  { code: 'LAST1440', percentOff: 50, limit: 1 },
  { code: 'GIFT', percentOff: 100 },
];

async function offerCodes({ url }: { url: string }): Promise<void> {
  const admin = await colleague(url);
  const known = await admin.ask<{ codes: Code[] }>('GET', '/api/codes');
  if (known.codes.length > 0) return;
  for (const code of codes) await admin.ask('POST', '/api/codes', code);
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

async function open(browser: Browser, address: string, viewport = phone): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function apply(page: Page, code: string): Promise<void> {
  if (!(await field(page).isVisible())) await page.getByText('Have a code?').click();
  await field(page).fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

for (const viewport of [phone, { width: 1440, height: 900 }]) {
  test(`refuses a wrong code and charges less for a valid one at ${viewport.width} px`, async ({
    browser,
    service,
  }) => {
    await offerCodes(service);
    const page = await open(browser, service.url, viewport);
    await apply(page, 'sprung');
    await expect(page.getByText('We don’t know this code.')).toBeVisible();
    await expect(field(page)).toHaveValue('sprung');
    await expect(payButton(page)).toHaveText('Pay $60 & Get My Reading');
    await apply(page, 'spring');
    await expect(page.getByText('SPRING: $12 off.')).toBeVisible();
    await expect(payButton(page)).toHaveText('Pay $48 & Get My Reading');
    await expectNoFlaws(page);
    await fillDetails(page, newCustomer());
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    await readOrderNumber(page);
  });

  test(`fills in a code from a link and orders for free at ${viewport.width} px`, async ({
    browser,
    service,
  }) => {
    await offerCodes(service);
    const page = await open(browser, `${service.url}/?code=gift`, viewport);
    await expect(field(page)).toHaveValue('gift');
    const button = page.getByRole('button', { name: 'Get My Free Reading' });
    await expect(button).toBeEnabled();
    await fillDetails(page, newCustomer());
    await button.click();
    await readOrderNumber(page);
  });

  test(`reports a used-up code at its field before any payment at ${viewport.width} px`, async ({
    browser,
    service,
  }) => {
    await offerCodes(service);
    const code = `last${viewport.width}`;
    const [first, second] = [
      await open(browser, service.url, viewport),
      await open(browser, service.url, viewport),
    ];
    for (const page of [first, second]) {
      await apply(page, code);
      await expect(payButton(page)).toHaveText('Pay $30 & Get My Reading');
      await fillDetails(page, newCustomer());
      await fillCard(page, cards.succeeds);
    }
    await payButton(first).click();
    await readOrderNumber(first);
    await payButton(second).click();
    await expect(second.getByText('This code has been used up.')).toBeVisible();
    await expect(field(second)).toHaveValue(code);
    await expect(payButton(second)).toHaveText('Pay $60 & Get My Reading');
  });
}
