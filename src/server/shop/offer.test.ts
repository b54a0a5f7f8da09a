import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, settings } from '../../../db/schema.ts';
import { accountForm } from '../../../tests/kit/account-form.ts';
import {
  addPerson,
  addSignedIn,
  checkoutPath,
  openCheckoutPage,
  payFor,
  placeOrder,
  saidBy,
  setPrice,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { type CalendarSettings, defaultCalendar } from '../../shared/checkout/calendar-schema.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import { withdraw } from '../payments/withdraw.ts';

/** A shop in New York, on a Monday at ten unless told otherwise, whose admin writes unless it has readers. */
async function createShop(now = '2026-11-23T15:00:00Z') {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'America/New_York' } });
  const goTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now());
  goTo(now);
  const admin = await addSignedIn(app, 'boss', 'admin');
  const set = (changes: Partial<CalendarSettings>) =>
    admin.put('/api/settings/calendar', { ...defaultCalendar, ...changes });
  const offer = async () => {
    const { promisedDay, closed } = (await app.visitor().get<PublicSettings>('/api/settings')).body;
    return { promisedDay, closed };
  };
  const hire = async (
    name: string,
    availability: { readingsPerDay?: number | null; daysAway?: DaysAway[] } = {},
  ) => {
    const { id } = addPerson(app, name, 'reader');
    return admin.put(`/api/staff/${id}`, accountForm(availability));
  };
  const buy = async (count: number) => {
    for (let bought = 0; bought < count; bought++) await app.buy();
  };
  return { app, goTo, admin, set, offer, hire, buy };
}

const dueOf = (app: Awaited<ReturnType<typeof createShop>>['app'], orderId: string) =>
  new Date(storedOrder(app, orderId).dueAt ?? 0).toISOString();

test('promises a later day for longer queues and readers’ days away', async () => {
  const { app, offer, hire, buy } = await createShop();
  await hire('rita', { readingsPerDay: 1 });
  await buy(3);
  expect(await offer()).toEqual({ promisedDay: '2026-11-27', closed: null });
  const { orderId } = await app.buy();
  expect(dueOf(app, orderId)).toBe('2026-11-27T15:00:00.000Z');
  expect((await offer()).promisedDay).toBe('2026-11-30');
  await hire('omar', { readingsPerDay: 3, daysAway: [{ from: '2026-11-23', to: '2026-11-26' }] });
  expect((await offer()).promisedDay).toBe('2026-11-27');
  await hire('nora', { readingsPerDay: null });
  expect((await offer()).promisedDay).toBe('2026-11-26');
});

test('does not count refunded or withdrawn orders until they resume', async () => {
  const { app, admin, offer, hire, buy } = await createShop();
  await hire('rita', { readingsPerDay: 1 });
  await buy(3);
  const refunding = await app.buy();
  expect((await offer()).promisedDay).toBe('2026-11-30');
  app.db.update(orders).set({ hold: 'refund' }).where(eq(orders.id, refunding.orderId)).run();
  app.context.signals.invalidatePublicPages();
  expect((await offer()).promisedDay).toBe('2026-11-27');
  const withdrawn = await app.buy();
  expect((await offer()).promisedDay).toBe('2026-11-30');
  await withdraw(app.context, withdrawn.orderId);
  expect((await offer()).promisedDay).toBe('2026-11-27');
  await admin.put(`/api/orders/${withdrawn.orderId}/withdrawal/lift`);
  expect((await offer()).promisedDay).toBe('2026-11-30');
});

test('closes until a day within sixty business days can be promised', async () => {
  const { app, goTo, set, offer, hire } = await createShop();
  await set({ whenClosed: 'sell for later' });
  await hire('rita', { daysAway: [{ from: '2026-11-23', to: '2027-03-28' }] });
  // Sixty business days before Monday, March 29.
  const closed = { until: '2027-01-04', reason: 'away' };
  expect(await offer()).toEqual({ promisedDay: '2027-02-15', closed });
  expect(saidBy(await submitForm(app.visitor()))).toContain('starting Monday, January 4, 2027.');
  goTo('2027-01-04T15:00:00Z');
  expect(await offer()).toEqual({ promisedDay: '2027-03-29', closed: null });
});

