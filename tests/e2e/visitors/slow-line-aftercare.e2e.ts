import type { Browser, Page } from '@playwright/test';
import { usualCalendar } from '../../../src/shared/checkout/calendar.ts';
import { dayWords } from '../../../src/shared/checkout/offer-words.ts';
import { colleague, sell, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expectInTime as expect, slowDown } from '../steps/slow-line.ts';
import { mailsTo, orderLink } from '../steps/steps.ts';

/* What a stranger with a bad line and without scripts does after an order, and finds where nothing is sold. */

const screens = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

/** Opens an address on a bad line, without scripts. */
async function openSlowly(browser: Browser, url: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport, javaScriptEnabled: false });
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}

async function saysHowItWas(page: Page): Promise<void> {
  const form = page.getByRole('region', { name: 'Did your reading help?' });
  await form.getByRole('radio', { name: 'Partly' }).check();
  await form.getByLabel('What would you like to say about it?').fill('It gave me courage.');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toContainText('Your answer: Partly');
}

async function withdraws(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw from contract' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'We have received your withdrawal' })).toBeInViewport();
  await expect(page.getByRole('main')).toContainText(/Received on \w+day, \w+ \d+, \d{4} at /);
}

async function findsItClosed(page: Page, back: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Order your reading' });
  await expect(card.getByRole('heading', { name: back })).toBeVisible();
  await expect(card.getByRole('link', { name: /@/ })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
}

test.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

for (const viewport of screens) {
  test(`on slow 3G at ${viewport.width} px a customer says how it was, another withdraws, a third finds the shop closed`, async ({
    page,
    browser,
    service: { url },
  }) => {
    test.slow();
    const admin = await colleague(url);
    const regretted = await sell(url);
    const { order, reading } = await sellAndWrite(url, admin, 'The Star speaks of patience.');
    await admin.ask('PUT', `/api/readings/${reading.id}/approve`, {});
    await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
    const closedUntil = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await admin.ask('PUT', '/api/settings/calendar', { ...usualCalendar, closedUntil });
    const back = `We’re back on ${dayWords(closedUntil, Date.now())}`;
    await expect.poll(async () => (await page.request.get(url)).text()).toContain('We’re back on');
    const [confirmation] = await mailsTo(page.request, regretted.email, 1);
    const [, delivery] = await mailsTo(page.request, order.email, 2);

    // At once: each has to wait for the line alone.
    await Promise.all(
      [
        { address: orderLink(delivery), does: saysHowItWas },
        { address: orderLink(confirmation), does: withdraws },
        { address: url, does: (closed: Page) => findsItClosed(closed, back) },
      ].map(async ({ address, does }) => {
        const visitor = await openSlowly(browser, address, viewport);
        await does(visitor);
        const wide = await visitor.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
        expect(wide).toBeLessThanOrEqual(viewport.width);
        await visitor.context().close();
      }),
    );
  });
}
