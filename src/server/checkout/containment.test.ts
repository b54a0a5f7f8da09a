import { expect, test } from 'vitest';
import { paymentOrigins, stripeEvents } from '../../../db/schema.ts';
import type { Alert } from '../../shared/alerts.ts';
import {
  addSignedIn,
  confirm,
  declineCards,
  openCheckoutPage,
  sendWebhook,
  submitForm,
  testCardsEverywhere,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createSessions } from '../people/credentials/sessions.ts';
import { keepHouse } from '../process/housekeeping.ts';
import { giveUpAbandoned } from './abandon-checkouts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const createShop = () => createTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
const visitorFrom = (app: TestApp, address: string) => app.visitor({ 'x-forwarded-for': address });
const statusOf = (app: TestApp, id: string) => app.payments.payments.get(id)?.status;

/** Somebody who has never been here before fills in the form and presses Pay. */
async function beginFrom(app: TestApp, address: string, customer = visitorFrom(app, address)) {
  await openCheckoutPage(customer);
  return { customer, ...(await submitForm(customer)) };
}

async function payAndTell(
  app: TestApp,
  order: { orderId: string; orderNumber: string; paymentIntentId: string },
) {
  app.payments.pay(order.paymentIntentId);
  await sendWebhook(app, { id: `evt_${order.paymentIntentId}`, paymentId: order.paymentIntentId });
  return (await confirm(app, order)).body.status;
}

async function expectToBuy(app: TestApp, address: string): Promise<void> {
  const { status, body } = await beginFrom(app, address);
  expect(status).toBe(200);
  expect(await payAndTell(app, body)).toBe('paid');
}

test.each([24, 500])(
  '%d cards that are declined from one address keep nobody else from buying',
  async (cards) => {
    const app = createShop();
    const begun = [];
    for (let i = 0; i < cards / 4; i++) begun.push(await beginFrom(app, '203.0.113.66'));
    for (const { body } of begun) await declineCards(app, body.paymentIntentId, 4);
    await expectToBuy(app, '203.0.113.7');
    const admin = await addSignedIn(app, 'admin', 'admin');
    expect((await admin.get<Alert[]>('/api/alerts')).body).toEqual([]);
  },
);

test('an address from which card after card is declined gets no new payment for an hour', async () => {
  const app = createShop();
  const begun = [];
  for (let i = 0; i < 40; i++) begun.push(await beginFrom(app, '203.0.113.66'));
  for (const { body } of begun.slice(0, 30)) await declineCards(app, body.paymentIntentId, 4);
  const refused = await openCheckoutPage(visitorFrom(app, '203.0.113.66'));
  expect(refused.status).toBe(429);
  expect(refused.body.error).toEqual({
    code: 'too_many_requests',
    message:
      'Too many cards were declined, so we’ve paused payments from your connection for now. You haven’t been charged. Please try again later, or email us.',
  });
  expect(refused.headers.get('retry-after')).toBe('3601');
  // What was begun before does not serve for testing on: one more declined card is the last.
  for (const { body } of begun.slice(30)) await declineCards(app, body.paymentIntentId);
  expect(begun.slice(30).map(({ body }) => statusOf(app, body.paymentIntentId))).toEqual(
    Array.from({ length: 10 }, () => 'canceled'),
  );
  await expectToBuy(app, '203.0.113.7');
  app.clock.advance(60 * minute + 1);
  await expectToBuy(app, '203.0.113.66');
});

test('a visitor who tries ten cards gets no new payment; their neighbour does', async () => {
  const app = createShop();
  const { customer, body: first } = await beginFrom(app, '203.0.113.66');
  await declineCards(app, first.paymentIntentId, 5);
  const { body: second } = await submitForm(customer);
  expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
  await declineCards(app, second.paymentIntentId, 5);
  const refused = await submitForm(customer);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(app.payments.payments.size).toBe(2);
  await expectToBuy(app, '203.0.113.66');
});

