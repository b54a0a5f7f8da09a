import { expect, test } from '../steps/steps.ts';

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

test('aligns every public page to one left edge', async ({ page }) => {
  const leftEdges = () =>
    page.evaluate(() =>
      ['header', 'main', 'footer'].map((part) => {
        const range = document.createRange();
        const lefts = [...document.querySelectorAll(`body ${part} :is(h1, p, svg, .panel)`)].map(
          (element) => {
            range.selectNodeContents(element);
            const { left, width } = (
              element.matches('.panel, svg') ? element : range
            ).getBoundingClientRect();
            return width > 0 ? left : Number.POSITIVE_INFINITY;
          },
        );
        return Math.min(...lefts);
      }),
    );
  const paths = ['/', '/sample', '/faq', '/terms', '/my-orders', '/nothing', '/thank-you?order=CT-7K3M9Q'];
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of paths) {
      await page.goto(path);
      const edges = await leftEdges();
      expect(Math.max(...edges) - Math.min(...edges), `${path} at ${width}: ${edges}`).toBeLessThan(3);
    }
  }
});

test('shows every public page in the shop’s own sans-serif font', async ({ page }) => {
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    );
  for (const path of [
    '/',
    '/sample',
    '/faq',
    '/terms',
    '/my-orders',
    '/withdraw',
    '/nothing',
    '/thank-you',
  ]) {
    await page.goto(path);
    await expect.poll(loaded, path).toContain('Rubik');
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the thank-you page that its address describes', async ({ page }) => {
    const number = 'CT-7K3M9Q';
    const [confirmed, processed, statement] = ['Order Confirmed', 'was processed.', 'On your statement'];
    for (const [search, heading, shown, left] of [
      [`?order=${number}`, confirmed, [number, processed, statement], []],
      [`?order=${number}&free=true`, confirmed, [number], ['processed', statement]],
      ['?order=<b>CT-1</b>&free=1', confirmed, [statement], ['CT-1', 'Order number']],
      [`?order=${number}&redirect_status=pending`, /still checking/, [number], ['Thank you']],
      [`?order=${number}&redirect_status=failed`, /been charged/, ['Try again'], ['Thank you', number]],
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
      ['/admin/login', 'Signing in needs JavaScript. Please turn it on and reload the page.', 'Sign In'],
      ['/stripe-test', please, null],
    ] as const) {
      await page.goto(path);
      // Finding by text passes over what is inside a noscript.
      await expect(page.locator('noscript p')).toBeVisible();
      await expect(page.locator('noscript p')).toHaveText(note, { useInnerText: true });
      if (button) await expect(page.getByRole('button', { name: button })).toBeDisabled();
      else await expect(page.getByText('Starting a test payment...')).toBeHidden();
    }
  });
});
