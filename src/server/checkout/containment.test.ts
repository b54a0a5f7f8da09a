import { expect, test } from 'vitest';
import { paymentOrigins, stripeEvents } from '../../../db/schema.ts';
import {
  addSignedIn,
  confirm,
  declineCards,
  openCheckoutPage,
  saidBy,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { runHousekeeping } from '../app/jobs.ts';
import { cancelAbandonedCheckouts } from './abandon-checkouts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const createShop = (env: Record<string, string> = {}) =>
  createTestApp({ env: { TRUSTED_PROXY_HOPS: '1', ...env } });
const visitorFrom = (app: TestApp, address: string) => app.visitor({ 'x-forwarded-for': address });
const statusOf = (app: TestApp, id: string) => app.payments.find(id)?.status;

/** A new visitor fills in the form and presses Pay. */
async function beginFrom(app: TestApp, address: string) {
  const customer = visitorFrom(app, address);
  await openCheckoutPage(customer);
  return { customer, ...(await submitForm(customer)) };
}

async function beginMany(app: TestApp, count: number, addressOf: (index: number) => string) {
  const begun = [];
  for (let i = 0; i < count; i++) begun.push(await beginFrom(app, addressOf(i)));
  return begun.map(({ customer, body }) => ({ customer, id: body.paymentIntentId }));
}

async function expectToBuy(app: TestApp, address: string): Promise<void> {
  const { body } = await beginFrom(app, address);
  app.payments.pay(body.paymentIntentId);
  expect((await confirm(app, body)).body.status).toBe('paid');
}

test('pauses payments for an hour from an address with many declines', async () => {
  const app = createShop();
  const tester = '203.0.113.66';
  const begun = await beginMany(app, 40, () => tester);
  for (const { id } of begun.slice(0, 30)) await declineCards(app, id, 4);
  const refused = await openCheckoutPage(visitorFrom(app, tester));
  expect(saidBy(refused)).toBe(
    '429 Too many cards were declined, so we’ve paused payments from your connection for now. You haven’t been charged. Please try again later, or email us.',
  );
  expect(refused.headers.get('retry-after')).toBe('3601');
  // What was begun before does not serve for testing on: one more declined card is the last.
  for (const { id } of begun.slice(30)) await declineCards(app, id);
  expect(new Set(begun.slice(30).map(({ id }) => statusOf(app, id)))).toEqual(new Set(['canceled']));
  await expectToBuy(app, '203.0.113.7');
  const admin = await addSignedIn(app, 'admin', 'admin');
  expect((await admin.get<Alert[]>('/api/alerts')).body).toEqual([]);
  app.clock.advance(60 * minute + 1);
  await expectToBuy(app, tester);
});

test('refuses a visitor after ten declined cards, but not their neighbor', async () => {
  const app = createShop({ RATE_LIMITS: 'on' });
  const { customer, body: first } = await beginFrom(app, '203.0.113.66');
  await declineCards(app, first.paymentIntentId, 5);
  const { body: second } = await submitForm(customer);
  await declineCards(app, second.paymentIntentId, 5);
  const refused = await submitForm(customer);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(app.payments.list().length).toBe(2);
  for (let i = 0; i < 100; i++) {
    app.clock.advance(20_000);
    expect((await submitForm(customer, { customerEmail: `t${i}@customers.example` })).status).toBe(429);
  }
  await expectToBuy(app, '203.0.113.66');
});

test('lets a customer pay after several mistyped cards', async () => {
  const app = createShop();
  const { customer, body: first } = await beginFrom(app, '203.0.113.7');
  await declineCards(app, first.paymentIntentId, 5);
  const { body: second } = await submitForm(customer);
  await declineCards(app, second.paymentIntentId, 3);
  const { status, body } = await submitForm(customer);
  expect([status, body.paymentIntentId]).toEqual([200, second.paymentIntentId]);
  app.payments.pay(body.paymentIntentId);
  expect((await confirm(app, body)).body.status).toBe('paid');
});

test('cancels further payments of a card declined at many addresses', async () => {
  const app = createShop();
  const tried = await beginMany(app, 26, (i) => `198.51.100.${i + 1}`);
  for (const { id } of tried) app.payments.change(id, { declinedCard: 'a stolen card' });
  app.payments.change(tried[0]?.id ?? '', { declinedCard: 'another card' });
  for (const { id } of tried) await declineCards(app, id);
  const statuses = tried.map(({ id }) => statusOf(app, id));
  expect(new Set(statuses.slice(0, 24))).toEqual(new Set(['open']));
  expect(statuses.slice(24)).toEqual(['canceled', 'canceled']);
});

test('stores payment origins as hashes and deletes them after a day', async () => {
  const app = createShop();
  const { body } = await beginFrom(app, '203.0.113.7');
  app.payments.change(body.paymentIntentId, { declinedCard: 'a card' });
  await declineCards(app, body.paymentIntentId);
  const origins = () => app.db.select().from(paymentOrigins).all();
  const cards = () => app.db.select({ card: stripeEvents.card }).from(stripeEvents).all();
  expect(origins()).toMatchObject([{ address: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(JSON.stringify(origins())).not.toContain('203.0.113.7');
  expect(cards()).toEqual([{ card: 'a card' }]);
  app.clock.advance(day + 1);
  await cancelAbandonedCheckouts(app.context);
  await runHousekeeping(app.context);
  expect(origins()).toEqual([]);
  expect(cards()).toEqual([{ card: null }]);
});
