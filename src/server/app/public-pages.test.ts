import type { ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { feedback, users } from '../../../db/schema.ts';
import { addPerson, addSignedIn, orderIn, sendWebhook, setPrice } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestAppOptions } from '../../../tests/kit/test-app.ts';
import type { PageHandler } from '../base/http/listener.ts';
import { changeIdentity } from '../shop/change-business.ts';
import { changeOffer, readOffers } from '../shop/manage-offers.ts';
import { createPublicAnswers } from './public-pages.ts';

const identity = {
  siteName: 'The Quiet Deck',
  contactEmail: 'hello@quiet.example',
  legalName: '',
  postalAddress: '',
};

/** A shop whose pages say what a reading costs. */
function createShop(options: TestAppOptions = {}) {
  const app = createTestApp(options);
  const renderPage = vi.fn<PageHandler>(async (request, response: ServerResponse, _next, { offer }) => {
    response.writeHead(request.url === '/404' ? 404 : 200).end(`${request.url} costs ${offer.priceMinor}`);
  });
  const headersOf = (path: string) => ({ 'X-Path': path });
  const { find, render, redirect } = createPublicAnswers(app, { files: new Map(), headersOf, renderPage });
  const changed = async () => {
    app.context.signals.invalidatePublicPages();
  };
  const settings = () => JSON.parse(String(find('/api/settings')?.bodies.identity));
  const rendered = async (path: string) => (await render(path))?.bodies.identity.toString();
  return { app, find, redirect, rendered, renderPage, settings, changed };
}

test('what the business says is new at once, and so is the price', async () => {
  const { app, settings, changed } = createShop();
  const boss = addPerson(app, 'boss', 'admin');
  const siteName = () => app.words.read().site.siteName;
  expect(siteName()).not.toBe('The Quiet Deck');
  await changeIdentity(app.context, boss, { ...identity, version: 0 });
  expect(siteName()).toBe('The Quiet Deck');
  setPrice(app, 7_000);
  await changed();
  expect([app.words.read().offer.priceMinor, settings().price]).toEqual([7_000, 70]);
});

test('a page is rendered at its first request, once, and again after what it says has changed', async () => {
  const { app, find, rendered, renderPage, changed } = createShop();
  expect(find('/faq')).toBeUndefined();
  expect(await Promise.all([rendered('/faq'), rendered('/faq/')])).toEqual([
    '/faq costs 6000',
    '/faq costs 6000',
  ]);
  expect(renderPage).toHaveBeenCalledOnce();
  expect(find('/faq')?.headers.identity).toContain('X-Path');
  expect(await rendered('/404')).toBe('/404 costs 6000');
  for (const path of ['/nowhere', '/robots.txt/', '/404/', '/thank-you']) {
    expect(await rendered(path)).toBeUndefined();
  }

  await changed();
  expect(find('/faq')).toBeDefined();
  setPrice(app, 7_000);
  await changed();
  expect(find('/faq')).toBeUndefined();
  expect(await rendered('/faq')).toBe('/faq costs 7000');
});

test('old addresses of an offer and capitals lead to its page', async () => {
  const { app, redirect, rendered } = createShop();
  const boss = addPerson(app, 'boss', 'admin');
  const change = async (slug: string) => {
    const [{ id = '', version = 0 } = {}] = readOffers(app.context);
    await changeOffer(app.context, boss, id, { slug, version });
  };
  await change('career-letter');
  await change('letter');
  const old = ['/readings/personal-reading', '/readings/Career-Letter/', '/READINGS/LETTER'];
  expect(old.map(redirect)).toEqual(old.map(() => '/readings/letter'));
  expect(['/FAQ', '/Privacy/'].map(redirect)).toEqual(['/faq', '/privacy']);
  expect(['/', '/faq/', '/readings/letter', '/readings/x', '/Nowhere'].map(redirect)).toEqual(
    Array(5).fill(null),
  );
  expect(await rendered('/readings/letter')).toContain('/readings/letter costs');
  await change('personal-reading');
  expect(redirect('/readings/personal-reading')).toBeNull();
  expect(redirect('/readings/letter')).toBe('/readings/personal-reading');
});

test('a page that could not be rendered is rendered again at the next request', async () => {
  const { rendered, renderPage } = createShop();
  renderPage.mockRejectedValueOnce(new Error('no memory'));
  await expect(rendered('/')).rejects.toThrow('no memory');
  expect(await rendered('/')).toBe('/ costs 6000');
});

test('the promised day changes with the business’s day, within a minute', async () => {
  const { app, settings } = createShop({ now: '2026-11-25T15:00Z' });
  const { promisedDay } = settings();
  app.clock.advance(24 * 60 * 60_000);
  expect(settings().promisedDay > promisedDay).toBe(true);
});

test('a quote and a place in the queue go with their order, and come back with it', async () => {
  const { app } = createShop();
  const admin = await addSignedIn(app, 'boss', 'admin');
  addPerson(app, 'rita', 'reader');
  app.db.update(users).set({ readingsPerDay: 1 }).where(eq(users.username, 'rita')).run();
  const { orderId, paymentIntentId } = await orderIn(app, 'approved', admin.person);
  const said = { helped: 'yes', words: 'It helped.', mayPublish: true, shownName: 'none' } as const;
  app.db
    .insert(feedback)
    .values({ orderId, ...said, givenAt: 1, publishedAt: 1 })
    .run();
  for (let bought = 0; bought < 5; bought++) await app.buy();
  const waiting = await app.buy();
  app.context.signals.invalidatePublicPages();
  const quotes = () => app.words.read().aftercare.quotes.length;
  const day = () => app.words.read().offer.promisedDay;
  expect(quotes()).toBe(1);

  await admin.delete(`/api/orders/${orderId}`);
  expect(quotes()).toBe(0);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(quotes()).toBe(1);
  await sendWebhook(app, app.payments.dispute(paymentIntentId, 'needs_response'));
  expect(quotes()).toBe(0);
  await sendWebhook(app, app.payments.dispute(paymentIntentId, 'won'));
  expect(quotes()).toBe(1);

  const full = day();
  await admin.delete(`/api/orders/${waiting.orderId}`);
  const earlier = day();
  expect(earlier < full).toBe(true);
  await admin.put(`/api/orders/${waiting.orderId}/restore`);
  expect(day()).toBe(full);
  await admin.post(`/api/orders/${waiting.orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect(day()).toBe(earlier);
});
