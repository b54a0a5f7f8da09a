import type { Page } from '@playwright/test';
import { colleague, type SoldOrder } from './desk-steps.ts';
import { testAlone } from './own-service.ts';
import { choose, openReaderDesk, sellTo, text } from './reader-steps.ts';
import { expect, expectNoFlaws } from './steps.ts';

/* The room that readers have to write in. */

const { step } = testAlone;

/** Everything that one writes with is on the screen as it is, without scrolling. */
async function expectInView(page: Page): Promise<void> {
  await expect(text(page)).toBeInViewport({ ratio: 1 });
  for (const name of ['Submit for Admin Review', 'Preview', 'Focus mode']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
}

function last(sold: SoldOrder[]): SoldOrder {
  const order = sold.at(-1);
  if (!order) throw new Error('Nothing was sold.');
  return order;
}

testAlone('the place to write stays in view, however long the list is', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const sold: SoldOrder[] = [];
  const sellUpTo = async (count: number) => {
    while (sold.length < count) {
      sold.push(
        await sellTo(service, admin, 'reader1', { backgroundContext: 'We bake since March. '.repeat(9) }),
      );
    }
  };
  const expectRoom = async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openReaderDesk(page, service.url, 'reader1');
    await expect(page.getByRole('heading', { name: `Pending Assignments (${sold.length})` })).toBeVisible();
    await expectInView(page);
    await choose(page, last(sold));
    await expectInView(page);
    await text(page).fill('The Star speaks of patience.');
    await expectInView(page);
    await page.setViewportSize({ width: 1366, height: 650 });
    await expectInView(page);
    await page.evaluate(() => scrollTo(0, 0));
    await expectInView(page);
  };
  await step('with a dozen assignments', async () => {
    await sellUpTo(12);
    await expectRoom();
    await expectNoFlaws(page);
  });
  await step('in one column, choosing an order leads there', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await choose(page, last(sold));
    await expect(text(page)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => scrollTo(0, 0));
    await choose(page, last(sold));
    await expect(text(page)).toBeInViewport({ ratio: 1 });
    await expectNoFlaws(page);
  });
  await step('with thirty', async () => {
    await sellUpTo(30);
    await expectRoom();
  });
});
