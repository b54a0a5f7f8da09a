import type { Browser, Page } from '@playwright/test';
import { usualCalendar } from '../../../src/shared/checkout/calendar.ts';
import type { NewDayOffer } from '../../../src/shared/checkout/new-day.ts';
import { dayWords } from '../../../src/shared/checkout/offer-words.ts';
import { signIn as signInByApi } from '../../faults/attacks-support/browser.ts';
import { colleague, sell } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { sellTo } from '../steps/reader-steps.ts';
import { expect, mailsTo, orderLink, test } from '../steps/steps.ts';

/* What a page says of itself, before and without any script of its own, on a phone and on a desk. */

const screens = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

/** Looks at an address as it is sent, on each screen. */
async function onEachScreen(
  browser: Browser,
  url: string,
  look: (page: Page, width: number) => Promise<void>,
): Promise<void> {
  for (const viewport of screens) {
    const context = await browser.newContext({ viewport, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url);
    await look(page, viewport.width);
    await context.close();
  }
}

/** The page is made anew after a setting has changed. */
async function expectSent(page: Page, url: string, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(url)).text()).toContain(text);
}

/** What search engines are told of the offer. */
async function offered(page: Page): Promise<{ price: string; priceCurrency: string; availability: string }> {
  const block = await page.locator('script[type="application/ld+json"]').textContent();
  const parts: { '@type': string; offers: never }[] = JSON.parse(block ?? '')['@graph'];
  return parts.find((part) => part['@type'] === 'Service')?.offers as never;
}

testAlone(
  'a shop that is full or closed says so kindly, and asks for nothing',
  async ({ page, browser, service: { url } }) => {
    const admin = await colleague(url);
    await onEachScreen(browser, url, async (plain) => {
      expect(await offered(plain)).toMatchObject({
        price: '60.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
      });
      await expect(plain).toHaveTitle(/^Personal tarot reading for your career question · /);
    });

    await sell(url);
    await admin.ask('PUT', '/api/settings/calendar', { ...usualCalendar, mostOpenOrders: 1 });
    await expectSent(page, url, 'We’re fully booked right now');
    const asksNothing = async (plain: Page) => {
      const card = plain.getByRole('region', { name: 'Order your reading' });
      await expect(card.getByRole('heading', { level: 3 })).toBeVisible();
      await expect(card.getByText('is still on its way, as promised')).toBeVisible();
      await expect(card.getByRole('link', { name: /@/ })).toBeVisible();
      await expect(plain.getByRole('textbox')).toHaveCount(0);
      await expect(plain.locator('[data-promised-day]')).toHaveCount(0);
      await expect(plain.getByText('please turn on JavaScript')).toHaveCount(0);
    };
    await onEachScreen(browser, url, async (plain) => {
      await expect(plain.getByRole('heading', { name: 'We’re fully booked right now' })).toBeVisible();
      await asksNothing(plain);
      expect((await offered(plain)).availability).toBe('https://schema.org/SoldOut');
    });

    const closedUntil = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await admin.ask('PUT', '/api/settings/calendar', { ...usualCalendar, closedUntil });
    await expectSent(page, url, 'We’re back on');
    await onEachScreen(browser, url, async (plain) => {
      const back = `We’re back on ${dayWords(closedUntil, Date.now())}`;
      await expect(plain.getByRole('heading', { name: back })).toBeVisible();
      await asksNothing(plain);
      expect((await offered(plain)).availability).toBe('https://schema.org/OutOfStock');
    });
  },
);

testAlone(
  'a shop with a withdrawal has its box with the consent at the button, and the way to it in the foot',
  async ({ page, browser, service: { url } }) => {
    const admin = await colleague(url);
    await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
    await expectSent(page, url, 'I expressly ask you to begin with my reading at once');
    await onEachScreen(browser, url, async (plain) => {
      const box = plain.getByRole('checkbox', {
        name: /I expressly ask you to begin with my reading at once/,
      });
      await expect(box).not.toBeChecked();
      const button = await plain.getByText('Pay $60 & Get My Reading').boundingBox();
      expect((await box.boundingBox())?.y).toBeLessThan(button?.y ?? 0);
      await plain.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }).click();
      await expect(plain.getByLabel('Order number', { exact: true })).toBeVisible();
    });
  },
);

