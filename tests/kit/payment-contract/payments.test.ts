import { expect, test } from 'vitest';
import type { Payment } from '../../../src/server/base/payment-gateway.ts';
import type { FailureReason } from '../../../src/server/base/provider-failure.ts';
import { seconds } from '../../../src/shared/durations.ts';
import { collect } from '../test-gateway.ts';
import { failureOf, openContract, order, otherCurrencies, unpaid } from './contract.ts';
import type { Card } from './providers.ts';

/* From opening a payment until it is over. */

const { provider, gateway, newKey, open, find, payWith, sees, broken } = openContract();
const later = { askedAt: expect.any(Number) };
/** A code that is the same for the same card, and no number. */
const cardName = expect.stringMatching(/^(?!\d+$)\S{4,}$/);

test('opens a marked payment in dollars, with a client secret', async () => {
  const payment = await open(4950);
  expect(payment).toEqual({
    id: expect.stringMatching(/^pi_/),
    clientSecret: expect.stringMatching(new RegExp(`^${payment.id}_secret_`)),
    ...{ status: 'open', amountMinor: 4950, currency: 'usd', orderId: null, isMarked: true, isLive: false },
    ...{ ...unpaid, disputes: null, warnings: null, declinedCard: null, ...later },
  });
  expect(await gateway.findPayment(payment.id)).toEqual({ ...payment, ...later });
});

test('finds no payment for an unknown id or charge', async () => {
  expect(await gateway.findPayment('pi_unknown')).toBeNull();
  expect(await gateway.findPaymentId('ch_unknown')).toBeNull();
});

test('repeats the first answer for a key and refuses another amount', async () => {
  const input = { amountMinor: 6000, currency: 'usd', idempotencyKey: newKey() };
  const payment = await gateway.openPayment(input);
  await provider.pay(payment, 'good');
  expect(await gateway.openPayment(input)).toEqual({ ...payment, ...later });
  const other = await failureOf(gateway.openPayment({ ...input, amountMinor: 7000 }));
  expect(other).toMatchObject({ reason: 'request', isAnswered: true });
});

test('returns the payment already opened under a key after a lost answer', async () => {
  const input = { amountMinor: 6000, currency: 'usd', idempotencyKey: newKey() };
  const since = provider.now() - seconds(1);
  const failure = await broken('silent', () => failureOf(gateway.openPayment(input)));
  expect(failure).toMatchObject({ reason: 'unreachable', isAnswered: false });
  const { id } = await gateway.openPayment(input);
  expect((await collect(gateway.listPayments(since)))[0]?.id).toBe(id);
});