const [wednesday, thursday] = ['2026-11-25', '2026-11-26'].map((day) => [{ from: day, to: day }]);
test.each<[string, before: DaysAway[] | undefined, after: DaysAway[] | undefined, paid: string, due: string]>(
  [
    ['stays the promised day', [], thursday, '2026-11-23T18:30:00Z', '2026-11-26T18:30:00.000Z'],
    ['counts from the payment', [], [], '2026-11-24T15:00:00Z', '2026-11-27T15:00:00.000Z'],
    ['never moves earlier', wednesday, [], '2026-11-23T18:30:00Z', '2026-11-27T18:30:00.000Z'],
  ],
)('the due day %s', async (_what, before = [], after = [], paidAt, due) => {
  const { app, goTo, set } = await createShop();
  await set({ closedDays: before });
  const order = await placeOrder(app);
  await set({ closedDays: after });
  goTo(paidAt);
  await payFor(app, order);
  expect(dueOf(app, order.orderId)).toBe(due);
  expect(storedOrder(app, order.orderId).promisedDay).toBe(due.slice(0, 10));
});

test('refuses a later day with its date, then accepts it', async () => {
  const { app, goTo, set, offer } = await createShop();
  const customer = app.visitor();
  const { promisedDay } = await offer();
  await openCheckoutPage(customer);
  await set({ closedDays: [{ from: '2026-11-25', to: '2026-11-25' }] });
  expect(saidBy(await submitForm(customer, { promisedDay }))).toBe(
    '409 Your reading would now arrive by Friday, November 27. You haven’t been charged. If the new date is okay, press the button again.',
  );
  const accepted = await submitForm(customer, { promisedDay: '2026-11-27' });
  expect(accepted.status).toBe(200);
  expect(storedOrder(app, accepted.body.orderId).promisedDay).toBe('2026-11-27');
  // The page stays open until the next day.
  goTo('2026-11-24T15:00:00Z');
  expect((await submitForm(customer, { promisedDay: '2026-11-27' })).body.error.code).toBe('day_conflict');
  expect((await submitForm(customer, { promisedDay: '2026-11-30' })).status).toBe(200);
});

test('keeps an accepted day while the queue changes during the payment call', async () => {
  let meanwhile = async (): Promise<unknown> => undefined;
  const app = createTestApp({
    env: { BUSINESS_TIMEZONE: 'America/New_York' },
    checkoutGuard: async () => void (await meanwhile()),
  });
  app.clock.advance(Date.parse('2026-11-23T15:00:00Z') - app.clock.now());
  const admin = await addSignedIn(app, 'boss', 'admin');
  const closedDays = [{ from: '2026-11-24', to: '2026-11-27' }];
  meanwhile = () => admin.put('/api/settings/calendar', { ...defaultCalendar, closedDays });
  const { body } = await submitForm(app.visitor(), { promisedDay: '2026-11-26' });
  expect((await app.visitor().get<PublicSettings>('/api/settings')).body.promisedDay).toBe('2026-12-02');
  expect(storedOrder(app, body.orderId).promisedDay).toBe('2026-11-26');
});

test('accepts a later day, no day, and an order already promised', async () => {
  const { app, set } = await createShop();
  const customer = app.visitor();
  expect((await submitForm(customer, { promisedDay: '2026-11-30' })).status).toBe(200);
  await set({ closedDays: [{ from: '2026-11-25', to: '2026-11-25' }] });
  expect((await submitForm(app.visitor())).status).toBe(200);
  expect((await submitForm(customer, { promisedDay: '2026-11-26' })).status).toBe(200);
  expect((await submitForm(customer, { promisedDay: 'tomorrow' })).status).toBe(400);
});

test('sells nothing until the day it reopens, and names that day', async () => {
  const { app, goTo, set, offer } = await createShop();
  await set({ closedUntil: '2026-11-30' });
  const closed = { until: '2026-11-30', reason: 'closed' };
  expect(await offer()).toEqual({ promisedDay: '2026-12-02', closed });
  const customer = app.visitor();
  const words =
    '409 We’re closed. You can order again starting Monday, November 30. You haven’t been charged.';
  for (const refused of [await openCheckoutPage(customer), await submitForm(customer)])
    expect(saidBy(refused)).toBe(words);
  expect(app.payments.list().length).toBe(0);
  goTo('2026-11-30T05:00:00Z');
  expect(await offer()).toEqual({ promisedDay: '2026-12-03', closed: null });
  expect((await submitForm(customer)).status).toBe(200);
});

