import { type Browser, expect, type Page } from '@playwright/test';
import { colleague, expectDone, openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  cards,
  fillCard,
  fillDetails,
  newCustomer,
  pay,
  payButton,
  readOrderNumber,
} from '../steps/steps.ts';

/* What a code costs, allows and refuses: src/server/shop/manage-codes.test.ts. */

const field = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

/** Opens the form with a code from its link, in another browser. */
async function openWithCode(browser: Browser, url: string, code: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}/?code=${code}`);
  await expect(field(page)).toHaveValue(code);
  await fillDetails(page, newCustomer());
  return page;
}

test('sells with the owner’s code until it is switched off', async ({ page, service: { url }, browser }) => {
  const row = page
    .getByRole('region', { name: 'Your codes' })
    .getByRole('listitem')
    .filter({ hasText: 'SPRING' });
  await openDesk(page, url, '?tab=settings&section=codes');
  const form = page.getByRole('form', { name: 'New code' });
  await form.getByLabel('Code', { exact: true }).fill('spring');
  await form.getByLabel('Percent').fill('20');
  await form.getByLabel(/^Total uses/).fill('50');
  await form.getByRole('button', { name: 'Add code' }).click();
  await expectDone(page, 'Code Added', `This link fills it in: ${url}/?code=SPRING`);
  await expect(row).toContainText('20% off · 0 of 50 uses');

  const [first, second] = [
    await openWithCode(browser, url, 'SPRING'),
    await openWithCode(browser, url, 'SPRING'),
  ];
  for (const customer of [first, second]) {
    await expect(payButton(customer)).toHaveText('Pay $48 & Get My Reading');
    await fillCard(customer, cards.succeeds);
  }
  await pay(first);
  await page.getByRole('button', { name: 'Turn off: SPRING' }).click();
  await expect(row).toContainText('Off');
  await payButton(second).click();
  await expect(second.getByText('This code isn’t valid anymore.')).toBeVisible();
  await expect(field(second)).toHaveValue('SPRING');
  await expect(payButton(second)).toHaveText('Pay $60 & Get My Reading');
  await second.goto(url);
  await expect(payButton(second)).toBeEnabled();
  await expect(second.getByText('Have a code?')).toBeHidden();
});

test('orders for free with a code, without a payment', async ({ browser, service: { url } }) => {
  await (await colleague(url)).ask('POST', '/api/codes', { code: 'GIFT', percentOff: 100 });
  const page = await openWithCode(browser, url, 'GIFT');
  const charges: string[] = [];
  page.on('request', (sent) => sent.url().endsWith('/confirm') && charges.push(sent.url()));
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await page.getByRole('button', { name: 'Get My Free Reading', exact: true }).click();
  await readOrderNumber(page);
  await expect(page.getByText('Your payment was processed.')).toBeHidden();
  await expect(page.getByText('On your statement')).toBeHidden();
  expect(charges).toEqual([]);
});
