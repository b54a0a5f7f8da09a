import { expect, test } from 'vitest';
import {
  addSignedIn,
  openCheckoutPage,
  orderIn,
  placeOrder,
  saidBy,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { QuoteAnswer } from '../../shared/checkout/checkout-schema.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OfferInput } from '../../shared/offers/offer-schema.ts';
import { type OfferAnswer, presentOffer, standardOffer } from '../../shared/offers/offer-types.ts';

type Answered = OfferAnswer & ErrorBody;

const threeCards: OfferInput = {
  ...{ slug: 'three-cards', name: 'Three cards', summary: 'A short reading.' },
  ...{ price: 30, days: 5, words: 200 },
  questions: [
    { kind: 'choice', label: 'Which area?', required: true, choices: ['Work', 'Money'] },
    { kind: 'date', label: 'Your birth date', required: true },
    { kind: 'number', label: 'Years in this job' },
    { kind: 'yesNo', label: 'May we quote you?' },
  ],
  addOns: [
    { name: 'Rush', price: 20, days: 1 },
    { name: 'One more question', price: 10.5, asks: 'What else would you like to know?' },
  ],
};

async function createShop() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const create = (offer: OfferInput = threeCards) => admin.post<Answered>('/api/offers', offer);
  const change = (id: string, changes: object) => admin.put<Answered>(`/api/offers/${id}`, changes);
  const list = async () => (await admin.get<{ offers: OfferAnswer[] }>('/api/offers')).body.offers;
  const settings = async () => (await app.visitor().get<PublicSettings>('/api/settings')).body;
  return { app, admin, create, change, list, settings };
}

test('starts with the standard offer, and publishes offers from the second on', async () => {
  const { create, list, settings } = await createShop();
  expect(await list()).toEqual([presentOffer(standardOffer)]);
  expect(await settings()).not.toHaveProperty('offers');
  const { status, body } = await create();
  expect([status, body]).toMatchObject([200, { slug: 'three-cards', price: 30, version: 1 }]);
  const { price, currency, offers } = await settings();
  expect([price, currency]).toEqual([60, 'usd']);
  expect(offers?.map(({ slug }) => slug)).toEqual(['personal-reading', 'three-cards']);
  expect(offers?.[1]?.questions.map(({ id }) => id.length > 0)).toEqual([true, true, true, true]);
});

test('refuses the second of two simultaneous changes to an offer', async () => {
  const { create, change, list } = await createShop();
  const { body: offer } = await create();
  expect((await change(offer.id, { version: 1, price: 35 })).body).toMatchObject({ price: 35, version: 2 });
  const second = await change(offer.id, { version: 1, name: 'Trio' });
  expect([second.status, second.body.error.code]).toEqual([409, 'offer_conflict']);
  expect((await change(offer.id, { ...(await list())[1], name: 'Trio' })).body).toMatchObject({
    ...{ name: 'Trio', price: 35, version: 3 },
    questions: offer.questions,
  });
});

test.each<[string, Partial<OfferInput>, string]>([
  ['an address twice', { slug: 'personal-reading' }, 'slug'],
  ['an address with blanks', { slug: 'three cards' }, 'slug'],
  ['no name', { name: ' ' }, 'name'],
  ['a price of 20 cents', { price: 0.2 }, 'price'],
  ['a price with three decimals', { price: 1.234 }, 'price'],
  ['31 days', { days: 31 }, 'days'],
  ['one choice', { questions: [{ kind: 'choice', label: 'A?', choices: ['x'] }] }, 'questions.0.choices'],
  ['a question without words', { questions: [{ kind: 'text', label: '' }] }, 'questions.0.label'],
])('refuses an offer with %s and a message for that field', async (_what, changes, field) => {
  const { create } = await createShop();
  const { status, body } = await create({ ...threeCards, ...changes });
  expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
});

