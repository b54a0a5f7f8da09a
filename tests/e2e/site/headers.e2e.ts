import type { Browser, Page } from '@playwright/test';
import {
  type Answer,
  buy as buyByApi,
  send,
  signIn as signInByApi,
} from '../../faults/attacks-support/browser.ts';
import { startService } from '../../faults/attacks-support/service.ts';
import { arrive } from '../steps/arrive.ts';
import { openDesk } from '../steps/desk-steps.ts';
import { testWithPremises } from '../steps/premises.ts';
import { handIn, openReaderDesk } from '../steps/reader-steps.ts';
import { genuine, product, stripeApi } from '../steps/servers.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  orderLink,
  ordersOf,
  type Person,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';
import { stretchTripwire } from '../steps/tripwire.ts';

/** Opens a browser that notices every broken rule. */
async function open(browser: Browser, baseURL: string, others: string[] = []) {
  const context = await browser.newContext({ baseURL });
  const tripwire = await stretchTripwire(context, [baseURL, ...others]);
  return { page: await context.newPage(), ...tripwire };
}

/** A purchase with everything that can happen on its way: a declined card, 3-D Secure, the order's page. */
async function buyTheLongWay(page: Page): Promise<{ orderNumber: string; email: string }> {
  const customer = newCustomer();
  await openCheckout(page);
  await payButton(page).click();
  await expect(page.getByText('Form Error', { exact: true })).toBeVisible();
  await fillDetails(page, customer);
  await fillCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await fillCard(page, cards.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  return { orderNumber: await readOrderNumber(page), email: customer.email };
}

async function signedIn(browser: Browser, person: Person) {
  const opened = await open(browser, product.url);
  await (person === 'admin'
    ? openDesk(opened.page, product.url)
    : openReaderDesk(opened.page, product.url, person));
  return opened;
}

test.describe('the Content-Security-Policy is not violated', () => {
  test('from the checkout to the printed reading', async ({ browser }) => {
    test.setTimeout(120_000);
    const { page, expectSilence } = await open(browser, product.url);
    const { orderNumber, email } = await buyTheLongWay(page);
    await expectSilence(page);
    const [confirmation] = await mailsTo(page.request, email, 1);
    await page.goto(orderLink(confirmation));
    await expect(page.getByRole('main')).toContainText(orderNumber);
    await expectSilence(page);

    const admin = await signedIn(browser, 'admin');
    const [order] = await ordersOf(admin.page, email);
    const reader = await signedIn(browser, order?.assignedReader?.username ?? 'reader1');
    await reader.page.getByRole('button', { name: `Upload Reading for ${orderNumber}` }).click();
    await reader.page.getByLabel('Reading content').fill('The Star speaks of patience.');
    await handIn(reader.page);
    await expect(reader.page.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
    await reader.expectSilence(reader.page);

    await admin.page.goto('/admin/dashboard?tab=approvals');
    const card = admin.page.getByRole('article').filter({ hasText: orderNumber });
    await card.getByRole('button', { name: 'Edit Reading' }).click();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Reject' }).click();
    await admin.page.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Approve & Send' }).click();
    await admin.page.getByRole('button', { name: 'Send to the customer' }).click();
    await expect(admin.page.getByText('Reading Approved', { exact: true })).toBeVisible();
    await admin.page.goto(`/admin/dashboard?order=${order?.id}`);
    await expect(admin.page.getByRole('dialog')).toContainText(orderNumber);
    await admin.page.keyboard.press('Escape');
    await admin.page.getByRole('button', { name: `Delete order ${orderNumber}` }).click();
    await admin.page.getByRole('button', { name: 'Cancel' }).click();
    await admin.page.goto('/admin/dashboard?tab=settings');
    await expect(admin.page.getByRole('tabpanel')).toBeVisible();
    await admin.expectSilence(admin.page);

    const [, delivery] = await mailsTo(page.request, email, 2);
    await page.goto(orderLink(delivery));
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    await expectSilence(page);
  });

  test('on any other page', async ({ browser }) => {
    const { page, expectSilence } = await open(browser, product.url);
    const paths = ['/thank-you', '/thank-you?order=CT-7K3M9Q', '/admin/login', '/admin/dashboard'];
    const odd = [
      '/reader/dashboard',
      '/stripe-test',
      '/email-test',
      '/no/such/page',
      '/order/AAAAAAAAAAAAAAAAAAAAAA',
    ];
    for (const path of [...paths, ...odd]) {
      await arrive(page, path);
      await expect(page.getByRole('heading').first(), path).toBeVisible();
      await expectSilence(page);
    }
  });

  test("with Stripe's own hosts in it", async ({ browser }) => {
    const stripe = ['https://js.stripe.com', 'https://api.stripe.com'];
    const { page, expectSilence } = await open(browser, genuine.url, stripe);
    await page.route('https://js.stripe.com/**', async (route) => {
      await route.fulfill({
        response: await route.fetch({ url: `${product.url}/sandbox/stripe/stripe.js` }),
      });
    });
    await page.route('https://api.stripe.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const response = await route.fetch({ url: `${stripeApi}${pathname}${search}` });
      const headers = { ...response.headers(), 'access-control-allow-origin': genuine.url };
      await route.fulfill({ response, headers });
    });
    await buyTheLongWay(page);
    await expectSilence(page);
  });
});

/** Every kind of answer there is: what the listener itself says, static files, rendered pages, API, errors. */
const answers: [what: string, status: number, method: string, path: string, isPrivate?: boolean][] = [
  ['a static page', 200, 'GET', '/'],
  ['a static page without its body', 200, 'HEAD', '/'],
  ['a file', 200, 'GET', '/favicon.ico'],
  ['a page that is not there', 404, 'GET', '/no/such/page'],
  ['a page that is only for some', 200, 'GET', '/stripe-test'],
  ['a dashboard without a sign-in', 401, 'GET', '/admin/dashboard', true],
  ['a dashboard', 200, 'GET', '/admin/dashboard', true],
  ['a dashboard for somebody else', 403, 'GET', '/reader/dashboard', true],
  ["a customer's order", 404, 'GET', '/order/AAAAAAAAAAAAAAAAAAAAAA', true],
  ['an answer of the API', 200, 'GET', '/api/settings', true],
  ['an answer of the API to the admin', 200, 'GET', '/api/orders', true],
  ['a route the API does not have', 404, 'GET', '/api/nowhere', true],
  ['a call without an Origin', 403, 'POST', '/api/login', true],
  ['a webhook without a signature', 400, 'POST', '/api/stripe/webhook', true],
  ['a page that is written to', 405, 'POST', '/'],
  ['an address that cannot be read', 400, 'GET', '/%'],
  ['the check of life', 200, 'GET', '/healthz'],
  ['the check of readiness', 200, 'GET', '/readyz'],
  ['a page of the sandbox', 200, 'GET', '/sandbox/mail'],
];

function flawsOf({ headers }: Answer, isPrivate: boolean, isHttps: boolean): string[] {
  const policy = String(headers['content-security-policy']);
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0] ?? '', rule]));
  const sourcesOf = (name: string) =>
    (rules.get(name) ?? rules.get('default-src'))?.replace(/^\S+ /, '') ?? '*';
  const expectations: [string, boolean][] = [
    ['inline scripts are allowed', !/unsafe-|data:|\*(?!\.js\.stripe\.com)/.test(sourcesOf('script-src'))],
    ['objects are allowed', sourcesOf('object-src') === "'none'"],
    ['another base is allowed', rules.get('base-uri') === "base-uri 'none'"],
    ['frames are allowed', rules.get('frame-ancestors') === "frame-ancestors 'none'"],
    ['nosniff is missing', headers['x-content-type-options'] === 'nosniff'],
    [
      'Referrer-Policy is missing',
      /^(strict-origin-when-cross-origin|no-referrer)$/.test(String(headers['referrer-policy'])),
    ],
    ['Permissions-Policy is missing', String(headers['permissions-policy']).includes('camera=()')],
    ['COOP is missing', headers['cross-origin-opener-policy'] === 'same-origin'],
    ['it may be stored', !isPrivate || headers['cache-control'] === 'no-store'],
    ['HSTS', isHttps === /^max-age=\d{8}/.test(String(headers['strict-transport-security'] ?? ''))],
    ['it tells what it is made with', !('x-powered-by' in headers || 'server' in headers)],
  ];
  return expectations.filter(([, isMet]) => !isMet).map(([flaw]) => flaw);
}

