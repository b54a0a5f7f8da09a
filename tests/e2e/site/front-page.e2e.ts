import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { accountForm } from '../../kit/account-form.ts';
import { expectDone } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { openReaderDesk } from '../steps/reader-steps.ts';
import { expect, laptop, openPlain, test } from '../steps/steps.ts';

/* What a stranger sees before they pay: what it is, what it costs, when it comes, who writes it, and proof. */

const screens = [{ width: 360, height: 640 }, { width: 768, height: 1024 }, laptop];

const h1 = (page: Page) => page.getByRole('heading', { level: 1 });
const prices = (page: Page) => page.locator('[data-price]:visible').first();
const days = (page: Page) => page.locator('[data-promised-day]:visible').first();

testAlone('shows who writes, with a face', async ({ page, browser, service: { url }, admin }) => {
  testAlone.slow();
  const [reader1, reader2] = [await admin.readerId('reader1'), await admin.readerId('reader2')];
  const setActive = (id: string, isActive: boolean) =>
    admin.ask('PUT', `/api/staff/${id}/active`, { isActive });
  await setActive(reader2, false);
  await openReaderDesk(page, url, 'reader1');
  await page.getByRole('button', { name: 'My account' }).click();
  const form = page.getByRole('dialog', { name: 'My account' }).getByRole('form', { name: 'Account' });
  await form.getByLabel(/^Name/).fill('Elena Marsh');
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a5a2b' } });
  const buffer = await picture.jpeg().toBuffer();
  await form
    .getByLabel('Portrait', { exact: false })
    .first()
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await expect(form.getByLabel('Image description')).toHaveValue('Portrait of Elena Marsh');
  await form.getByLabel('In your own words').fill('I read slowly.\nI write at dawn.');
  await form.getByLabel('Reading since').fill('2009');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectDone(page, 'Account Updated', 'Your account was saved.');
  await expect(form.getByRole('img', { name: 'Portrait of Elena Marsh' })).toBeVisible();

  const homePage = async () => (await page.request.get(url)).text();
  await expect.poll(homePage).toContain('Portrait of Elena Marsh');
  for (const viewport of screens) {
    const visitor = await openPlain(browser, url, viewport);
    const first = visitor.locator('[data-who-writes]');
    await expect(first).toContainText(/^\s*Written by Elena\s*reading\starot\ssince\s2009/);
    for (const part of [h1(visitor), prices(visitor), days(visitor), first, first.getByRole('img')]) {
      await expect(part, `${viewport.width} px`).toBeInViewport({ ratio: 1 });
    }
    const about = visitor.getByRole('region', { name: 'About the Reader' }).getByRole('listitem');
    await expect(about).toContainText(/Elena Marsh.*2009.*I read slowly. I write at dawn./s);
  }

  await test.step('a second writer appears beside her with a monogram', async () => {
    await setActive(reader2, true);
    await admin.ask('PUT', `/api/staff/${reader2}`, accountForm({ displayName: 'Thomas Reyes' }));
    for (const viewport of screens) {
      const first = (await openPlain(browser, url, viewport)).locator('[data-who-writes]');
      const monogram = first.locator('svg');
      await expect(first).toContainText('Written by Elena or Thomas');
      await expect(monogram).toHaveText('T');
      for (const part of [first, first.getByRole('img'), monogram]) {
        await expect(part, `${viewport.width} px`).toBeInViewport({ ratio: 1 });
      }
    }
  });

  await test.step('the writer disappears when the account is closed', async () => {
    await setActive(reader1, false);
    await expect.poll(homePage).not.toContain('Elena Marsh');
  });
});

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
