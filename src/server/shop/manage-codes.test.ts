import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codes } from '../../../db/schema.ts';
import {
  addSignedIn,
  confirm,
  linkTo,
  openCheckoutPage,
  placeOrder,
  sellThreeCards,
  setPrice,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { QuoteAnswer } from '../../shared/checkout/checkout-schema.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Code, CodeInput } from '../../shared/offers/code-schema.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { readReceipt } from '../aftercare/order-page/read-receipt.ts';

const spring = { code: 'spring', percentOff: 20 };

async function createShop(env: Record<string, string> = {}) {
  const app = createTestApp({ env, now: '2026-11-23T12:00:00Z' });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const create = (code: CodeInput = spring) => admin.post<Code & ErrorBody>('/api/codes', code);
  const switchTo = (id: string, isActive: boolean) => admin.put<Code>(`/api/codes/${id}`, { isActive });
  const list = async () => (await admin.get<{ codes: Code[] }>('/api/codes')).body.codes;
  const quote = (asked: object, visitor = app.visitor()) =>
    visitor.post<QuoteAnswer & ErrorBody>('/api/quote', asked);
  const pay = async ({ orderId, orderNumber }: { orderId: string; orderNumber: string }) => {
    app.payments.pay(storedOrder(app, orderId).paymentIntentId ?? '');
    return (await confirm(app, { orderId, orderNumber })).body.status;
  };
  return { app, admin, create, switchTo, list, quote, pay };
}

/** The sentence beside the field. */
const problemOf = ({ status, body }: { status: number; body: ErrorBody }) =>
  status === 400 ? body.error.fields?.code : `status ${status}`;

test('lists a code with its settings and uses, newest first', async () => {
  const { create, list } = await createShop();
  const { status, body } = await create();
  const unlimited = { currency: null, limit: null, perAddress: null, from: null, until: null, offers: [] };
  const { id, createdAt } = body;
  const created = { id, code: 'SPRING', percentOff: 20, ...unlimited, isActive: true, used: 0, createdAt };
  expect([status, body]).toEqual([200, created]);
  const limits = { amountOff: 10.5, limit: 3, perAddress: 1, from: '2026-01-01', until: '2030-12-31' };
  await create({ code: 'Ten-Off', ...limits, offers: ['personal-reading'] });
  const [newest] = await list();
  const offers = ['personal-reading'];
  expect(newest).toMatchObject({ code: 'TEN-OFF', currency: 'usd', ...limits, offers });
  expect(newest).not.toHaveProperty('percentOff');
});

test.each([
  ['“Sommer–21.”', 'SOMMER-21'],
  ['«été»', 'ÉTÉ'],
  ["'abc'!", 'ABC'],
])('stores a code pasted as %s without the surrounding signs', async (code, stored) => {
  const { create } = await createShop();
  expect((await create({ code, percentOff: 5 })).body.code).toBe(stored);
});

test.each<[string, CodeInput, string]>([
  ['without letters', { code: 'a b', percentOff: 5 }, 'code'],
  ['that already exists', { code: 'Spring', percentOff: 5 }, 'code'],
  ['that differs by a dash and an accent', { code: 'Spr-ïng', percentOff: 5 }, 'code'],
  ['of two letters and dashes', { code: 'a--b', percentOff: 5 }, 'code'],
  ['that takes nothing off', { code: 'FREE' }, 'percentOff'],
  ['of 0 dollars', { code: 'FREE', amountOff: 0 }, 'amountOff'],
  ['of percent and dollars', { code: 'FREE', percentOff: 5, amountOff: 5 }, 'amountOff'],
  ['of 101 percent', { code: 'FREE', percentOff: 101 }, 'percentOff'],
  ['for 0 uses', { ...spring, code: 'FREE', limit: 0 }, 'limit'],
  ['with a time', { ...spring, code: 'FREE', from: '2026-11-30T10:00:00Z' }, 'from'],
  [
    'that ends before it begins',
    { ...spring, code: 'FREE', from: '2026-11-30', until: '2026-11-29' },
    'until',
  ],
  ['for an unknown offer', { ...spring, code: 'FREE', offers: ['nothing'] }, 'offers'],
])('refuses a code %s with a message for that field', async (_what, code, field) => {
  const { create } = await createShop();
  await create();
  const { status, body } = await create(code);
  expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
});

test('applies the code to quote, payment and order', async () => {
  const { app, create, quote, pay, list } = await createShop();
  await create();
  expect((await quote({ code: ' Spring ' })).body).toMatchObject({
    ...{ amount: 48, currency: 'usd', discount: { code: 'SPRING', percentOff: 20 } },
    lines: [
      { label: 'Personal written reading', amount: 60 },
      { label: 'Code SPRING', amount: -12 },
    ],
  });
  const order = await placeOrder(app, { code: 'spring', shownAmount: 48 });
  expect(app.payments.find(order.paymentIntentId)).toMatchObject({ amountMinor: 4_800 });
  const kept = { amountMinor: 4_800, code: 'SPRING', discountMinor: 1_200 };
  expect(storedOrder(app, order.orderId)).toMatchObject(kept);
  expect(await pay(order)).toBe('paid');
  expect((await list())[0]?.used).toBe(1);
});

test.each([
  ['दीवाली', '\u200fदीवाली।'],
  ['ว\u200bันแม่', 'วันแม่\ufe0f'],
])('finds the code %s typed on a phone: %j', async (code, typed) => {
  const { app, create, quote, pay, list } = await createShop();
  expect((await create({ code, percentOff: 20 })).status).toBe(200);
  expect((await quote({ code: typed })).body).toMatchObject({ amount: 48 });
  const order = await placeOrder(app, { code: typed, shownAmount: 48 });
  const again = await submitForm(order.customer, { code, shownAmount: 48 });
  expect(again.body.orderId).toBe(order.orderId);
  expect([await pay(order), (await list())[0]?.used]).toEqual(['paid', 1]);
});

test('keeps two old codes apart that differ only in spelling', async () => {
  const { app, create, quote } = await createShop();
  await create({ code: 'MAY', percentOff: 10 });
  const { body } = await create({ code: 'OLD', percentOff: 20 });
  app.db.update(codes).set({ code: 'M-A-Y' }).where(eq(codes.id, body.id)).run();
  const found = [await quote({ code: 'may' }), await quote({ code: 'm–a–y' })];
  expect(found.map((answer) => answer.body.amount)).toEqual([54, 48]);
});

test.each<Partial<CodeInput>>([
  { until: '0031-12-24' },
  { from: '0207-01-01' },
  { until: '2025-12-31' },
  { from: '2037-01-01' },
])('refuses a code with a day in another century or decade: %j', async (days) => {
  const { create } = await createShop();
  const { fields = {} } = (await create({ ...spring, ...days })).body.error;
  expect(Object.entries(fields)).toEqual([
    [Object.keys(days)[0], expect.stringContaining('four-digit year')],
  ]);
});

test.each<[string, Partial<CodeInput>, RegExp]>([
  ['from tomorrow', { from: '2026-11-24' }, /valid starting Tuesday, November 24/],
  ['until yesterday', { until: '2026-11-22' }, /valid until Sunday, November 22/],
  ['for another offer', { offers: ['three-cards'] }, /isn’t for this reading/],
  [
    'that leaves 30 cents',
    { percentOff: undefined, amountOff: 59.7 },
    /smallest payment we can take is \$0\.50/,
  ],
])('refuses a code %s with its reason, in quote and order', async (_what, changes, reason) => {
  const { app, create, quote } = await createShop();
  sellThreeCards(app);
  expect((await create({ ...spring, ...changes })).status).toBe(200);
  expect(problemOf(await quote({ code: 'SPRING' }))).toMatch(reason);
  expect(problemOf(await submitForm(app.visitor(), { code: 'SPRING' }))).toMatch(reason);
  expect(app.payments.calls).toEqual([]);
});

test('includes the first and last day of a code', async () => {
  const { create, quote } = await createShop();
  await create({ ...spring, from: '2026-11-23', until: '2026-11-23' });
  expect((await quote({ code: 'SPRING' })).status).toBe(200);
});

test('applies a code for one offer to that offer and its add-ons', async () => {
  const { app, create, quote } = await createShop();
  sellThreeCards(app);
  await create({ code: 'TRIO', amountOff: 100, offers: ['three-cards'] });
  const { body } = await quote({ offer: 'three-cards', addOns: ['rush'], code: 'trio' });
  expect(body).toMatchObject({ amount: 0, discount: { amountOff: 100 } });
  expect(body.lines.at(-1)).toEqual({ label: 'Code TRIO', amount: -50 });
});

test('refuses an inactive code at once but keeps earlier orders’ amounts', async () => {
  const { app, create, switchTo, quote, pay } = await createShop();
  const { body: code } = await create();
  const order = await placeOrder(app, { code: 'spring' });
  expect((await switchTo(code.id, false)).body).toMatchObject({ isActive: false, used: 0 });
  expect(problemOf(await quote({ code: 'spring' }))).toContain('isn’t valid anymore');
  expect(problemOf(await submitForm(order.customer, { code: 'spring' }))).toContain('isn’t valid anymore');
  expect(await pay(order)).toBe('paid');
  expect(storedOrder(app, order.orderId)).toMatchObject({ amountMinor: 4_800, receivedMinor: 4_800 });
  // Pressed again, because the answer was lost: it is paid, whatever the code says now.
  expect((await submitForm(order.customer, { code: 'spring' })).body.error.code).toBe('order_conflict');
  await switchTo(code.id, true);
  expect((await quote({ code: 'spring' })).status).toBe(200);
});

test('counts a form’s code once, even after the form changes', async () => {
  const { app, create, list, quote, pay } = await createShop();
  await create({ ...spring, limit: 1, perAddress: 1 });
  const first = await placeOrder(app, { code: 'spring' });
  const again = await submitForm(first.customer, { code: 'spring' });
  expect([again.status, again.body.orderId]).toEqual([200, first.orderId]);
  expect((await quote({ code: 'spring' }, first.customer)).status).toBe(200);
  const changed = await submitForm(first.customer, { code: 'spring', customerName: 'Maya L.' });
  expect(changed.status).toBe(200);
  expect(storedOrder(app, first.orderId).abandonedAt).not.toBeNull();
  const other = { code: 'spring', customerEmail: 'noor@customers.example' };
  expect(problemOf(await submitForm(app.visitor(), other))).toContain('right now');
  expect(problemOf(await quote({ code: 'spring' }))).toContain('right now');
  expect(await pay(changed.body)).toBe('paid');
  expect((await list())[0]?.used).toBe(1);
  expect(problemOf(await submitForm(app.visitor(), other))).toContain('used up');
  expect(problemOf(await quote({ code: 'spring' }))).toContain('used up');
});

test('gives the last use to one of two simultaneous orders', async () => {
  const { app, create } = await createShop();
  await create({ ...spring, limit: 1 });
  const emails = ['noor@customers.example', 'maya@customers.example'];
  const answers = await Promise.all(
    emails.map((customerEmail) => submitForm(app.visitor(), { code: 'spring', customerEmail })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.map(problemOf)).toContainEqual(expect.stringContaining('right now'));
});

test('treats an order with a full discount as free', async () => {
  const { app, create } = await createShop({ RATE_LIMITS: 'on' });
  await create({ code: 'GIFT', percentOff: 100 });
  const { status, body } = await submitForm(app.visitor(), { code: 'gift' });
  expect([status, body]).toMatchObject([200, { paymentIntentId: null, clientSecret: null, amount: 0 }]);
  expect(storedOrder(app, body.orderId)).toMatchObject({ paymentStatus: 'paid', discountMinor: 6_000 });
  expect(app.payments.calls).toEqual([]);
  for (let i = 0; i < 2; i++) await submitForm(app.visitor(), { code: 'gift' });
  expect((await submitForm(app.visitor(), { code: 'gift' })).status).toBe(429);
});

test('refuses guesses after ten, but always accepts valid codes', async () => {
  const { app, create, quote } = await createShop({ RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' });
  await create();
  await create({ code: 'OVER', percentOff: 20, until: '2026-01-01' });
  const from = (address: number) => app.visitor({ 'x-forwarded-for': `198.51.100.${address}` });
  for (let i = 0; i < 5; i++) {
    expect(problemOf(await quote({ code: `guess${i}` }, from(1)))).toContain('don’t recognize this code');
    expect(problemOf(await submitForm(from(1), { code: `guess${i}` }))).toContain(
      'don’t recognize this code',
    );
  }
  expect((await quote({ code: 'guess' }, from(1))).status).toBe(429);
  expect((await submitForm(from(1), { code: 'guess' })).status).toBe(429);
  for (const code of ['spring', 'SPRING.', 'spr-ing']) {
    expect((await quote({ code }, from(1))).status).toBe(200);
    expect((await submitForm(from(1), { code, shownAmount: 48 })).status).toBe(200);
    expect(problemOf(await quote({ code: 'over' }, from(1)))).toContain('was valid until');
  }
  expect(problemOf(await quote({ code: 'guess' }, from(2)))).toContain('don’t recognize this code');
  expect((await quote({}, from(1))).status).toBe(200);
});

test('abandons an order whose price changed and frees its code', async () => {
  const { app, create } = await createShop();
  await create({ ...spring, limit: 1 });
  const first = await placeOrder(app, { code: 'spring' });
  setPrice(app, 7_000);
  await openCheckoutPage(first.customer);
  const { status, body } = await submitForm(first.customer, { code: 'spring', shownAmount: 56 });
  expect([status, body.amount]).toEqual([200, 56]);
  expect(storedOrder(app, first.orderId).abandonedAt).not.toBeNull();
});

test('shows price and discount on receipt, mail, order page and desk', async () => {
  const { app, admin, create, pay } = await createShop();
  sellThreeCards(app);
  await create({ code: 'TEN', amountOff: 10 });
  const answers = { area: 'My job.' };
  const form = { offer: 'three-cards', answers, addOns: ['rush'], readingType: undefined, code: 'ten' };
  const { orderId, ...order } = await placeOrder(app, form);
  await pay({ orderId, ...order });
  const token = linkTo(app, orderId);
  expect(readReceipt(app.context, token)).toMatchObject({
    ...{ offer: 'Three cards, sent by email: $30.00 USD', addOns: ['Rush: $20.00 USD'] },
    ...{ discount: 'Code TEN: -$10.00 USD', amount: '$40.00 USD' },
  });
  await app.sendMail();
  expect(app.mailer.sent[0]?.text).toContain('Code: TEN, $10.00 off\nAmount paid: $40.00');
  expect((await admin.get(`/api/orders/${orderId}`)).body).toMatchObject({ code: 'TEN', discount: 10 });
  const page = readCustomerOrder(app.context, token);
  expect(page?.amount).toBe('$40.00 USD (code TEN, $10.00 off)');
});
