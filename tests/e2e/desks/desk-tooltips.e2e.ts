import { openDesk, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

const script = /TooltipBubble.*\.js$/;

test('a button keeps the focus while what tells of it is fetched, and without it', async ({
  page,
  service,
}) => {
  const customQuestion = 'Shall I stay where I am?';
  const { orderNumber } = await sell(service.url, { readingType: 'other', customQuestion });
  await openDesk(page, service.url);
  const button = page.getByRole('button', { name: orderNumber, exact: true });
  await expect(button).toBeVisible();
  const focused = await button.elementHandle();
  await page.route(script, (route) => route.abort());
  const fails = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
  // A row is seen a moment before the keys are heard.
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(button).toBeFocused({ timeout: 500 });
  }).toPass();
  await fails;
  await expect(button).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.unroute(script);
  await button.blur();
  await page.keyboard.press('j');
  await expect(page.getByRole('tooltip')).toHaveText(customQuestion);
  expect(await focused?.evaluate((element) => element === document.activeElement)).toBe(true);
});
