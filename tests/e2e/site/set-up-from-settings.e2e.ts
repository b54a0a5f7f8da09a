import type { Page } from '@playwright/test';
import { expectDone, openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, openPlain } from '../steps/steps.ts';

/* A shop of other readings, set up from Settings alone, says nothing about careers and nothing false. */

/** Returns what is said of careers, and of the specified reading alone, with the words around it. */
const falseWordsIn = (said: string) =>
  said.match(
    /.{0,40}(career|half a page to a full page|up to 3 business days|1-3 business days|no limit on).{0,40}/gi,
  ) ?? [];
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#53224c"/></svg>';
const letter =
  '## Will he call?\n\n- The Lovers: Now\n- The Star, reversed: Soon\n\nDear Ann,\n\nHe will, but not soon.';

const readings = [
  { name: 'Love', price: '40', days: '2', words: '300', sample: letter },
  { name: 'Work', price: '50', days: '5', words: '400', sample: '' },
  { name: 'The year ahead', price: '90', days: '10', words: '900', sample: '' },
];
const pages = [
  ...['/', '/sample', '/faq', '/terms', '/privacy', '/refunds', '/my-orders', '/withdraw', '/thank-you'],
  ...['/readings/love', '/readings/work', '/no/such/page', '/admin/login', '/admin/forgot-password'],
  ...['/admin/new-password', '/sitemap.xml', '/robots.txt'],
];

async function nameShop(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Name and contact' });
  await form.getByLabel('Name', { exact: true }).fill('The Quiet Deck');
  await form.getByLabel('Contact').fill('hello@quiet.example');
  await form.getByLabel('On card statements').fill('QUIET DECK');
  await form.getByRole('button', { name: 'Save and publish' }).click();
  await expect(form.getByText(/The pages show it now\.$/)).toBeVisible();
  const region = page.getByRole('region', { name: 'Logo' });
  await region
    .getByLabel('Logo (optional)')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
  await expect(region.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', /^data:image\/svg/);
  await region.getByRole('button', { name: 'Save and publish' }).click();
  await expect(region.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', /^\/pictures\/.+\.webp$/);
}

async function writeText(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const form = page.getByRole('form', { name, exact: true });
  await form.getByLabel('Text').fill(words);
  await form.getByText('Preview').click();
  await expect(form.locator('details').filter({ hasText: 'Preview' })).toContainText(words);
  await form.getByRole('button', { name: 'Save and publish' }).click();
  await expect(form.getByText(/The pages show it now\.$/)).toBeVisible();
}

async function addOffer(page: Page, { name, price, days, words, sample }: (typeof readings)[number]) {
  await page.getByRole('link', { name: 'New offer' }).click();
  const form = page.getByRole('form', { name: 'New offer' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Price ($)').fill(price);
  await form.getByLabel('Business days').fill(days);
  await form.getByLabel('Recommended words').fill(words);
  await form.getByLabel('Sample reading').fill(sample);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectDone(page, 'Offer Created', `${name} is saved.`);
}

test('a shop of three other readings is set up from Settings alone', async ({ page, service, browser }) => {
  test.slow();
  await openDesk(page, service.url, '?tab=settings&section=identity');
  await nameShop(page);
  await openDesk(page, service.url, '?tab=settings&section=texts');
  await writeText(page, 'Headline', 'A letter from the cards');
  await writeText(page, 'Tagline', 'Love, work, and the year ahead, written for you.');
  await openDesk(page, service.url, '?tab=settings&section=offers');
  for (const reading of readings) await addOffer(page, reading);
  await page.getByRole('button', { name: 'Archive: Personal written reading' }).click();
  await expectDone(page, 'Offer Updated', 'Personal written reading is now archived.');

  await test.step('no page mentions careers or the original wording', async () => {
    await expect
      .poll(async () => (await page.request.get(service.url)).text())
      .toContain('A letter from the cards');
    for (const path of pages) {
      const answer = await (await page.request.get(service.url + path)).text();
      // What people, search engines and previews read.
      const sent = answer.replace(/<script(?! type="application)[^>]*>.*?<\/script>/gs, '');
      expect(sent.length, path).toBeGreaterThan(50);
      expect(falseWordsIn(sent), path).toEqual([]);
    }
  });

  await test.step('the home page shows headline, logo, and sample', async () => {
    const visitor = await openPlain(browser, service.url);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('A letter from the cards');
    await expect(visitor.getByRole('banner').locator('img')).toBeVisible();
    const sample = visitor.locator('#sample');
    await expect(sample).toContainText('Will he call?');
    await expect(sample.getByRole('list', { name: 'The cards' }).getByRole('listitem')).toHaveText([
      /^The Lovers\s*Now$/,
      /^The Star, reversed\s*Soon$/,
    ]);
  });

  await test.step('the terms name the days of each reading', async () => {
    await page.goto(`${service.url}/terms`);
    await expect(page.getByRole('listitem').filter({ hasText: 'business days' })).toHaveText([
      'Love: 1-2 business days',
      'Work: 1-5 business days',
      'The year ahead: 1-10 business days',
    ]);
  });
});
