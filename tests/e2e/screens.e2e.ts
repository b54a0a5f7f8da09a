import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasFonts } from '../browser.ts';
import { compare, prepare } from './screens/camera.ts';
import { testInMonth as test } from './screens/month.ts';
import { allPictures, pictureFolder, screens } from './screens/table.ts';
import { expect, expectNoFlaws } from './steps/steps.ts';

/*
 * Every state of every screen, loaded once: nothing is wrong with it at any width or in either theme, and one state of
 * each screen looks as it did when somebody last looked at its pictures and approved them. `npm run approve-pictures`
 * renews what has changed.
 */

// A trace would hold each picture once more.
test.use({ trace: 'off' });
// One after the other: the month is made once.
test.describe.configure({ mode: 'default' });

const canCompare = process.platform === 'linux' && hasFonts();

for (const screen of screens) {
  test(`${screen.name} has no flaws${screen.isPictured ? ' and looks as approved' : ''}`, async ({
    context,
    page,
    service,
  }) => {
    await prepare(context);
    await screen.reach(page, service.url);
    if (canCompare && screen.isPictured) await compare(page, screen);
    await expectNoFlaws(page);
  });
}

for (const [what, style] of [
  ['a field without its edge', 'input[name="username"] { border-color: transparent !important; }'],
  ['a button three pixels aside', 'form button { transform: translateX(3px); }'],
] as const) {
  test(`${what} is a difference`, async ({ context, page }) => {
    test.skip(!canCompare, 'The pictures were taken on Linux, with the fonts of fonts-liberation.');
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
