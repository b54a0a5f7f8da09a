import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { deliver, sell } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, mailsTo, newTag, orderLink, test } from '../steps/steps.ts';

const reading = [
  'The Eight of Pentacles came first: someone at a bench,\ngetting better at one thing.',
  'The Star beside it says that you know <b>already</b>, & that you may say so.',
];

test('shows the order’s progress, and later the reading, by the mailed link', async ({ page, request }) => {
  const background = `I have been an accountant for nine years (${newTag()}).`;
  const customer = await sell(product.url, { backgroundContext: background });
  const { orderNumber } = customer;
  const [confirmation] = await mailsTo(request, customer.email, 1);
  const dueDay = /^In your inbox by: (.+)$/m.exec(confirmation?.text ?? '')?.[1] ?? 'no due day';

  await test.step('the page says it is in progress and shows the due date', async () => {
    await page.goto(orderLink(confirmation));
    await expect(page.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(orderNumber);
    await expect(page.getByRole('main')).toContainText(dueDay);
    await expect(page.getByRole('main')).toContainText('We’ll email it to');
    await expect(page.getByRole('main')).not.toContainText('Sent to');
    await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:.+${orderNumber}$`),
    );
    await expectNothingPrivate(page, [customer.email, customer.name, background]);
  });

  const delivery = await deliver(request, customer.email, reading.join('\n\n'));

  await test.step('the page shows the reading as written', async () => {
    for (const link of [orderLink(delivery), orderLink(confirmation)]) {
      await page.goto(link);
      const letter = page.getByRole('article');
      await expect(letter.getByRole('heading', { name: `Dear ${customer.addressee},` })).toBeVisible();
      for (const paragraph of reading) {
        await expect(letter.getByText(paragraph, { exact: true })).toHaveJSProperty('tagName', 'P');
      }
      await expect(letter.locator('b')).toHaveCount(0);
      await expect(letter).toContainText(orderNumber);
      await expect(page.getByRole('main')).toContainText('Sent to');
      await expect(page.getByRole('link', { name: 'Order another reading' })).toBeVisible();
    }
    await expectNothingPrivate(page, [customer.email, customer.name, background, 'private note']);
  });

  await test.step('the PDF is named after the order', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as PDF' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`${orderNumber}.pdf`);
    expect(readFileSync(await saved.path(), 'latin1')).toMatch(/^%PDF-/);
  });

  await test.step('the printout is a letter, black on white', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.classList.add('was-printed');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('body')).toHaveClass('was-printed');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('contentinfo').last()).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)');
  });
});

async function expectNothingPrivate(page: Page, texts: string[]): Promise<void> {
  const source = await (await page.request.get(page.url())).text();
  for (const text of texts) expect(source).not.toContain(text);
}
