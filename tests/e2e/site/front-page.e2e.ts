import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Person } from '../../../src/shared/people/staff.ts';
import { signIn as signInByApi } from '../../faults/running-service/browser.ts';
import { accountForm } from '../../kit/account-form.ts';
import { expectDone } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { openReaderDesk } from '../steps/reader-steps.ts';
import { expect, openPlain, test } from '../steps/steps.ts';

/* What a stranger sees before they pay: what it is, what it costs, when it comes, who writes it, and proof. */

const screens = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

const h1 = (page: Page) => page.getByRole('heading', { level: 1 });
const prices = (page: Page) => page.locator('[data-price]:visible').first();
const days = (page: Page) => page.locator('[data-promised-day]:visible').first();

testAlone(
  'writers stand in the first screen with first name and face, and say who they are',
  async ({ page, browser, service }) => {
    testAlone.slow();
    const admin = await signInByApi(service.url, 'admin');
    const staff: Person[] = JSON.parse((await admin.call('GET', '/api/staff')).text);
    for (const { id, username, role } of staff) {
      if (role === 'reader' && username !== 'reader1')
        await admin.call('PUT', `/api/staff/${id}/active`, { isActive: false });
    }
    await openReaderDesk(page, service.url, 'reader1');
    await page.getByRole('button', { name: 'My account' }).click();
    const dialog = page.getByRole('dialog', { name: 'My account' });

    const form = dialog.getByRole('form', { name: 'Account' });
    await form.getByLabel(/^Name/).fill('Elena Marsh');
    await form.getByLabel('Reading since').fill('2300');
    const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a5a2b' } });
    await form
      .getByLabel('Portrait', { exact: false })
      .first()
      .setInputFiles({
        name: 'me.jpg',
        mimeType: 'image/jpeg',
        buffer: await picture.jpeg().toBuffer(),
      });
    await expect(form.getByLabel('What it shows')).toHaveValue('Portrait of Elena Marsh');
    await form.getByLabel('What it shows').fill('Elena Marsh at her desk');
    await form.getByLabel('In your own words').fill('I read slowly.\nI write at dawn.');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This year is in the future.')).toBeVisible();
    await form.getByLabel('Reading since').fill('2009');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectDone(page, 'Account Updated', 'Your account was saved.');
    await expect(form.getByRole('img', { name: 'Elena Marsh at her desk' })).toBeVisible();

    await expect
      .poll(async () => (await page.request.get(service.url)).text())
      .toContain('Elena Marsh at her desk');
    for (const viewport of screens) {
      const visitor = await openPlain(browser, service.url, viewport);
      const first = visitor.locator('[data-who-writes]');
      await expect(first).toContainText(/^\s*Written by Elena\s*reading/);
      await expect(first).toContainText('2009');
      for (const part of [h1(visitor), prices(visitor), days(visitor), first, first.getByRole('img')]) {
        await expect(part, `${viewport.width} px`).toBeInViewport({ ratio: 1 });
      }
      await expect(prices(visitor)).toHaveText('$60 USD');
      const about = visitor.getByRole('region', { name: 'About the Reader' });
      await expect(about).toContainText('mother of two');
      await expect(about.getByRole('listitem')).toContainText(
        /Elena Marsh.*2009.*I read slowly. I write at dawn./s,
      );
      await visitor.context().close();
    }

    await test.step('a second writer appears beside her with a monogram', async () => {
      const id = staff.find(({ username }) => username === 'reader2')?.id;
      await admin.call('PUT', `/api/staff/${id}/active`, { isActive: true });
      await admin.call('PUT', `/api/staff/${id}`, accountForm({ displayName: 'Thomas Reyes' }));
      for (const viewport of screens) {
        const visitor = await openPlain(browser, service.url, viewport);
        const first = visitor.locator('[data-who-writes]');
        const monogram = first.locator('svg');
        await expect(first).toContainText('Written by Elena or Thomas');
        await expect(monogram).toHaveText('T');
        for (const part of [first, first.getByRole('img'), monogram]) {
          await expect(part, `${viewport.width} px`).toBeInViewport({ ratio: 1 });
        }
        await visitor.context().close();
      }
    });

    const address = await page.request
      .get(service.url)
      .then(async (answer) => /\/portraits\/[\w-]+\.webp/.exec(await answer.text())?.[0] ?? '');
    expect((await page.request.get(service.url + address)).headers()['content-type']).toBe('image/webp');

    await test.step('the portrait disappears when the account is closed', async () => {
      const id = staff.find(({ username }) => username === 'reader1')?.id;
      await admin.call('PUT', `/api/staff/${id}/active`, { isActive: false });
      await expect
        .poll(async () => (await page.request.get(service.url)).text())
        .not.toContain('Elena Marsh');
      expect((await page.request.get(service.url + address)).status()).toBe(404);
    });
  },
);

