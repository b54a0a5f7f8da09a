import { expect, test } from 'vitest';
import { offers } from '../../../db/schema.ts';
import {
  addSignedIn,
  openCheckoutPage,
  placeOrder,
  sellThreeCards,
  sendPaymentEvent,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { QuoteAnswer } from '../../shared/checkout/checkout-schema.ts';
import type { OfferAnswer } from '../../shared/offers/offer-types.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import type { OrderPayment } from '../../shared/orders/refund-schema.ts';
import type { Overview } from '../../shared/overview.ts';
import { readReceipt } from '../aftercare/order-page/read-receipt.ts';
import { createOrderLink } from '../orders/order-links.ts';

async function shopIn(currency: string, locale = 'en-US') {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  expect((await admin.put('/api/settings/currency', { currency, locale })).status).toBe(200);
  return { app, admin };
}

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

test.each([
  ['eur', 'de-DE', 49.5, 4950, 10.25, 1025, '49,50 €', '10,25 €', '49,50;10,25', 'EUR'],
  ['jpy', 'ja-JP', 6000, 6000, 1500, 1500, '￥6,000', '￥1,500', '6000,1500', 'JPY'],
  ['kwd', 'en-KW', 6.5, 6500, 0.25, 250, 'KWD 6.500', 'KWD 0.250', '6.500,0.250', 'KWD'],
])(
  'handles a shop in %s correctly from price to dispute and CSV',
  async (currency, locale, price, priceMinor, back, backMinor, shownPrice, shownBack, cells, code) => {
    const { app, admin } = await shopIn(currency, locale);
    expect((await admin.put('/api/settings/price', { price })).body).toEqual({ price });
    expect((await app.visitor().get('/api/settings')).body).toMatchObject({ price, currency });
    const quote = await app.visitor().post('/api/quote', {});
    expect(quote.body).toMatchObject({ amount: price, currency });
    const { orderId, paymentIntentId } = await app.buy();
    expect(app.payments.find(paymentIntentId)).toMatchObject({ amountMinor: priceMinor, currency });
    expect(storedOrder(app, orderId)).toMatchObject({ receivedMinor: priceMinor, currency });
    await app.sendMail();
    expect(plain(app.mailer.sent.at(-1)?.text)).toContain(shownPrice);

    const refund = { amount: back, refundedBefore: 0 };
    expect((await admin.post(`/api/orders/${orderId}/refund`, refund)).body).toMatchObject({ amount: back });
    expect(app.payments.find(paymentIntentId)).toMatchObject({ refundedMinor: backMinor });
    const link = createOrderLink(app.context, orderId).split('/').at(-1) ?? '';
    const receipt = readReceipt(app.context, link);
    expect([
      plain(receipt?.amount),
      plain(receipt?.papers.find(({ kind }) => kind === 'refund')?.amount),
    ]).toEqual([shownPrice, shownBack]);
    const { body: csv } = await admin.get<string>('/api/orders.csv?payment=all');
    expect(csv).toContain(cells);
    expect(csv).toMatch(new RegExp(`[,;]${code}[,;]`));

    app.payments.runStep('disputed_as_fraudulent', paymentIntentId);
    await sendPaymentEvent(app, paymentIntentId, 'charge.dispute.created');
    const paid = await admin.get<OrderPayment>(`/api/orders/${orderId}/payment`);
    expect(paid.body).toMatchObject({ received: price, refunded: back, disputes: [{ amount: price }] });
    expect((await admin.get<Order>(`/api/orders/${orderId}`)).body).toMatchObject({
      ...{ amount: price, refundedAmount: back, currency, paymentStatus: 'disputed' },
    });
  },
);

test.each([
  ['fr-FR', undefined, ';', '60,00'],
  ['pl-PL', undefined, ';', '60,00'],
  ['pt-BR', 'locale', ';', '60,00'],
  ['de-CH', undefined, ',', '60.00'],
  ['en-IE', undefined, ',', '60.00'],
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
    for (const path of ['/api/orders.csv', `/api/receipts.csv?month=${month}`]) {
      expect(await read(path)).toContain(`${sign}${amount}${sign}`);
    }
    for (const path of ['/api/orders.csv', '/api/overview/readings.csv?period=month', '/api/audit.csv']) {
      expect((await read(path)).split('\r\n')[0]?.split(sign).length).toBeGreaterThan(5);
    }
  },
);

test('keeps price numbers but charges Stripe’s minimum, and leaves orders alone', async () => {
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
  expect((await admin.get<Order>(`/api/orders/${orderId}`)).body).toMatchObject({
    amount: 60,
    currency: 'usd',
  });
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
  ['gbp', { shownAmount: 60, shownCurrency: 'usd' }],
  ['jpy', { shownAmount: 60, shownCurrency: 'usd' }],
  ['kwd', {}],
])('asks a form sent before and after the change to %s once', async (currency, shown) => {
  const { app, admin } = await shopIn('usd');
  const { customer } = await placeOrder(app, shown);
  await admin.put('/api/settings/currency', { currency });
  expect((await submitForm(customer, shown)).body.error).toMatchObject({
    ...{ code: 'price_conflict', message: expect.stringContaining('The price has changed to') },
  });
  const { status, body } = await submitForm(customer, {
    ...(shown.shownAmount && { shownAmount: 60, shownCurrency: currency }),
  });
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
  const [first] = before;
  const refused = await change({
    ...prices,
    [first?.id ?? '']: pricesOf(before[0] as OfferAnswer).map(() => 0.3),
  });
  expect([refused.status, refused.body.error.fields]).toEqual([
    400,
    { [`prices.${first?.id}.0`]: expect.stringContaining('at least 0.50') },
  ]);
  expect((await change({ ...prices, [first?.id ?? '']: [1, 2, 3, 4, 5, 6, 7] })).status).toBe(409);
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
  expect((await admin.get('/api/overview')).body).toMatchObject({
    currency: 'jpy',
    recent: {
      orders: 2,
      revenues: [
        { currency: 'jpy', revenue: 6000 },
        { currency: 'usd', revenue: 60 },
      ],
    },
  });
  sellThreeCards(app);
  const { offers } = (await admin.get<Overview>('/api/overview')).body;
  expect(offers[0]).toMatchObject({
    orders: 2,
    revenues: [
      { currency: 'jpy', revenue: 6000 },
      { currency: 'usd', revenue: 60 },
    ],
  });
});

test.each([
  [{ amount: 0.0005 }, 'at most two decimals'],
  [{ amount: 0.255 }, 'at most two decimals'],
])('refuses a refund of %j for a payment in dinars', async (refund, words) => {
  const { app, admin } = await shopIn('kwd');
  const { orderId } = await app.buy();
  const refused = await admin.post<{ error: { message: string } }>(`/api/orders/${orderId}/refund`, refund);
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(words)]);
});