test('keeps one offer shown, sells no archived offer, and reorders', async () => {
  const { app, admin, create, change, list, settings } = await createShop();
  const refused = await change('standard', { version: 1, visibility: 'archived' });
  expect(refused.body.error.fields).toHaveProperty('visibility');
  const { body: offer } = await create();
  const reordered = await admin.put('/api/offers/order', { ids: [offer.id, 'standard'] });
  expect(reordered.status).toBe(200);
  expect((await settings()).price).toBe(30);
  expect((await admin.put<ErrorBody>('/api/offers/order', { ids: [offer.id] })).status).toBe(409);
  await change('standard', { version: 1, visibility: 'archived' });
  expect((await list()).map(({ visibility }) => visibility)).toEqual(['shown', 'archived']);
  const { status, body } = await submitForm(app.visitor(), { offer: 'personal-reading' });
  expect([status, body.error.fields]).toMatchObject([400, { offer: expect.stringContaining('offered') }]);
});

test('keeps what was ordered when the offer is changed and archived', async () => {
  const { app, create, change } = await createShop();
  const { body: offer } = await create();
  const [area, birth, years] = offer.questions.map(({ id }) => id);
  const [rush, more] = offer.addOns.map(({ id }) => id);
  const answers = { [area ?? '']: 'Work', [birth ?? '']: '1990-05-31', [more ?? '']: 'And love?' };
  const form = { offer: 'three-cards', answers, addOns: [rush ?? '', more ?? ''], readingType: undefined };
  const { offer: slug, addOns } = form;
  const quoted = await app.visitor().post<QuoteAnswer>('/api/quote', { offer: slug, addOns });
  expect(quoted.body).toMatchObject({ amount: 60.5, currency: 'usd' });
  const lines = ['Three cards 30', 'Rush 20', 'One more question 10.5'];
  expect(quoted.body.lines.map(({ label, amount }) => `${label} ${amount}`)).toEqual(lines);
  const order = await placeOrder(app, form);
  expect(app.payments.find(order.paymentIntentId)?.amountMinor).toBe(6_050);
  await change(offer.id, { version: 1, name: 'Trio', price: 99, questions: [], visibility: 'archived' });
  expect(storedOrder(app, order.orderId)).toMatchObject({
    ...{ offerId: offer.id, offerName: 'Three cards', offerDays: 1, offerWords: 200, amountMinor: 6_050 },
    addOns: [
      { name: 'Rush', priceMinor: 2_000 },
      { name: 'One more question', priceMinor: 1_050 },
    ],
    answers: [
      { label: 'Which area?', value: 'Work' },
      { label: 'Your birth date', value: '1990-05-31' },
      { id: years, label: 'Years in this job', value: null },
      { label: 'May we quote you?', value: null },
      { label: 'What else would you like to know?', value: 'And love?' },
    ],
  });
});

test('refuses an outdated price of offer and add-ons until pressed again', async () => {
  const { app, create, change } = await createShop();
  const { body: offer } = await create({ ...threeCards, questions: [] });
  const rush = offer.addOns[0]?.id ?? '';
  const customer = app.visitor();
  const form = { offer: 'three-cards', addOns: [rush], shownAmount: 50 };
  await change(offer.id, { version: 1, price: 31 });
  expect(saidBy(await submitForm(customer, form))).toMatch(/^409 .*\$51/);
  const placed = await submitForm(customer, { ...form, shownAmount: 51 });
  expect([placed.status, placed.body.amount]).toEqual([200, 51]);
});

test('places two orders when one visitor buys two offers', async () => {
  const { app, create } = await createShop();
  await create({ ...threeCards, questions: [] });
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const first = await submitForm(customer, { offer: 'three-cards' });
  const second = await submitForm(customer);
  expect([first.body.amount, second.body.amount]).toEqual([30, 60]);
  expect(second.body.orderId).not.toBe(first.body.orderId);
  const again = await submitForm(customer, { offer: 'three-cards' });
  expect(again.body.orderId).toBe(first.body.orderId);
});

test('refuses a rush order in a full shop that sells for later', async () => {
  const { app, admin, create } = await createShop();
  const { body: offer } = await create({ ...threeCards, questions: [] });
  await admin.put('/api/settings/calendar', { mostOpenOrders: 1, whenClosed: 'sell for later' });
  await app.buy();
  const rush = { offer: 'three-cards', addOns: [offer.addOns[0]?.id ?? ''] };
  expect((await app.visitor().post<ErrorBody>('/api/quote', rush)).body.error.code).toBe('rush_conflict');
  expect((await submitForm(app.visitor(), rush)).body.error.code).toBe('rush_conflict');
  expect((await submitForm(app.visitor(), { offer: 'three-cards' })).status).toBe(200);
});