for (const viewport of screens) {
  test.describe(`without JavaScript at ${viewport.width} px`, () => {
    test.use({ viewport, javaScriptEnabled: false });

    test('shows offer, price, date, and reader at the top, then proof', async ({ page }) => {
      await page.goto('/');
      await expect(h1(page)).toHaveText('Professional career guidance delivered to your inbox');
      const who = page.locator('[data-who-writes]');
      await expect(who).toContainText('one of our readers');
      for (const part of [h1(page), prices(page), days(page), who]) {
        await expect(part).toBeInViewport({ ratio: 1 });
      }
      const proof = page.getByRole('list', { name: 'What you get' });
      await expect(proof.getByRole('listitem')).toHaveCount(3);
      const top = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())?.y ?? -1;
      if (viewport.width < 1024) {
        const form = await top(page.getByRole('region', { name: 'Order your reading' }));
        const readers = page.getByRole('region', { name: 'About the Reader' });
        for (const part of [proof, page.locator('#sample'), readers])
          expect(await top(part)).toBeLessThan(form);
      }
      const ways = page.getByRole('navigation', { name: 'On this page' });
      for (const name of ['Sample', 'How it works', 'FAQ']) {
        await expect(ways.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
      }
      const parts = [
        'header > a',
        'main h1',
        'main h1 + div p',
        'ul[aria-label="What you get"] > li:first-child',
        'main a[href="#sample"]',
        '#sample',
        '#how-it-works h2',
        '#how-it-works img',
        '#about-the-reader h2',
        '#faq h2',
        '#faq summary',
        'footer p',
        // Beside the rest on a wide screen.
        ...(viewport.width < 1024 ? ['.order-card'] : []),
      ];
      const lefts: [string, number][] = [];
      for (const part of parts) {
        const box = await page.locator(part).first().boundingBox();
        lefts.push([part, Math.round(box?.x ?? -1)]);
      }
      const [, edge] = lefts[0] ?? ['', -1];
      expect(lefts.filter(([, left]) => left !== edge)).toEqual([]);
    });
  });
}

test('links to card security, privacy, and refunds beside the button', async ({ page }) => {
  await page.goto('/');
  const points = page.getByRole('list', { name: 'Before you pay' }).getByRole('link');
  await expect(points).toHaveCount(3);
  for (const address of await points.evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
    await page.goto(address ?? '');
    await expect(page.locator('h2:target'), String(address)).toBeInViewport();
  }
});

test('keeps the header in one row at 768 px, despite long names', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/');
  const name = page.getByRole('banner').getByRole('link').first();
  const navigation = page.getByRole('banner').getByRole('navigation');
  for (const text of [
    'Bo',
    'The Quiet Lantern: Tarot for Careers',
    'Rindfleischetikettierung '.repeat(3),
    'W'.repeat(60),
  ]) {
    await name.evaluate((link, words) => link.lastChild?.replaceWith(words), text);
    const [left, right] = [await name.boundingBox(), await navigation.boundingBox()];
    expect(right?.y, text).toBeLessThan((left?.y ?? 0) + (left?.height ?? 0));
    expect(right?.height, text).toBeLessThan(40);
    expect((left?.x ?? 0) + (left?.width ?? 0), text).toBeLessThanOrEqual(right?.x ?? 0);
  }
});
