import type { APIRequestContext } from '@playwright/test';
import { expect, openCheckout, test } from '../steps/steps.ts';

/* What search engines, and those who preview a link, get to know of the site. */

/** Every page that answers a visitor, or one of its kind. */
const publicPages = [
  ...['/', '/sample', '/faq', '/terms', '/privacy', '/refunds', '/my-orders', '/withdraw', '/withdraw/none'],
  ...['/set-up/none', '/thank-you', '/admin/login', '/admin/forgot-password', '/admin/new-password'],
  ...['/email-test', '/stripe-test', '/no/such/page', '/order/none'],
];
const dashboards = ['/admin/dashboard', '/reader/dashboard', '/reader/orders/CT-7K3M9Q'];

/** @returns the paths of the sitemap that robots.txt names, and what robots.txt forbids */
async function readCrawlersFiles(request: APIRequestContext) {
  const robots = await (await request.get('/robots.txt')).text();
  const sitemapAddress = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
  const sitemap = await request.get(new URL(sitemapAddress).pathname);
  expect(sitemap.headers()['content-type']).toContain('application/xml');
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => address,
  );
  const forbidden = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
  return { addresses, isForbidden: (path: string) => forbidden.some((prefix) => path.startsWith(prefix)) };
}

test('lists the indexable pages in the sitemap by canonical address', async ({ page }) => {
  const { addresses, isForbidden } = await readCrawlersFiles(page.request);
  const findable: string[] = [];
  for (const path of [...publicPages, ...dashboards]) {
    const response = await page.goto(path);
    const isNoindex = (await page.locator('meta[name=robots][content*=noindex]').count()) > 0;
    if (isNoindex) continue;
    findable.push((await page.locator('link[rel=canonical]').getAttribute('href')) ?? `${path} has none`);
    expect(response?.status(), path).toBe(200);
    expect(isForbidden(path), path).toBe(false);
  }
  expect(findable.length).toBeGreaterThan(0);
  // Other stories show reviews for a while.
  expect(addresses.filter((address) => !address.endsWith('/reviews'))).toEqual(findable);
});

test('lets crawlers read the noindex of private pages', async ({ request }) => {
  const { isForbidden } = await readCrawlersFiles(request);
  for (const path of ['/order/AAAAAAAAAAAAAAAAAAAAAA', '/thank-you', '/admin/login', '/admin/new-password']) {
    expect(isForbidden(path), path).toBe(false);
    expect(await (await request.get(path)).text(), path).toContain('<meta name="robots" content="noindex">');
  }
  for (const path of [...dashboards, '/stripe-test', '/email-test', '/api/settings', '/sandbox/mail']) {
    expect(isForbidden(path), path).toBe(true);
  }
});

test('matches the structured data with the page', async ({ page }) => {
  await openCheckout(page);
  const block = await page.locator('head > script[type="application/ld+json"]').textContent();
  const parts: { '@type': string; mainEntity?: { name: string; acceptedAnswer: { text: string } }[] }[] =
    JSON.parse(block ?? '')['@graph'];
  expect(parts.map((part) => part['@type'])).toEqual(['WebSite', 'Organization', 'Service', 'FAQPage']);
  const answered = parts.find((part) => part['@type'] === 'FAQPage')?.mainEntity ?? [];
  await expect(page.locator('#faq summary')).toHaveText(answered.map(({ name }) => name));
  await expect(page.locator('#faq details p')).toHaveText(
    answered.map(({ acceptedAnswer }) => acceptedAnswer.text),
  );
});

test('gives shared links a picture of the declared size', async ({ page }) => {
  await page.goto('/');
  const property = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  expect(await property('og:url')).toBe(canonical);
  const address = new URL((await property('og:image')) ?? '');
  expect(address.origin).toBe(new URL(canonical ?? '').origin);
  const picture = await page.request.get(address.pathname);
  expect(picture.headers()['content-type']).toBe('image/png');
  expect(pngSize(await picture.body())).toEqual({
    width: Number(await property('og:image:width')),
    height: Number(await property('og:image:height')),
  });
  expect(await property('og:image:alt')).toContain('tarot cards');
});

test('offers icons to browsers without SVG support', async ({ page }) => {
  await page.goto('/thank-you');
  const icon = await page.request.get('/favicon.ico');
  expect(icon.headers()['content-type']).toBe('image/x-icon');
  expect(pngSize((await icon.body()).subarray(22))).toEqual({ width: 32, height: 32 });
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const touchPicture = await (await page.request.get(touchIcon ?? '')).body();
  expect(pngSize(touchPicture)).toEqual({ width: 180, height: 180 });
});

function pngSize(png: Buffer) {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