test('sells nothing while paused, until an admin resumes sales', async () => {
  const { app, set, offer } = await createShop();
  await set({ isPaused: true, whenClosed: 'sell for later' });
  expect(await offer()).toEqual({ promisedDay: '2026-11-26', closed: { until: null, reason: 'closed' } });
  const customer = app.visitor();
  const words =
    '409 We aren’t taking new orders right now. Please check back later. You haven’t been charged.';
  expect(saidBy(await submitForm(customer))).toBe(words);
  await set({});
  expect((await submitForm(customer)).status).toBe(200);
});

test('keeps selling with settings from before sales could be paused', async () => {
  const { app, set, offer } = await createShop();
  await set({});
  const { isPaused, ...before } = defaultCalendar;
  const stored = { ...before, closedUntil: '2026-11-30', whenClosed: 'sell for later', since: '2026-11-23' };
  const value = JSON.stringify(stored);
  app.db.update(settings).set({ value }).where(eq(settings.name, 'calendar')).run();
  app.context.signals.invalidatePublicPages();
  expect(await offer()).toEqual({ promisedDay: '2026-12-02', closed: null });
});

test('sells nothing at the limit of open orders until one ends', async () => {
  const { app, admin, set, offer, hire, buy } = await createShop();
  await hire('rita');
  await set({ mostOpenOrders: 2 });
  setPrice(app, 0);
  const free = (await submitForm(app.visitor())).body;
  expect(dueOf(app, free.orderId)).toBe('2026-11-26T15:00:00.000Z');
  setPrice(app, 6_000);
  expect((await offer()).closed).toBeNull();
  const { orderId } = await app.buy();
  expect(await offer()).toEqual({ promisedDay: '2026-11-26', closed: { until: null, reason: 'full' } });
  const words = /^409 .*Please check back in a few days\. You haven’t been charged\./;
  expect(saidBy(await submitForm(app.visitor()))).toMatch(words);
  await withdraw(app.context, free.orderId);
  expect((await offer()).closed).toBeNull();
  await buy(1);
  expect((await offer()).closed).not.toBeNull();
  await admin.delete(`/api/orders/${orderId}`);
  expect((await offer()).closed).toBeNull();
  expect((await submitForm(app.visitor())).status).toBe(200);
});

test('sells for later while full or on closed days, within limits', async () => {
  const { app, set, offer, buy } = await createShop();
  await set({ closedDays: [{ from: '2026-11-23', to: '2026-11-29' }] });
  expect(await offer()).toEqual({ promisedDay: '2026-12-02', closed: null });
  const { orderId } = await app.buy();
  expect(dueOf(app, orderId)).toBe('2026-12-02T15:00:00.000Z');
  await set({ mostOpenOrders: 2, whenClosed: 'sell for later' });
  expect((await offer()).promisedDay).toBe('2026-11-26');
  await buy(1);
  expect((await offer()).promisedDay).toBe('2026-12-01');
  await buy(2);
  expect((await offer()).promisedDay).toBe('2026-12-04');
  // Beyond sixty business days nothing is promised, whatever was chosen.
  await set({ mostOpenOrders: 1, whenClosed: 'sell for later' });
  await buy(16);
  expect(await offer()).toEqual({ promisedDay: '2027-02-15', closed: { until: null, reason: 'full' } });
});

test('completes an order whose payment was pending when the shop closed', async () => {
  const { app, set } = await createShop();
  const { customer, orderId, orderNumber, paymentIntentId } = await placeOrder(app);
  const slow = await placeOrder(app);
  app.payments.startProcessing(slow.paymentIntentId ?? '');
  await set({ closedUntil: '2026-11-30' });
  expect((await openCheckoutPage(slow.customer)).body).toEqual({ clientSecret: slow.clientSecret });
  expect((await submitForm(slow.customer)).body).toMatchObject({ orderId: slow.orderId });
  app.payments.pay(paymentIntentId ?? '');
  const thanks = { clientSecret: null, completedOrderNumber: orderNumber };
  expect((await openCheckoutPage(customer)).body).toEqual(thanks);
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'paid', promisedDay: '2026-11-26' });
  expect((await customer.post(checkoutPath)).status).toBe(409);
});
