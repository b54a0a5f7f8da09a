import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../steps/steps.ts';
import { prepare } from './camera.ts';
import { testInMonth as test } from './month.ts';
import { publicScreens } from './public.ts';
import { canCompare, checkScreen, titleOf } from './screens.ts';
import { allPictures, pictureFolder } from './table.ts';
import { withdrawalScreens } from './withdrawal.ts';

// A trace would hold each picture once more.
test.use({ trace: 'off' });
// One after the other: the month is made once.
test.describe.configure({ mode: 'default' });

for (const screen of [...publicScreens, ...withdrawalScreens]) {
  test(titleOf(screen), ({ context, page, service }) => checkScreen(screen, { context, page, service }));
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
    const comparison = expect(page).toHaveScreenshot('sign-in-1440.png', { timeout: 5_000 });
    await expect(comparison).rejects.toThrow('pixels');
  });
}

test('the approved pictures are those of the screens, each once, and not too many bytes', () => {
  const pictures = readdirSync(pictureFolder);
  expect(pictures.sort()).toEqual(allPictures().sort());
  const sizes = pictures.map((name) => statSync(join(pictureFolder, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10 * 1024 * 1024);
});
