import { adminScreens } from './admin.ts';
import { testInMonth as test } from './month.ts';
import { readerScreens } from './reader.ts';
import { checkScreen, titleOf } from './screens.ts';

// A trace would hold each picture once more.
test.use({ trace: 'off' });
// One after the other: the month is made once.
test.describe.configure({ mode: 'default' });

for (const screen of [...adminScreens, ...readerScreens]) {
  test(titleOf(screen), ({ context, page, service }) => checkScreen(screen, { context, page, service }));
}
