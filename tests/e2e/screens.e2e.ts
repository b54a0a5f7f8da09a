import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasFonts } from '../browser.ts';
import { type AttackedService, startService } from '../faults/attacks-support/service.ts';
import { compare, moment, prepare } from './screens/camera.ts';
import { allPictures, pictureFolder, screens } from './screens/table.ts';
import { test as base, expect } from './steps/steps.ts';

/*
 * Every screen looks as it did when somebody last looked at its pictures and approved them. They are taken of
 * the demo's month at a moment that stands still; `npm run approve-pictures` renews what has changed.
 */

const patience = 120_000;

const test = base.extend<object, { service: AttackedService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const env = { RATE_LIMITS: 'off', MONTH_BEFORE: moment };
      // A whole month goes by before it serves.
      const service = await startService({ isBuilt: true, env, patience });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: patience + 10_000 },
  ],
  baseURL: ({ service }, use) => use(service.url),
});

test.use({
  locale: 'en-US',
  timezoneId: 'America/New_York',
  contextOptions: { reducedMotion: 'reduce' },
  // A trace would hold each picture once more.
  trace: 'off',
});

test.skip(
  process.platform !== 'linux',
  'The pictures were taken on Linux; other systems draw letters differently.',
);
test.skip(
  !hasFonts(),
  'The pictures were taken with the fonts of fonts-liberation, which are not installed.',
);

// One after the other: the month is lived through once.
test.describe.configure({ mode: 'default' });

for (const screen of screens) {
  test(`${screen.name} looks as approved`, async ({ context, page, service }) => {
    await prepare(context);
    await screen.reach(page, service.url);
    await compare(page, screen);
  });
}

for (const [what, style] of [
  ['a field without its edge', 'input[name="username"] { border-color: transparent !important; }'],
  ['a button three pixels aside', 'form button { transform: translateX(3px); }'],
] as const) {
  test(`${what} is a difference`, async ({ context, page }) => {
    await prepare(context);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    await expect(page).toHaveScreenshot('sign-in-1440.png');
    await page.addStyleTag({ content: style });
    const comparison = expect(page).toHaveScreenshot('sign-in-1440.png', { timeout: 1_000 });
    await expect(comparison).rejects.toThrow('pixels');
  });
}

test('the approved pictures are those of the screens, each once, and not too many bytes', () => {
  const pictures = readdirSync(pictureFolder);
  expect(pictures.sort()).toEqual(allPictures().sort());
  const sizes = pictures.map((name) => statSync(join(pictureFolder, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10 * 1024 * 1024);
});
