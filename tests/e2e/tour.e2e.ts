import { findBarriers } from './flaws/find-barriers.ts';
import { findUnpaintedText } from './flaws/find-flaws.ts';
import { testInMonth as test } from './screens/month.ts';
import { screens } from './screens/screens.ts';
import { expect } from './steps/steps.ts';

/* Every screen is opened once: nothing is complained about on the console, axe finds nothing, every text is painted. */

// One after the other: the month is made once.
test.describe.configure({ mode: 'default' });

for (const { name, reach } of screens.filter(({ isPictured }) => isPictured)) {
  test(`${name} opens`, async ({ page, service }) => {
    await reach(page, service.url);
    expect(await findBarriers(page)).toEqual([]);
    await expect.poll(() => findUnpaintedText(page), { timeout: 25_000 }).toEqual([]);
  });
}
