import type { Page, Route } from '@playwright/test';
import {
  cardFormCall,
  checkoutCall,
  expectTyped,
  providerScript,
  settingsCall,
} from '../steps/checkout-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

test('until everything is there, the page says that it is loading', async ({ page }) => {
  const held: Route[] = [];
  await page.route(settingsCall, (route) => void held.push(route));
  await page.goto('/');
  const loading = page.getByRole('status').filter({ hasText: 'Loading checkout...' });
  await expect(loading).toBeVisible();
  await expect(loading.locator('.spinner')).toHaveCSS('animation-name', 'spin');
  // The form stands, and cannot be sent.
  await expect(page.getByLabel('Full name')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  // Everything there is to read is there to read meanwhile.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Professional career guidance delivered to your inbox',
  );
  await expect(page.getByRole('heading', { name: 'About the reader' })).toBeVisible();

  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(payButton(page)).toHaveText('Pay $60 & Get My Reading');
  await expect(payButton(page)).toBeEnabled();
  await expect(loading).toHaveCount(0);
});

test('looking asks for no payment: the first word that is written does, once', async ({ page }) => {
  const posts: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().includes('/api/')) posts.push(new URL(sent.url()).pathname);
  });
  await openCheckout(page);
  await page.getByText('How long is a reading?').click();
  await fillCard(page, cards.succeeds);
  await page.waitForLoadState('networkidle');
  expect(posts).toEqual([]);

  const opened = page.waitForResponse(checkoutCall);
  await page.getByLabel('Full name').pressSequentially('Ma');
  expect((await opened).request().postData()).toBe('{}');
  await fillDetails(page, newCustomer());
  await page.waitForLoadState('networkidle');
  expect(posts).toEqual(['/api/create-simple-payment-intent']);

  // A form that only stands there again is looked at; going on with it asks, once.
  await page.reload();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).not.toHaveValue('');
  await page.waitForLoadState('networkidle');
  expect(posts).toHaveLength(1);
  const again = page.waitForResponse(checkoutCall);
  await page.getByLabel('Background context').pressSequentially('So.');
  await again;
  await page.waitForLoadState('networkidle');
  expect(posts).toHaveLength(2);
});

testAlone.describe('with the limits on', () => {
  testAlone.use({ environment: { RATE_LIMITS: 'on' } });

  testAlone('25 looks from one address see the form, each of them', async ({ page }) => {
    for (let look = 1; look <= 25; look += 1) {
      await page.context().clearCookies();
      await page.goto('/');
      await expect(page.getByLabel('Full name')).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
    }
  });
});

test('the form waits for its card fields, and the button for both', async ({ page }) => {
  const held: Route[] = [];
  await page.route(cardFormCall, (route) => void held.push(route));
  await page.goto('/');
  await expect(page.getByText('Loading the card form...')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await page.getByLabel('Full name').fill('Maya');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(page.getByText('Loading the card form...')).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('Maya');
});

test('card fields that cannot be loaded say so, and come when they are asked for again', async ({ page }) => {
  await page.route(cardFormCall, (route) => route.abort());
  await page.goto('/');
  const problem = page.getByRole('alert').filter({ hasText: 'We couldn’t load the card form' });
  await expect(problem).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await page.getByLabel('Full name').fill('Maya');

  await page.unroute(cardFormCall);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(problem).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('Maya');
});

test('card fields that do not come are not waited for without end', async ({ page }) => {
  await page.clock.install();
  await page.route(cardFormCall, () => undefined);
  await page.goto('/');
  await expect(page.getByText('Loading the card form...')).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(page.getByText('We couldn’t load the card form.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test("a provider's script that does not come is asked for twice, and can be asked for again", async ({
  page,
}) => {
  await page.clock.install();
  let asked = 0;
  await page.route(`${providerScript}*`, () => {
    asked += 1;
  });
  await page.goto('/');
  for (const times of [1, 2]) {
    await expect.poll(() => asked).toBe(times);
    // The page asks ahead of its form: only what the form waits for is given up.
    const wanted = page.locator(times === 1 ? 'script[src$="/stripe.js"]' : 'script[src$="?again=1"]');
    await expect(wanted).toBeAttached();
    await expect(page.getByText('Loading checkout...')).toBeVisible();
    await page.clock.fastForward(15_000);
  }
  const panel = page.getByRole('alert', { name: 'Payment System Error' });
  await expect(panel).toBeVisible();
  await page.unroute(`${providerScript}*`);
  await panel.getByRole('button', { name: 'Try again' }).click();
  // The first request is still open; the second address is not.
  await page.clock.fastForward(15_000);
  await expect(payButton(page)).toBeEnabled();
});

async function withOtherKey(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: { ...(await response.json()), publishableKey: 'not_a_key' } });
}