test('somebody who mistypes a few times, until their payment has to be begun anew, can still pay', async () => {
  const app = createShop();
  const { customer, body: first } = await beginFrom(app, '203.0.113.7');
  await declineCards(app, first.paymentIntentId, 5);
  const { body: second } = await submitForm(customer);
  await declineCards(app, second.paymentIntentId, 3);
  const { status, body } = await submitForm(customer);
  expect([status, body.paymentIntentId]).toEqual([200, second.paymentIntentId]);
  expect(await payAndTell(app, body)).toBe('paid');
});

test('an office of fifty, each declined twice before the first succeeds, is no tester', async () => {
  const app = createShop();
  const office = [];
  for (let i = 0; i < 50; i++) office.push(await beginFrom(app, '203.0.113.7'));
  for (const { body } of office) await declineCards(app, body.paymentIntentId, 2);
  await expectToBuy(app, '203.0.113.7');
  for (const { customer } of office) {
    const { status, body } = await submitForm(customer);
    expect(status).toBe(200);
    expect(await payAndTell(app, body)).toBe('paid');
  }
});

test('one card that is declined at two dozen addresses ends each further payment it is tried on', async () => {
  const app = createShop();
  const tried: string[] = [];
  for (let i = 0; i < 26; i++) tried.push((await beginFrom(app, `198.51.100.${i + 1}`)).body.paymentIntentId);
  for (const id of tried) app.payments.change(id, { declinedCard: 'a stolen card' });
  const [first = ''] = tried;
  app.payments.change(first, { declinedCard: 'another card' });
  for (const id of tried) await declineCards(app, id);
  const statuses = tried.map((id) => statusOf(app, id));
  expect(statuses.slice(0, 24)).toEqual(Array.from({ length: 24 }, () => 'open'));
  expect(statuses.slice(24)).toEqual(['canceled', 'canceled']);
});

test("one card that a whole office tries, as a test card is, ends nobody's payment", async () => {
  const app = createShop();
  const tried: string[] = [];
  for (let i = 0; i < 50; i++) tried.push((await beginFrom(app, '203.0.113.7')).body.paymentIntentId);
  for (const id of tried) app.payments.change(id, { declinedCard: 'the card of the company' });
  for (const id of tried) await declineCards(app, id, 2);
  expect(new Set(tried.map((id) => statusOf(app, id)))).toEqual(new Set(['open']));
});

test('cards that are declined at many addresses at once pause new payments for everybody', async () => {
  const app = createShop();
  await testCardsEverywhere(app, 20);
  expect((await openCheckoutPage(visitorFrom(app, '203.0.113.7'))).status).toBe(503);
});

test('what is refused to a tester does not use up the limit of their address', async () => {
  const app = createTestApp({ env: { TRUSTED_PROXY_HOPS: '1', RATE_LIMITS: 'on' } });
  const { customer, body } = await beginFrom(app, '203.0.113.66');
  await declineCards(app, body.paymentIntentId, 5);
  const { body: second } = await submitForm(customer);
  await declineCards(app, second.paymentIntentId, 5);
  for (let i = 0; i < 100; i++) {
    app.clock.advance(20_000);
    expect((await submitForm(customer, { customerEmail: `t${i}@customers.example` })).status).toBe(429);
  }
  expect((await openCheckoutPage(visitorFrom(app, '203.0.113.66'))).status).toBe(200);
});

test('declines of payments that are none of ours count for nothing', async () => {
  const app = createShop();
  for (let i = 0; i < 100; i++) await declineCards(app, `pi_of_another_shop_${i}`);
  expect((await openCheckoutPage(visitorFrom(app, '203.0.113.7'))).status).toBe(200);
});

test('who began a payment, and which card was declined, is known as a hash, and for a day', async () => {
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
  await giveUpAbandoned(app.context);
  await keepHouse(app.context, createSessions(app.db, app.clock, false));
  expect(origins()).toEqual([]);
  expect(cards()).toEqual([{ card: null }]);
});
