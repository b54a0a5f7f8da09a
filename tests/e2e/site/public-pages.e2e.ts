import type { Page } from '@playwright/test';
import { expect, test } from '../steps/steps.ts';

test('leads from the sample to the order form', async ({ page }) => {
  await page.goto('/sample');
  await page.getByRole('link', { name: 'Order your reading' }).click();
  await expect(page.getByRole('heading', { name: 'Order your reading' })).toBeInViewport({ ratio: 1 });
});

test('shows the header navigation on every inner page', async ({ page }) => {
  for (const path of ['/thank-you', '/faq', '/terms', '/refunds', '/my-orders', '/nothing', '/order/none']) {
    await page.goto(path);
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
    await expect(links, path).toHaveText(['Sample', 'How it works', 'About the reader', 'FAQ']);
  }
  await page.getByRole('banner').getByRole('link', { name: 'How it works' }).click();
  await expect(page).toHaveURL('/#how-it-works');
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeInViewport();
});

test('every public page has one left edge and the shop’s own sans', async ({ page }) => {
  const paths = ['/', '/sample', '/faq', '/terms', '/my-orders', '/withdraw', '/nothing', '/order/none'];
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [...paths, '/thank-you?order=CT-7K3M9Q']) {
      await page.goto(path);
      const edges = await page.evaluate(async () => {
        await document.fonts.ready;
        return ['header', 'main', 'footer'].map((part) => {
          const range = document.createRange();
          const lefts = [...document.querySelectorAll(`body ${part} :is(h1, p, svg, .panel)`)].map(
            (element) => {
              range.selectNodeContents(element);
              const { left, width } = element.matches('.panel, svg')
                ? element.getBoundingClientRect()
                : range.getBoundingClientRect();
              return width > 0 ? left : Number.POSITIVE_INFINITY;
            },
          );
          return Math.round(Math.min(...lefts));
        });
      });
      const [header = 0] = edges;
      for (const edge of edges)
        expect(Math.abs(edge - header), `${path} at ${width}: ${edges}`).toBeLessThan(3);
      const loaded = () =>
        page.evaluate(() =>
          [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
        );
      await expect.poll(loaded, path).toContain('Rubik');
    }
  }
});

test('answers unknown addresses with Page Not Found and a way home', async ({ page }) => {
  for (const path of ['/nothing', '/admin/nothing', '/thank-you/CT-7K3M9Q']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page).toHaveTitle(/^Page Not Found/);
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL('/');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  /** Finding by text passes over what is inside a noscript. */
  async function expectVisibleNote(page: Page, text: string): Promise<void> {
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toHaveText(text, { useInnerText: true });
  }

  test('opens and closes the questions', async ({ page }) => {
    await page.goto('/faq');
    const questions = page.locator('#faq details');
    await expect(questions).toHaveCount(5);
    for (const question of await questions.all()) {
      const answer = question.getByRole('paragraph');
      await expect(answer).toBeHidden();
      await question.locator('summary').click();
      await expect(answer).toBeVisible();
    }
  });

  test('shows the thank-you page that its address describes', async ({ page }) => {
    const number = 'CT-7K3M9Q';
    for (const [search, heading, shown, left] of [
      [
        `?order=${number}`,
        'Order Confirmed',
        [number, 'Your payment was processed.', 'On your statement'],
        [],
      ],
      [`?order=${number}&free=true`, 'Order Confirmed', [number], ['processed', 'On your statement']],
      ['?order=<b>CT-1</b>&free=1', 'Order Confirmed', ['On your statement'], ['CT-1', 'Order number']],
      [`?order=${number}&redirect_status=pending`, /still checking/, [number], ['Thank you']],
      [
        `?order=${number}&redirect_status=failed`,
        /haven’t been charged/,
        ['Try again'],
        ['Thank you', number],
      ],
    ] as const) {
      await page.goto(`/thank-you${search}`);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      for (const text of shown) await expect(main, search).toContainText(text);
      for (const text of [...left, 'View your order']) await expect(main, search).not.toContainText(text);
    }
  });

  test('explains on pages that need scripts why they do nothing', async ({ page }) => {
    const please = 'Please turn on JavaScript and reload the page.';
    for (const [path, note, button] of [
      ['/email-test', please, 'Send Test Email'],
      ['/admin/forgot-password', please, 'Send the Link'],
      ['/admin/new-password', please, 'Set Password'],
      ['/admin/login', 'Signing in needs JavaScript. Please switch it on and reload the page.', 'Sign In'],
      ['/stripe-test', please, null],
    ] as const) {
      await page.goto(path);
      await expectVisibleNote(page, note);
      if (button) await expect(page.getByRole('button', { name: button })).toBeDisabled();
      else await expect(page.getByText('Starting a test payment...')).toBeHidden();
    }
  });
});