/** What may be missing, how it comes to be, and what the panel says of each. */
const missing: {
  what: string;
  address: string;
  /** How often a try asks there. */
  calls: number;
  fail: (route: Route) => Promise<void>;
  checks: [clientSecret: string, provider: string, keyPrefix: string];
}[] = [
  {
    what: "the provider's script",
    address: `${providerScript}*`,
    calls: 2,
    fail: (route) => route.abort(),
    checks: ['✗Client secret: missing', '✗Provider handle: missing', '✓Key prefix: present'],
  },
  {
    what: 'a key the provider takes',
    address: settingsCall,
    calls: 1,
    fail: withOtherKey,
    checks: ['✗Client secret: missing', '✗Provider handle: missing', '✗Key prefix: missing'],
  },
  {
    what: 'a connection',
    address: '**/api/**',
    calls: 2,
    fail: (route) => route.abort(),
    checks: ['✗Client secret: missing', '✗Provider handle: missing', '✗Key prefix: missing'],
  },
];

async function checksOn(page: Page): Promise<string[]> {
  const lines = await page.getByRole('alert').getByRole('listitem').allTextContents();
  return lines.map((line) => line.replace(/\s+/g, ' ').trim());
}

for (const { what, address, calls, fail, checks } of missing) {
  test(`without ${what} the page says what is missing; trying again brings the form with its text`, async ({
    page,
  }) => {
    const customer = newCustomer();
    await openCheckout(page);
    await fillDetails(page, customer);
    let failed = 0;
    await page.route(address, async (route) => {
      await fail(route);
      failed += 1;
    });
    await page.reload();
    const panel = page.getByRole('alert', { name: 'Payment System Error' });
    await expect(panel).toContainText('You haven’t been charged, and what you typed is saved.');
    await expect(
      panel.getByText('Unable to initialize payment system. Environment variable issue detected.', {
        exact: true,
      }),
    ).toBeVisible();
    expect(await checksOn(page)).toEqual(checks);
    await expect(payButton(page)).toHaveCount(0);

    // Who lets the call through before this try has failed lets this try succeed.
    const before = failed;
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => failed).toBe(before + calls);
    await expect(panel).toBeVisible();
    await page.unroute(address);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(payButton(page)).toBeEnabled();
    await expect(panel).toHaveCount(0);
    await expectTyped(page, customer);
  });
}

test('when our server can make no payment, the panel stands in place of the payment step, and all is kept', async ({
  page,
}) => {
  await page.route(checkoutCall, (route) => route.fulfill({ status: 502, body: '' }));
  const customer = newCustomer();
  await openCheckout(page);
  await fillCard(page, cards.succeeds);
  await fillDetails(page, customer);
  const panel = page.getByRole('alert', { name: 'Payment System Error' });
  await expect(panel).toContainText(
    'Unable to initialize payment system. Environment variable issue detected.',
  );
  expect(await checksOn(page)).toEqual([
    '✗Client secret: missing',
    '✓Provider handle: present',
    '✓Key prefix: present',
  ]);
  await expect(page.getByLabel('Card number')).toBeHidden();
  await expect(payButton(page)).toHaveCount(0);
  await expectTyped(page, customer);

  await page.unroute(checkoutCall);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toHaveCount(0);
  await expect(payButton(page)).toBeFocused();
  await expect(page.getByLabel('Card number')).toHaveValue(cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
});