test.each(['three-cards', 'Three-Cards', 'small-spread'])(
  'still accepts a form opened at %s',
  async (slug) => {
    const { app, create, change, list } = await createShop();
    const { body: offer } = await create({ ...threeCards, questions: [] });
    for (const [place, address] of ['trio', 'small-spread', 'three'].entries())
      expect((await change(offer.id, { slug: address, version: place + 1 })).status).toBe(200);
    expect((await app.visitor().post<QuoteAnswer>('/api/quote', { offer: slug })).body.amount).toBe(30);
    expect((await submitForm(app.visitor(), { offer: slug, shownAmount: 30 })).body.amount).toBe(30);
    const [, stored] = await list();
    expect(stored).toEqual({ ...offer, slug: 'three', version: 4 });
    // Another offer may take an old address.
    await create({ name: 'Other', slug: 'trio', price: 45 });
    expect((await app.visitor().post<QuoteAnswer>('/api/quote', { offer: 'trio' })).body.amount).toBe(45);
  },
);

test('sells a returning-customer offer only through a delivered order’s link', async () => {
  const { app, admin, create, settings } = await createShop();
  await create({ ...threeCards, questions: [], returningOnly: true });
  expect(await settings()).not.toHaveProperty('offers');
  const follow = (after?: string) => submitForm(app.visitor(), { offer: 'three-cards', after });
  expect((await follow()).body.error.fields).toHaveProperty('offer');
  expect((await follow('a'.repeat(22))).status).toBe(400);
  await orderIn(app, 'approved', admin.person);
  app.clock.advance(60_000);
  await app.sendMail();
  const mail = app.mailer.sent.at(-1)?.text ?? '';
  expect(mail).toContain('Order “Three cards”');
  const [, secret] = /\/readings\/three-cards#after=([\w-]{22})/.exec(mail) ?? [];
  expect((await follow(secret)).status).toBe(200);
});

test('refuses an outdated price until pressed again, unless quoted since', async () => {
  const { app, create, change } = await createShop();
  const { body: offer } = await create({ ...threeCards, questions: [] });
  const form = { offer: 'three-cards' };
  const [told, quoted] = [app.visitor(), app.visitor()];
  for (const customer of [told, quoted]) await openCheckoutPage(customer);
  app.clock.advance(1_000);
  await change(offer.id, { version: 1, price: 31 });
  app.clock.advance(1_000);
  await quoted.post('/api/quote', form);
  expect((await submitForm(quoted, form)).body.amount).toBe(31);
  expect((await submitForm(told, form)).body.error.code).toBe('price_conflict');
  expect((await submitForm(told, form)).body.amount).toBe(31);
});

test('refuses slow rush add-ons, foreign question ids and a twenty-first offer', async () => {
  const { create, change } = await createShop();
  const slow = await create({ ...threeCards, addOns: [{ name: 'Rush', price: 9, days: 5 }] });
  expect(slow.body.error.fields).toHaveProperty(['addOns.0.days']);
  const own = await create({ ...threeCards, questions: [{ id: '__proto__', kind: 'text', label: 'Why?' }] });
  expect(own.body.questions[0]?.id).not.toBe('__proto__');
  for (let number = 3; number <= 20; number++) await create({ name: `Offer ${number}`, price: 5 });
  const archived = await create({ name: 'Old', price: 5, visibility: 'archived' });
  expect((await create({ name: 'New', price: 5 })).body.error.code).toBe('offer_limit_conflict');
  const back = await change(archived.body.id, { version: 1, visibility: 'hidden' });
  expect(back.body.error.code).toBe('offer_limit_conflict');
});

test.each([
  [{ answers: { constructor: 'x' } }, 'answers'],
  [{ answers: 5 }, 'answers'],
  [{ addOns: ['x'] }, 'addOns'],
  [{ amount: 1 }, 'amount'],
])('refuses an order with %j and a message for %s', async (wrong, field) => {
  const { app } = await createShop();
  const { status, body } = await submitForm(app.visitor(), wrong as object);
  expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
});