test('stamps each answer later than the one before', async () => {
  const { id, askedAt } = await open();
  const found = await find(id);
  const times = [askedAt, found.askedAt, (await gateway.attachOrder(id, order)).askedAt];
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test('attaches an order to an open payment', async () => {
  const { id } = await open();
  const attached = { id, orderId: order.id, status: 'open', amountMinor: 6000 };
  expect(await gateway.attachOrder(id, order)).toMatchObject(attached);
  expect(await find(id)).toMatchObject(attached);
});

test.for([['usd', 7000] as const, ...otherCurrencies])(
  'changes an open payment to %s and charges that',
  async ([currency, amountMinor]) => {
    const payment = await open();
    const money = { amountMinor, currency };
    expect(await gateway.changeAmount(payment.id, money)).toMatchObject({ ...money, status: 'open' });
    await provider.pay(payment, 'good');
    await sees(payment.id, { ...money, status: 'succeeded', amountReceivedMinor: amountMinor });
  },
);

const paid = { status: 'succeeded', amountReceivedMinor: 6000 } as const;
test.for<[Card, Partial<Payment>, Partial<Payment>?]>([
  ['good', { ...unpaid, ...paid, disputes: [], warnings: [], declinedCard: null }],
  ['declined', { ...unpaid, status: 'open', declinedCard: cardName }],
  ['without funds', { ...unpaid, status: 'open', declinedCard: cardName }],
  ['asking for 3-D Secure', { ...unpaid, status: 'open' }],
  ['processing', { ...unpaid, status: 'processing' }, paid],
])('reports how a card that is %s affects a payment', async ([card, expected, decided], context) => {
  const { id } = await payWith(context, card);
  await sees(id, expected);
  provider.powers?.settle();
  await sees(id, decided ?? expected);
});

test('names a declined card the same each time, different from other cards', async (context) => {
  const tried: Card[] = ['declined', 'declined', 'without funds'];
  const payments = await Promise.all(tried.map((card) => payWith(context, card)));
  const seen = await Promise.all(payments.map(({ id }) => sees(id, { declinedCard: cardName })));
  const [first, second, other] = seen.map(({ declinedCard }) => declinedCard);
  expect([first === second, first === other]).toEqual([true, false]);
});

test('accepts another card after a declined one', async (context) => {
  const payment = await payWith(context, 'declined');
  await provider.pay(payment, 'good');
  await sees(payment.id, { status: 'succeeded', declinedCard: null });
});

test.for<[Payment['status'], Card | null]>([
  ['succeeded', 'good'],
  ['processing', 'processing'],
  ['canceled', null],
])('keeps a %s payment as it is, and its amount too', async ([status, card], context) => {
  const payment = card ? await payWith(context, card) : await open();
  const { id } = payment;
  if (!card) await gateway.cancelPayment(id);
  await sees(id, { status });
  expect((await gateway.cancelPayment(id)).status).toBe(status);
  expect((await gateway.attachOrder(id, order)).status).toBe(status);
  const failure = await failureOf(gateway.changeAmount(id, { amountMinor: 7000, currency: 'usd' }));
  expect(failure).toMatchObject({ reason: 'request', isAnswered: true });
  expect(await provider.pay(payment, 'good')).toBe(false);
  expect(await find(id)).toMatchObject({ status, amountMinor: 6000 });
});

test('does not mark the payment of another shop', async () => {
  const foreign = await provider.openElsewhere(2500);
  await provider.pay(foreign, 'good');
  await sees(foreign.id, { status: 'succeeded', isMarked: false, orderId: null });
  const old = await provider.openElsewhere(2500, 'order-of-before');
  await sees(old.id, { isMarked: false, orderId: 'order-of-before' });
});

test.for<[currency: string, amountMinor: number, reason: FailureReason, words: RegExp]>([
  ['usd', 49, 'too_small', /amount_too_small/],
  ['jpy', 49, 'too_small', /amount_too_small/],
  ['kwd', 10, 'too_small', /amount_too_small/],
  // Once converted into the account's currency.
  ['krw', 500, 'too_small', /amount_too_small/],
  ['vnd', 9000, 'too_small', /amount_too_small/],
  ['clp', 300, 'too_small', /amount_too_small/],
  ['usd', 100_000_000, 'too_large', /amount_too_large/],
  ['jpy', 100_000_000, 'too_large', /amount_too_large/],
  ['cop', 10_000_000_000, 'too_large', /amount_too_large/],
  // A part of the smallest unit charged, and an unknown currency.
  ['kwd', 6505, 'request', /InvalidRequestError/],
  ['xxq', 6000, 'request', /InvalidRequestError/],
])('refuses %s %i for new and open payments', async ([currency, amountMinor, reason, pattern]) => {
  const { id } = await open();
  const words = expect.stringMatching(pattern);
  for (const call of [open(amountMinor, currency), gateway.changeAmount(id, { amountMinor, currency })])
    expect(await failureOf(call)).toMatchObject({ reason, isAnswered: true, words });
  expect(await find(id)).toMatchObject({ amountMinor: 6000, currency: 'usd', status: 'open' });
});

test.for<[currency: string, amountMinor: number]>([
  ['idr', 999_999_999_999],
  ['cop', 9_999_999_999],
  ['inr', 999_999_999],
])('opens the largest charge in %s', async ([currency, amountMinor]) => {
  expect(await open(amountMinor, currency)).toMatchObject({ currency, amountMinor, status: 'open' });
});