for (const publicUrl of [null, 'https://tarot.example.com']) {
  testWithPremises(`every kind of answer carries the headers, on ${publicUrl ?? 'http'}`, async () => {
    const env = { RATE_LIMITS: 'off', ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}) };
    const service = await startService({ isBuilt: true, env });
    try {
      const origin = publicUrl ?? service.url;
      const { host } = new URL(origin);
      const admin = await signInByApi(service.url, 'admin', { origin });
      const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
      const flaws: string[] = [];
      const check = (what: string, answer: Answer, isPrivate = false) => {
        for (const flaw of flawsOf(answer, isPrivate, publicUrl !== null)) flaws.push(`${what}: ${flaw}`);
      };
      for (const [what, status, method, path, isPrivate] of answers) {
        const answer = await send(
          service.url,
          method,
          path,
          what.includes('without a sign-in') ? { host } : { host, cookie },
        );
        expect([what, answer.status]).toEqual([what, status]);
        check(what, answer, isPrivate);
      }
      const page = await send(service.url, 'GET', '/', { host });
      const script = /\/_astro\/[\w.-]+\.js/.exec(page.text)?.[0] ?? 'no script';
      const asset = await send(service.url, 'GET', script);
      expect(asset.status).toBe(200);
      check('a hashed file', asset);
      expect(asset.headers['cache-control']).toContain('immutable');
      const known = await send(service.url, 'GET', '/', {
        host,
        'if-none-match': String(page.headers.etag),
      });
      expect(known.status).toBe(304);
      check('a page that is known already', known);
      const big = await admin.call('POST', '/api/login', { username: 'x'.repeat(70_000) });
      expect(big.status).toBe(413);
      check('a body that is too big', big, true);
      const { customer } = await buyByApi(service.url, {}, { origin });
      check('a checkout', await customer.call('POST', '/api/create-simple-payment-intent', {}), true);
      expect(flaws).toEqual([]);
    } finally {
      await service.stop();
    }
  });
}
