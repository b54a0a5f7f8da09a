import { expect, test } from 'vitest';
import { offers } from '../../../db/schema.ts';
import {
  addSignedIn,
  linkTo,
  placeOrder,
  saidBy,
  sellThreeCards,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { OfferAnswer } from '../../shared/offers/offer-types.ts';
import type { Overview } from '../../shared/overview.ts';
import { readReceipt } from '../aftercare/order-page/read-receipt.ts';

async function shopIn(currency: string, locale = 'en-US') {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  expect((await admin.put('/api/settings/currency', { currency, locale })).status).toBe(200);
  return { app, admin };
}

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

test.each([
  ['eur', 'de-DE', 49.5, 4950, 10.25, 1025, '49,50 €', '10,25 €'],
  ['jpy', 'ja-JP', 6000, 6000, 1500, 1500, '￥6,000', '￥1,500'],
  ['kwd', 'en-KW', 6.5, 6500, 0.25, 250, 'KWD 6.500', 'KWD 0.250'],
])(
  'charges, mails and refunds in %s',
  async (currency, locale, price, priceMinor, back, backMinor, ...shown) => {
    const { app, admin } = await shopIn(currency, locale);
    expect((await admin.put('/api/settings/price', { price })).body).toEqual({ price });
    expect((await app.visitor().get('/api/settings')).body).toMatchObject({ price, currency });
    const { orderId, paymentIntentId } = await app.buy();
    expect(app.payments.find(paymentIntentId)).toMatchObject({ amountMinor: priceMinor, currency });
    expect(storedOrder(app, orderId)).toMatchObject({ receivedMinor: priceMinor, currency });
    await app.sendMail();
    expect(plain(app.mailer.sent.at(-1)?.text)).toContain(shown[0]);
    const refund = { amount: back, refundedBefore: 0 };
    expect((await admin.post(`/api/orders/${orderId}/refund`, refund)).body).toMatchObject({ amount: back });
    expect(app.payments.find(paymentIntentId)).toMatchObject({ refundedMinor: backMinor });
    const { amount, papers = [] } = readReceipt(app.context, linkTo(app, orderId)) ?? {};
    expect([amount, papers.at(-1)?.amount].map(plain)).toEqual(shown);
    const order = { amount: price, refundedAmount: back, currency };
    expect((await admin.get(`/api/orders/${orderId}`)).body).toMatchObject(order);
  },
);

test.each([
  ['fr-FR', undefined, ';', '60,00'],
  ['pt-BR', 'locale', ';', '60,00'],
  ['de-CH', undefined, ',', '60.00'],
  ['sv-SE', 'comma', ',', '60.00'],
  ['en-US', 'semicolon', ';', '60,00'],
] as const)(
  'writes every CSV in %s, set to %s, with %j between fields',
  async (locale, csv, sign, amount) => {
    const { app, admin } = await shopIn('eur', locale);
    await app.buy();
    await admin.put('/api/settings/currency', { currency: 'eur', csv });
    const month = new Date(app.clock.now()).toISOString().slice(0, 'yyyy-mm'.length);
    const read = async (path: string) => (await admin.get<string>(path)).body;
    for (const path of ['orders.csv', `receipts.csv?month=${month}`])
      expect(await read(`/api/${path}`)).toContain(`${sign}${amount}${sign}`);
    for (const path of ['orders.csv', 'overview/readings.csv?period=month', 'audit.csv'])
      expect((await read(`/api/${path}`)).split('\r\n')[0]?.split(sign).length).toBeGreaterThan(5);
  },
);

test('keeps price numbers, at least Stripe’s minimum, and leaves orders alone', async () => {
  const app = createTestApp();
  sellThreeCards(app);
  const { orderId } = await app.buy();
  const admin = await addSignedIn(app, 'boss', 'admin');
  await admin.put('/api/settings/currency', { currency: 'HUF' });
  const { body } = await admin.get<{ offers: OfferAnswer[] }>('/api/offers');
  expect(body.offers.map((offer) => [offer.price, offer.addOns[0]?.price])).toEqual([
    [175, undefined],
    [175, 175],
  ]);
  const kept = { amount: 60, currency: 'usd' };
  expect((await admin.get(`/api/orders/${orderId}`)).body).toMatchObject(kept);
});

test('allows text changes to an offer with an unrounded old price', async () => {
  const { app, admin } = await shopIn('isk');
  app.db.update(offers).set({ priceMinor: 5_050 }).run();
  const [offer] = (await admin.get<{ offers: OfferAnswer[] }>('/api/offers')).body.offers;
  const change = (changes: object) => admin.put<OfferAnswer>(`/api/offers/${offer?.id}`, changes);
  expect((await change({ ...offer, summary: 'Words.' })).status).toBe(200);
  expect((await change({ version: (offer?.version ?? 0) + 1, price: 50.6 })).status).toBe(400);
});

test.each<[string, { shownAmount?: number; shownCurrency?: string }]>([
  ['eur', {}],
  ['jpy', { shownAmount: 60, shownCurrency: 'usd' }],
])('asks once when a form is resent after a change to %s', async (currency, shown) => {
  const { app, admin } = await shopIn('usd');
  const { customer, paymentIntentId, orderId } = await placeOrder(app, shown);
  await admin.put('/api/settings/currency', { currency });
  expect(saidBy(await submitForm(customer, shown))).toMatch(/^409 The price has changed to [€¥]60\./);
  expect(app.payments.find(paymentIntentId)).toMatchObject({ status: 'canceled', currency: 'usd' });
  expect(storedOrder(app, orderId).abandonedAt).not.toBeNull();
  const seen = shown.shownAmount && { shownAmount: 60, shownCurrency: currency };
  const { status, body } = await submitForm(customer, { ...seen });
  expect([status, body.amount, body.currency]).toEqual([200, 60, currency]);
  expect(app.payments.find(body.paymentIntentId)).toMatchObject({ currency });
});

test('accepts new prices together with the new currency', async () => {
  const app = createTestApp();
  sellThreeCards(app);
  const admin = await addSignedIn(app, 'boss', 'admin');
  const read = async () => (await admin.get<{ offers: OfferAnswer[] }>('/api/offers')).body.offers;
  const pricesOf = ({ price, addOns }: OfferAnswer) => [price, ...addOns.map((addOn) => addOn.price)];
  const before = await read();
  const prices = Object.fromEntries(
    before.map((offer, place) => [offer.id, pricesOf(offer).map((_, item) => 10 * (place + 1) + item)]),
  );
  const change = (sent: object) =>
    admin.put<{ error: { fields: object } }>('/api/settings/currency', { currency: 'eur', prices: sent });
  const { id = '' } = before[0] ?? {};
  const refused = await change({ ...prices, [id]: [0.3] });
  const fields = { [`prices.${id}.0`]: expect.stringContaining('at least 0.50') };
  expect([refused.status, refused.body.error.fields]).toEqual([400, fields]);
  expect((await change({ ...prices, [id]: [1, 2, 3, 4, 5, 6, 7] })).status).toBe(409);
  expect((await app.visitor().get('/api/settings')).body).toMatchObject({ currency: 'usd' });
  expect((await change(prices)).status).toBe(200);
  expect(Object.fromEntries((await read()).map((offer) => [offer.id, pricesOf(offer)]))).toEqual(prices);
});

test('never adds up revenue in two currencies', async () => {
  const app = createTestApp();
  await app.buy();
  const admin = await addSignedIn(app, 'boss', 'admin');
  await admin.put('/api/settings/currency', { currency: 'jpy' });
  await admin.put('/api/settings/price', { price: 6000 });
  await app.buy();
  sellThreeCards(app);
  const { currency, recent, offers } = (await admin.get<Overview>('/api/overview')).body;
  const revenues = [
    { currency: 'jpy', revenue: 6000 },
    { currency: 'usd', revenue: 60 },
  ];
  expect([currency, recent, offers[0]]).toMatchObject([
    'jpy',
    { orders: 2, revenues },
    { orders: 2, revenues },
  ]);
});

test('refuses a refund of dinars that Stripe cannot make', async () => {
  const { app, admin } = await shopIn('kwd');
  const { orderId } = await app.buy();
  for (const amount of [0.0005, 0.255]) {
    const refused = await admin.post(`/api/orders/${orderId}/refund`, { amount });
    expect(saidBy(refused)).toMatch(/^400 .*at most two decimals/);
  }
});
