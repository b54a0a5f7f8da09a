import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { feedback, users } from '../../../db/schema.ts';
import { addPerson, addSignedIn, orderIn, setPrice } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestAppOptions } from '../../../tests/kit/test-app.ts';
import { changeIdentity } from '../shop/change-business.ts';
import { changeOffer, readOffers } from '../shop/manage-offers.ts';
import type { RenderPage } from './public-pages.ts';

const identity = {
  siteName: 'The Quiet Deck',
  contactEmail: 'hello@quiet.example',
  legalName: '',
  postalAddress: '',
};

/** A shop whose pages say what a reading costs. */
function createShop(options: TestAppOptions = {}) {
  const render = vi.fn<RenderPage>(async ({ pathname }, { offer }) => {
    const text = `${pathname} costs ${offer.priceMinor}`;
    return new Response(text, { status: pathname === '/404' ? 404 : 200 });
  });
  const app = createTestApp({ ...options, site: { files: new Map(), scriptHashes: [], render } });
  const ask = async (path: string) => {
    const answer = await app.app.request(path);
    return { status: answer.status, text: await answer.text(), place: answer.headers.get('location') };
  };
  const settings = async () => JSON.parse((await ask('/api/settings')).text);
  return { app, ask, render, settings, changed: () => app.context.signals.invalidatePublicPages() };
}

test('shows a changed business name and price at once', async () => {
  const { app, settings, changed } = createShop();
  const boss = addPerson(app, 'boss', 'admin');
  const siteName = () => app.words.read().site.siteName;
  expect(siteName()).not.toBe('The Quiet Deck');
  await changeIdentity(app.context, boss, { ...identity, version: 0 });
  expect(siteName()).toBe('The Quiet Deck');
  setPrice(app, 7_000);
  changed();
  expect([app.words.read().offer.priceMinor, (await settings()).price]).toEqual([7_000, 70]);
});

test('renders a page once, and again after its content changes', async () => {
  const { app, ask, render, changed } = createShop();
  const texts = (await Promise.all([ask('/faq'), ask('/faq')])).map(({ text }) => text);
  expect(texts).toEqual(['/faq costs 6000', '/faq costs 6000']);
  expect(render).toHaveBeenCalledOnce();
  for (const path of ['/404', '/nowhere', '/robots.txt/', '/404/']) {
    expect(await ask(path)).toMatchObject({ status: 404, text: '/404 costs 6000' });
  }
  expect(render).toHaveBeenCalledTimes(2);

  changed();
  await ask('/faq');
  expect(render).toHaveBeenCalledTimes(2);
  setPrice(app, 7_000);
  changed();
  expect((await ask('/faq')).text).toBe('/faq costs 7000');
});

test('redirects old addresses, capitals and trailing slashes to the page', async () => {
  const { app, ask } = createShop();
  const boss = addPerson(app, 'boss', 'admin');
  const change = async (slug: string) => {
    const [{ id = '', version = 0 } = {}] = readOffers(app.context);
    await changeOffer(app.context, boss, id, { slug, version });
  };
  const places = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await ask(path)).place));
  await change('career-letter');
  await change('letter');
  const old = ['/readings/personal-reading', '/readings/Career-Letter/', '/READINGS/LETTER'];
  expect(await places(...old)).toEqual(old.map(() => '/readings/letter'));
  const typed = {
    '/FAQ': '/faq',
    '/faq/?q=1': '/faq?q=1',
    '/Thank-You?order=CT-7K3M9Q': '/thank-you?order=CT-7K3M9Q',
    '/READER/Dashboard': '/reader/dashboard',
    '/readings/personal-reading?code=SPRING': '/readings/letter?code=SPRING',
  };
  expect(await places(...Object.keys(typed))).toEqual(Object.values(typed));
  const others = ['/', '/readings/letter', '/readings/x', '/Nowhere/', '/ORDER/SECRET', '//faq/'];
  expect(await places(...others)).toEqual(others.map(() => null));
  expect((await ask('/readings/letter')).text).toContain('/readings/letter costs');
  await change('personal-reading');
  expect(await places('/readings/personal-reading', '/readings/letter')).toEqual([
    null,
    '/readings/personal-reading',
  ]);
});

test('renders a failed page again at the next request', async () => {
  const { ask, render } = createShop();
  // It is tried twice.
  for (let i = 0; i < 2; i++) render.mockRejectedValueOnce(new Error('no memory'));
  expect((await ask('/')).status).toBe(500);
  expect((await ask('/')).text).toBe('/ costs 6000');
});

test('moves the promised day forward when the business day changes', async () => {
  const { app, settings } = createShop({ now: '2026-11-25T15:00Z' });
  const { promisedDay } = await settings();
  app.clock.advance(24 * 60 * 60_000);
  expect((await settings()).promisedDay > promisedDay).toBe(true);
});

test('removes and restores a quote with its order at once', async () => {
  const { app, ask } = createShop();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId } = await orderIn(app, 'approved', admin.person);
  const said = { helped: 'yes', words: 'It helped.', mayPublish: true, shownName: 'none' } as const;
  app.db
    .insert(feedback)
    .values({ orderId, ...said, givenAt: 1, publishedAt: 1 })
    .run();
  app.context.signals.invalidatePublicPages();
  const quotes = () => app.words.read().aftercare.quotes.length;
  expect([quotes(), (await ask('/Reviews/')).place]).toEqual([1, '/reviews']);
  await admin.delete(`/api/orders/${orderId}`);
  expect([quotes(), (await ask('/reviews')).status]).toEqual([0, 404]);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(quotes()).toBe(1);
});

test('promises an earlier day once a waiting order is deleted or refunded', async () => {
  const { app } = createShop();
  const admin = await addSignedIn(app, 'boss', 'admin');
  addPerson(app, 'rita', 'reader');
  app.db.update(users).set({ readingsPerDay: 1 }).where(eq(users.username, 'rita')).run();
  for (let bought = 0; bought < 5; bought++) await app.buy();
  const { orderId } = await app.buy();
  app.context.signals.invalidatePublicPages();
  const day = () => app.words.read().offer.promisedDay;
  const full = day();
  await admin.delete(`/api/orders/${orderId}`);
  const earlier = day();
  expect(earlier < full).toBe(true);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(day()).toBe(full);
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect(day()).toBe(earlier);
});