testAlone.describe('the letter', () => {
  testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

  testAlone('is signed by whoever wrote it', async ({ page, browser, service }) => {
    const { url } = service;
    const admin = await colleague(url);
    const reader = await signInByApi(url, 'reader1');
    const profile = { displayName: 'Elena Marsh', readingSince: 2009, signature: 'Your Elena' };
    expect((await reader.call('PUT', '/api/account/profile', profile)).status).toBe(200);
    const order = await sellTo(service, admin, 'reader1');
    const written = await reader.call('POST', '/api/readings', {
      orderId: order.id,
      content: 'The Star speaks of patience.',
    });
    await admin.ask('PUT', `/api/readings/${JSON.parse(written.text).id}/approve`, {});
    const mails = await mailsTo(page.request, order.email, 2);
    expect(mails.at(-1)?.text).toContain('Your Elena\nElena Marsh');
    await onEachScreen(browser, orderLink(mails.at(-1)), async (plain) => {
      const letter = plain.getByRole('article');
      await expect(letter).toContainText('The Star speaks of patience.');
      await expect(letter).toContainText(/With warm wishes,\s*Your Elena\s*Elena Marsh/);
    });
  });
});

testAlone(
  'an order says by itself that it comes later, and that its money goes back',
  async ({ page, browser, service: { url } }) => {
    const admin = await colleague(url);
    const order = await sell(url);
    const { dueDay, offeredDay } = await admin.ask<NewDayOffer>('GET', `/api/orders/${order.id}/new-day`);
    await admin.ask('POST', `/api/orders/${order.id}/new-day`, { day: offeredDay });
    const [, later] = await mailsTo(page.request, order.email, 2);
    await onEachScreen(browser, orderLink(later), async (plain) => {
      await expect(plain.getByRole('main')).toContainText(
        `We promised it by ${dayWords(dueDay)}, but we need more time. You’ll get it by ${dayWords(offeredDay)}.`,
      );
    });

    await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 60, refundedBefore: 0 });
    const [, , refund] = await mailsTo(page.request, order.email, 3);
    expect(refund?.text).toContain('$60.00 USD');
    await onEachScreen(browser, orderLink(refund), async (plain) => {
      await expect(plain.getByRole('heading', { name: 'Your order was refunded' })).toBeVisible();
      await expect(plain.getByText('Reading due by')).toHaveCount(0);
      await plain.getByRole('link', { name: 'Receipt', exact: true }).click();
      await expect(plain.getByRole('article', { name: 'Receipt' })).toContainText('$60.00 USD');
    });
  },
);

test('whoever comes back without a payment is thanked for none, and can try again', async ({
  browser,
  baseURL,
}) => {
  for (const order of ['', 'order=CT-7K3M9Q&']) {
    const url = `${baseURL}/thank-you?${order}redirect_status=failed`;
    await onEachScreen(browser, url, async (plain) => {
      await expect(plain.getByRole('heading', { level: 1 })).toHaveText(['You haven’t been charged']);
      await expect(plain).toHaveTitle(/^Payment Not Completed/);
      await expect(plain.getByText('you haven’t been charged')).toBeVisible();
      await plain.getByRole('link', { name: 'Try again' }).click();
      await expect(plain.getByRole('heading', { name: 'Order your reading' })).toBeInViewport();
    });
  }
});

test('the legal pages are read from the foot, and say who is behind them', async ({ browser, baseURL }) => {
  for (const name of ['Terms', 'Privacy', 'Refunds']) {
    await onEachScreen(browser, baseURL ?? '', async (plain, width) => {
      await plain.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect(plain.getByRole('heading', { level: 1, name })).toBeInViewport({ ratio: 1 });
      await expect(plain.getByRole('heading', { name: 'Who we are' })).toBeVisible();
      await expect(plain.getByRole('main').getByRole('link', { name: /@/ }).last()).toBeVisible();
      const wide = await plain.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
      expect(wide, `${name} at ${width} px`).toBeLessThanOrEqual(width);
    });
  }
});

test('who has read the sample to its end is led to the form', async ({ browser, baseURL }) => {
  await onEachScreen(browser, `${baseURL}/sample`, async (plain) => {
    await plain.getByRole('link', { name: 'Order your reading' }).click();
    await expect(plain.getByRole('heading', { name: 'Order your reading' })).toBeInViewport({ ratio: 1 });
  });
});
