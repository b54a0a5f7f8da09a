import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../steps/steps.ts';
import { testInMonth as test } from './month.ts';
import { publicScreens } from './public.ts';
import { allPictures, checkScreen, pictureFolder, titleOf } from './screens.ts';

// A trace would hold each picture once more.
test.use({ trace: 'off' });
// One after the other: the month is made once.
test.describe.configure({ mode: 'default' });

for (const screen of publicScreens) {
  test(titleOf(screen), ({ context, page, service }) => checkScreen(screen, { context, page, service }));
}

test('has one approved picture per screen, within 10 MB', () => {
  const pictures = readdirSync(pictureFolder);
  expect(pictures.sort()).toEqual(allPictures().sort());
  const sizes = pictures.map((name) => statSync(join(pictureFolder, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10 * 1024 * 1024);
});
