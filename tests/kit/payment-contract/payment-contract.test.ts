import { beforeEach, expect, type TestContext, test, vi } from 'vitest';
import { DomainError } from '../../../src/server/base/domain-error.ts';
import type {
  Payment,
  PaymentDispute,
  PaymentEvent,
  PaymentGateway,
} from '../../../src/server/base/payment-gateway.ts';
import { type FailureReason, ProviderFailure } from '../../../src/server/base/provider-failure.ts';
import { handledEvents } from '../../../src/server/payments/stripe/stripe-events.ts';
import { days, hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { Money } from '../../../src/shared/money.ts';
import { collect } from '../test-payments.ts';
import {
  type Card,
  connect,
  missingPermission,
  type Powers,
  sandboxProvider,
  type Trouble,
} from './providers.ts';

/* `npm run test:payment-contract` asks whatever speaks Stripe's API instead, Stripe's test mode too. */

const order = { id: 'order-1', orderNumber: 'CT-7K3M9Q', customerEmail: 'maya@customers.example' };
const unpaid = { amountReceivedMinor: 0, refundedMinor: 0, refunds: [], isDisputed: false };
const later = { askedAt: expect.any(Number) };
/** A code that is the same for the same card, and no number. */
const cardName = expect.stringMatching(/^(?!\d+$)\S{4,}$/);

/** A refund was refused in the provider's words, so that nothing was given back. */
const refusal = {
  code: 'payment_conflict',
  message: expect.stringMatching(/^Stripe refuses the refund: .{10,}/),
};

const {
  STRIPE_SECRET_KEY: secretKey = '',
  STRIPE_PUBLISHABLE_KEY: publishableKey = '',
  STRIPE_API_BASE: apiBase = 'https://api.stripe.com',
} = process.env;

const isStripe = import.meta.env.MODE === 'stripe';
if (isStripe && /^[a-z]+_live_/.test(secretKey)) {
  throw new Error('STRIPE_SECRET_KEY is a live key: no money may move in a test.');
}
const hasKeys = secretKey !== '' && publishableKey !== '';
const provider =
  isStripe && hasKeys
    ? connect({ keys: { secretKey, publishableKey }, apiBase, timeoutMs: 60_000 })
    : sandboxProvider();
const { gateway } = provider;
beforeEach(({ skip }) =>
  skip(isStripe && !hasKeys, 'set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, of a test mode'),
);

/*
 * What callers rely on, whatever is behind the gateway: the same cases for the sandbox and for Stripe. Where they
 * differ, Stripe's documents decide (https://docs.stripe.com/api).
 */

let keys = 0;
const newKey = () => `contract:${provider.now()}:${Math.random()}:${keys++}`;
const open = (amountMinor = 6000, currency = 'usd') =>
  gateway.openPayment({ amountMinor, currency, idempotencyKey: newKey() });

async function payWith({ skip }: TestContext, card: Card, money?: Money): Promise<Payment> {
  if (card === 'processing' && !provider.powers) skip('there is no such card here');
  const payment = await open(money?.amountMinor, money?.currency);
  await provider.pay(payment, card);
  return payment;
}

async function find(id: string): Promise<Payment> {
  const payment = await gateway.findPayment(id, 'everything');
  if (!payment) throw new Error(`There is no payment ${id}.`);
  return payment;
}

/** Skips a case that needs what only the sandbox lets a test bring about. */
function need({ skip }: TestContext): Powers {
  return provider.powers ?? skip('it cannot be brought about here');
}

const eventually = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: provider.timeoutMs, interval: 200 });

const sees = (id: string, expected: Partial<Payment> | Record<string, unknown>) =>
  eventually(async () => {
    const payment = await find(id);
    expect(payment).toMatchObject(expected);
    return payment;
  });

const refund = (id: string, amountMinor: number, more: { ourId?: string; idempotencyKey?: string } = {}) =>
  gateway.refundPayment({ id, amountMinor, ourId: 'wish', idempotencyKey: newKey(), ...more });

async function disputeOf(id: string) {
  const { disputes } = await sees(id, { disputes: [{}] });
  const [dispute] = disputes ?? [];
  if (!dispute) throw new Error(`Payment ${id} has no dispute.`);
  return dispute;
}

async function eventsOf(id: string, since: number): Promise<PaymentEvent[]> {
  const found: PaymentEvent[] = [];
  for await (const event of gateway.listEvents(since)) {
    const about = event.paymentId ?? (event.chargeId && (await gateway.findPaymentId(event.chargeId)));
    if (about === id) found.push(event);
  }
  return found;
}

/** Waits until events of all these types are listed. */
const hears = (id: string, since: number, types: string[]) =>
  eventually(async () => {
    const events = await eventsOf(id, since);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
    return events;
  });

const outage = [
  'payment_provider_failed',
  expect.stringMatching(/^We can’t reach the payment service right now\./),
];
const refused = [
  'payment_provider_failed',
  expect.stringMatching(/^The payment service doesn’t accept this/),
];
const sumRefused = (what: string) => [
  'amount_conflict',
  expect.stringMatching(`^This sum is too ${what} for a card payment`),
];

/** A refusal is not an outage: another try would not help. */
const toldToCustomers: Record<FailureReason, unknown[]> = {
  ...{ unreachable: outage, too_small: sumRefused('small'), too_large: sumRefused('large') },
  ...{ key: refused, permission: refused, mode: refused, account: refused, request: refused },
};

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw error ?? new Error('The call succeeded.');
  if (!(error.cause instanceof ProviderFailure)) throw error.cause;
  expect([error.code, error.message]).toEqual(toldToCustomers[error.cause.reason]);
  expect(error.cause.words).toMatch(/^[^\n]*[^.\n]$/);
  const told = `${error.message} ${error.cause.words} ${JSON.stringify(error.cause)}`;
  expect(told).not.toMatch(/_secret_|hunter2|@|4242|\b[sr]k_test_/);
  return error.cause;
}

async function broken<T>(trouble: Trouble, work: () => Promise<T>): Promise<T> {
  provider.break(trouble);
  return work().finally(() => provider.break(null));
}

const isBetween = (value: number, least: number, most: number) => value > least && value < most;

/* From opening a payment until it is over. */

test('opens a marked payment in dollars, with a client secret', async () => {
  const payment = await open(4950);
  expect(payment).toEqual({
    id: expect.stringMatching(/^pi_/),
    clientSecret: expect.stringMatching(new RegExp(`^${payment.id}_secret_`)),
    status: 'open',
    amountMinor: 4950,
    currency: 'usd',
    orderId: null,
    isMarked: true,
    isLive: false,
    disputes: null,
    warnings: null,
    declinedCard: null,
    ...unpaid,
    ...later,
  });
  expect(await gateway.findPayment(payment.id)).toEqual({ ...payment, ...later });
  expect(await gateway.findPayment('pi_unknown')).toBeNull();
  expect(await gateway.findPaymentId('ch_unknown')).toBeNull();
});

test('repeats the first answer for a key and refuses another amount', async () => {
  const input = { amountMinor: 6000, currency: 'usd', idempotencyKey: newKey() };
  const payment = await gateway.openPayment(input);
  await provider.pay(payment, 'good');
  expect(await gateway.openPayment(input)).toEqual({ ...payment, ...later });
  await sees(payment.id, { status: 'succeeded' });
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

test('tells which of two answers was requested later', async () => {
  const { id, askedAt } = await open();
  const answers = [
    await find(id),
    await gateway.attachOrder(id, order),
    await gateway.changeAmount(id, { amountMinor: 7000, currency: 'usd' }),
  ];
  const times = [askedAt, ...answers.map((answer) => answer.askedAt)];
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test('attaches an order to an open payment and changes its amount', async () => {
  const { id } = await open();
  const attached = { id, orderId: order.id, status: 'open', amountMinor: 6000 };
  expect(await gateway.attachOrder(id, order)).toMatchObject(attached);
  expect(await gateway.changeAmount(id, { amountMinor: 7000, currency: 'usd' })).toMatchObject({
    ...attached,
    amountMinor: 7000,
  });
  expect(await find(id)).toMatchObject({ ...attached, amountMinor: 7000 });
});

test.for<[Card, Partial<Payment>, Partial<Payment>?]>([
  [
    'good',
    {
      ...unpaid,
      status: 'succeeded',
      amountReceivedMinor: 6000,
      disputes: [],
      warnings: [],
      declinedCard: null,
    },
  ],
  ['declined', { ...unpaid, status: 'open', declinedCard: cardName }],
  ['without funds', { ...unpaid, status: 'open', declinedCard: cardName }],
  ['asking for 3-D Secure', { ...unpaid, status: 'open' }],
  ['processing', { ...unpaid, status: 'processing' }, { status: 'succeeded', amountReceivedMinor: 6000 }],
])(
  'paying with a card that is %s changes the payment accordingly',
  async ([card, expected, decided = expected], context) => {
    const { id } = await payWith(context, card);
    await sees(id, expected);
    provider.powers?.settle();
    await sees(id, decided);
  },
);

test('names a declined card the same each time, different from other cards', async (context) => {
  const tried: Card[] = ['declined', 'declined', 'without funds'];
  const payments = await Promise.all(tried.map((card) => payWith(context, card)));
  const seen = await Promise.all(payments.map(({ id }) => sees(id, { declinedCard: cardName })));
  const [first, second, other] = seen.map(({ declinedCard }) => declinedCard);
  expect([first === second, first === other]).toEqual([true, false]);
  const [payment] = payments;
  expect(payment && (await provider.pay(payment, 'good'))).toBe(true);
  await sees(payment?.id ?? '', { status: 'succeeded', declinedCard: null });
});

test.for<[Payment['status'], Card | null]>([
  ['succeeded', 'good'],
  ['processing', 'processing'],
  ['canceled', null],
])('keeps a %s payment as it is, and its amount too', async ([status, card], context) => {
  const payment = card ? await payWith(context, card) : await open();
  const { id } = payment;
  if (!card) expect((await gateway.cancelPayment(id)).status).toBe('canceled');
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

/* Money that goes back: refunds, disputes, and the warnings before them. */

const isRecent = (at: number) => Math.abs(at - provider.now()) < minutes(10);

test('refunds in parts, and finds each refund by our own id', async (context) => {
  const { id } = await payWith(context, 'good');
  const first = await refund(id, 1000, { ourId: 'wish-1' });
  const made = { id: expect.stringMatching(/^re_/), amountMinor: 1000, status: 'succeeded', failure: null };
  expect(first).toEqual({ ...made, ourId: 'wish-1', createdAt: expect.toSatisfy(isRecent) });
  expect((await gateway.findPayment(id))?.refunds).toEqual([first]);
  const second = await refund(id, 1500, { ourId: 'wish-2' });
  const { refunds } = await sees(id, { status: 'succeeded', refundedMinor: 2500 });
  expect(refunds).toHaveLength(2);
  expect(refunds).toEqual(expect.arrayContaining([first, second]));
  await refund(id, 3500);
  await sees(id, { refundedMinor: 6000, amountReceivedMinor: 6000 });
});

/** 49.50 euros, 6000 yen and 6.500 dinars, with 10.25, 1500 and 0.250 of them. */
const otherCurrencies: [currency: string, amountMinor: number, partMinor: number][] = [
  ['eur', 4950, 1025],
  ['jpy', 6000, 1500],
  ['kwd', 6500, 250],
];

test.for(otherCurrencies)(
  'opens, pays, refunds, and lists a payment in %s minor units',
  async ([currency, amountMinor, partMinor], context) => {
    const since = justNow();
    const money = { amountMinor, currency };
    const paid = await payWith(context, 'good', money);
    expect(paid).toMatchObject({ ...money, ...unpaid, status: 'open' });
    const { id } = paid;
    await sees(id, { ...money, status: 'succeeded', amountReceivedMinor: amountMinor });
    const part = await refund(id, partMinor);
    expect(part).toMatchObject({ amountMinor: partMinor, status: 'succeeded' });
    const refunded = { ...money, amountReceivedMinor: amountMinor, refundedMinor: partMinor };
    await sees(id, { ...refunded, refunds: [part] });
    await expect(refund(id, amountMinor)).rejects.toMatchObject(refusal);
    const listed = (await collect(gateway.listPayments(since))).find((payment) => payment.id === id);
    expect(listed).toMatchObject(refunded);
    await refund(id, amountMinor - partMinor);
    await sees(id, { refundedMinor: amountMinor });
  },
);

test.for(otherCurrencies)(
  'changes an open payment to %s and charges that',
  async ([currency, amountMinor]) => {
    const payment = await open();
    const money = { amountMinor, currency };
    expect(await gateway.changeAmount(payment.id, money)).toMatchObject({ ...money, status: 'open' });
    await provider.pay(payment, 'good');
    await sees(payment.id, { ...money, status: 'succeeded', amountReceivedMinor: amountMinor });
  },
);

test.for<[what: string, currency: string, amountMinor: number, reason: FailureReason, words: RegExp]>([
  ['less than the smallest charge', 'usd', 49, 'too_small', /amount_too_small/],
  ['less than the smallest charge', 'eur', 49, 'too_small', /amount_too_small/],
  ['less than the smallest charge', 'jpy', 49, 'too_small', /amount_too_small/],
  ['less than the smallest charge', 'kwd', 10, 'too_small', /amount_too_small/],
  ['less than the smallest charge once converted', 'krw', 500, 'too_small', /amount_too_small/],
  ['less than the smallest charge once converted', 'vnd', 9000, 'too_small', /amount_too_small/],
  ['less than the smallest charge once converted', 'clp', 300, 'too_small', /amount_too_small/],
  ['more than the largest charge', 'usd', 100_000_000, 'too_large', /amount_too_large/],
  ['more than the largest charge', 'jpy', 100_000_000, 'too_large', /amount_too_large/],
  ['more than the largest charge', 'cop', 10_000_000_000, 'too_large', /amount_too_large/],
  ['a part of the smallest unit charged', 'kwd', 6505, 'request', /InvalidRequestError/],
  ['an unknown currency', 'xxq', 6000, 'request', /InvalidRequestError/],
])('%s (%s %i) is refused for new and open payments', async ([, currency, amountMinor, reason, words]) => {
  const { id } = await open();
  const refusals = [
    await failureOf(open(amountMinor, currency)),
    await failureOf(gateway.changeAmount(id, { amountMinor, currency })),
  ];
  for (const failure of refusals) {
    expect(failure).toMatchObject({
      reason,
      isAnswered: true,
      words: expect.stringMatching(words),
    });
  }
  expect(await find(id)).toMatchObject({ amountMinor: 6000, currency: 'usd', status: 'open' });
});

test.for<[currency: string, amountMinor: number]>([
  ['idr', 999_999_999_999],
  ['cop', 9_999_999_999],
  ['inr', 999_999_999],
])('opens the largest charge in %s', async ([currency, amountMinor]) => {
  expect(await open(amountMinor, currency)).toMatchObject({ currency, amountMinor, status: 'open' });
});

test('counts a refund made in the dashboard, without an id of ours', async (context) => {
  const { id } = await payWith(context, 'good');
  await provider.refundElsewhere(id, 1500);
  await sees(id, { refundedMinor: 1500, refunds: [{ amountMinor: 1500, ourId: null }] });
});

test('refunds once per key, even when the answer was lost', async (context) => {
  const { id } = await payWith(context, 'good');
  const wish = { ourId: 'wish-1', idempotencyKey: newKey() };
  const failure = await broken('silent', () => failureOf(refund(id, 1000, wish)));
  expect(failure).toMatchObject({ reason: 'unreachable', isAnswered: false });
  await sees(id, { refundedMinor: 1000, refunds: [{ ourId: 'wish-1', amountMinor: 1000 }] });
  const again = await refund(id, 1000, wish);
  expect(await refund(id, 1000, wish)).toEqual(again);
  for (const other of [refund(id, 1500, wish), refund(id, 1000, { ...wish, ourId: 'wish-2' })]) {
    expect(await failureOf(other)).toMatchObject({ reason: 'request', isAnswered: true });
  }
  expect(await find(id)).toMatchObject({ refundedMinor: 1000, refunds: [again] });
});

test('refuses to refund more than is left, with the same reason', async (context) => {
  const { id } = await payWith(context, 'good');
  await refund(id, 1000);
  const wish = { idempotencyKey: newKey() };
  const [first, again] = [refund(id, 6000, wish), refund(id, 6000, wish)].map((call) =>
    call.catch((error: Error) => error),
  );
  expect(await first).toMatchObject(refusal);
  expect(await again).toMatchObject({ message: ((await first) as Error).message });
  await refund(id, 5000);
  await expect(refund(id, 1)).rejects.toMatchObject(refusal);
  await expect(refund((await open()).id, 1000)).rejects.toMatchObject(refusal);
  expect((await find(id)).refundedMinor).toBe(6000);
});

test('counts a pending refund at once and reports its later success', async (context) => {
  const { id } = await payWith(context, 'refunded slowly');
  const made = await refund(id, 6000);
  if (provider.powers) expect(made.status).toBe('pending');
  await sees(id, { refundedMinor: 6000 });
  provider.powers?.settle();
  await sees(id, { refundedMinor: 6000, refunds: [{ id: made.id, status: 'succeeded', failure: null }] });
});

test('reports why a refund failed later, and allows another', async (context) => {
  const { id } = await payWith(context, 'not refundable');
  const made = await refund(id, 6000, { ourId: 'wish-1' });
  expect(made.status).toBe('succeeded');
  provider.powers?.settle();
  const failure = expect.stringMatching(/^[a-z_]+$/);
  const failed = { id: made.id, ourId: 'wish-1', status: 'failed', failure };
  await sees(id, { refundedMinor: 0, amountReceivedMinor: 6000, refunds: [failed] });
  expect((await gateway.findPayment(id, 'refunds'))?.refunds).toMatchObject([failed]);
  const next = await refund(id, 1000);
  expect((await find(id)).refunds.map((one) => one.id).sort()).toEqual([made.id, next.id].sort());
});

test('counts a refund waiting for the customer until it is canceled', async (context) => {
  const { runStep } = need(context);
  const { id } = await payWith(context, 'refunded slowly');
  const { id: refundId } = await refund(id, 6000);
  for (const [status, refundedMinor] of [
    ['requires_action', 6000],
    ['canceled', 0],
  ] as const) {
    runStep(`refund_${status}`, refundId);
    await sees(id, { refundedMinor, refunds: [{ id: refundId, status }] });
  }
});

test.for<[Card, string, PaymentDispute['status'], number]>([
  ['disputed as fraud', 'fraudulent', 'needs_response', 6000],
  ['disputed as not received', 'product_not_received', 'needs_response', 6000],
  ['inquired', 'fraudulent', 'warning_needs_response', 0],
])('reports reason, deadline, and withdrawn amount of a payment %s', async (row, context) => {
  const [card, reason, status, withdrawnMinor] = row;
  const { id } = await payWith(context, card);
  const dispute = await disputeOf(id);
  expect(dispute).toEqual({
    ...{ id: expect.stringMatching(/^(du|dp)_/), status, reason, currency: 'usd' },
    ...{ amountMinor: 6000, withdrawnMinor },
    dueAt: expect.toSatisfy((at: number) => isBetween(at - provider.now(), days(1), days(60))),
    createdAt: expect.toSatisfy(isRecent),
  });
  const paid = { status: 'succeeded', isDisputed: true, amountReceivedMinor: 6000, refundedMinor: 0 };
  expect(await find(id)).toMatchObject(paid);
  // A disputed payment lists its disputes even in a short answer.
  expect(await gateway.findPayment(id)).toMatchObject({ ...paid, disputes: [dispute], warnings: null });
});

test.for<[Card, 'winning' | 'losing' | 'escalating' | 'none', PaymentDispute['status'], number]>([
  ['disputed as fraud', 'winning', 'won', 0],
  ['disputed as fraud', 'losing', 'lost', 6000],
  ['disputed as fraud', 'none', 'lost', 6000],
  ['inquired', 'winning', 'warning_closed', 0],
  // It is the same dispute, and now the money is gone.
  ['inquired', 'escalating', 'needs_response', 6000],
])('%s with %s evidence ends as %s', async ([card, evidence, status, withdrawnMinor], context) => {
  const { id } = await payWith(context, card);
  const dispute = await disputeOf(id);
  await provider.answer(dispute.id, evidence);
  if (provider.powers && evidence !== 'none') {
    const looked = card === 'inquired' ? 'warning_under_review' : 'under_review';
    await sees(id, { isDisputed: true, disputes: [{ id: dispute.id, status: looked }] });
  }
  provider.powers?.settle();
  const { createdAt } = dispute;
  const decided = { id: dispute.id, status, withdrawnMinor, amountMinor: 6000, createdAt };
  // However it ends: it was disputed.
  await sees(id, { isDisputed: true, amountReceivedMinor: 6000, disputes: [decided] });
  if (withdrawnMinor === 0) await refund(id, 1000);
  else await expect(refund(id, 1000)).rejects.toMatchObject(refusal);
  await sees(id, { refundedMinor: withdrawnMinor === 0 ? 1000 : 0 });
});

test('allows two disputes of one payment', async (context) => {
  const { id } = await payWith(context, 'disputed twice');
  const { disputes } = await sees(id, { disputes: [{}, {}] });
  const [first, second] = disputes ?? [];
  expect(first?.id).not.toBe(second?.id);
  await provider.answer(first?.id ?? '', 'none');
  await sees(id, { isDisputed: true });
  const after = (await find(id)).disputes ?? [];
  expect(after.map(({ status }) => status).sort()).toEqual(['lost', 'needs_response']);
});

test('keeps a fraud warning open until everything was refunded', async (context) => {
  const { id } = await payWith(context, 'warned of');
  expect(await gateway.findPayment(id)).toMatchObject({ warnings: null });
  const { warnings } = await sees(id, { status: 'succeeded', warnings: [{ isOpen: true }] });
  const [warning] = warnings ?? [];
  expect(warning).toEqual({
    ...{ id: expect.stringMatching(/^[a-z]/), kind: 'early_fraud_warning', isOpen: true },
    reason: expect.stringMatching(/^[a-z_]+$/),
    createdAt: expect.toSatisfy(isRecent),
  });
  await refund(id, 1000);
  await sees(id, { warnings: [{ isOpen: true }] });
  await refund(id, 5000);
  await sees(id, { warnings: [{ ...warning, isOpen: false }] });
});

test.for([
  ['approved', (_id: string, reviewId: string) => provider.approveReview(reviewId)],
  ['refunded', (id: string) => refund(id, 6000)],
] as const)('keeps a review open until the payment is %s', async ([reason, end], context) => {
  const { id } = await payWith(context, 'under review');
  await sees(id, { status: 'succeeded' });
  const [review] = (await find(id)).warnings ?? [];
  if (!review) throw context.skip('this account puts nothing up for review');
  expect(review).toMatchObject({ kind: 'review', isOpen: true, reason: 'rule' });
  await end(id, review.id);
  await sees(id, { warnings: [{ id: review.id, kind: 'review', isOpen: false, reason }] });
});

/* The provider does not do what it is asked to. */

const calls: [keyof PaymentGateway, (id: string) => Promise<unknown>][] = [
  ['openPayment', () => open()],
  ['findPayment', (id) => gateway.findPayment(id)],
  ['findPaymentId', () => gateway.findPaymentId('ch_1')],
  ['attachOrder', (id) => gateway.attachOrder(id, order)],
  ['changeAmount', (id) => gateway.changeAmount(id, { amountMinor: 7000, currency: 'usd' })],
  ['cancelPayment', (id) => gateway.cancelPayment(id)],
  ['refundPayment', (id) => refund(id, 1000)],
  ['listPayments', () => collect(gateway.listPayments(0))],
  ['listEvents', () => collect(gateway.listEvents(0))],
];

test.for<[Trouble, Partial<ProviderFailure>]>([
  ['unreachable', { reason: 'unreachable', isAnswered: false }],
  ['key', { reason: 'key', isAnswered: true }],
])('every call fails with the reason when the provider is %s', async ([trouble, expected]) => {
  const { id } = await open();
  await broken(trouble, async () => {
    for (const [name, call] of calls) {
      expect([name, await failureOf(call(id))]).toMatchObject([name, expected]);
    }
  });
});

test('names the missing permission of a key and changes nothing', async (context) => {
  const { id } = await payWith(context, 'good');
  const failure = await broken('permission', () => failureOf(refund(id, 1000)));
  expect(failure).toMatchObject({ reason: 'permission', missingPermission, isAnswered: true });
  expect(await find(id)).toMatchObject({ refundedMinor: 0, refunds: [] });
});

/* What the provider lists: payments, and what happened to them. */

const justNow = () => provider.now() - seconds(2);
const idsSince = async (since: number) => (await collect(gateway.listPayments(since))).map(({ id }) => id);

test('lists all payments and events across pages, newest first', async () => {
  const since = justNow();
  const opened: string[] = [];
  for (let count = 0; count < 105; count += 7) {
    const some = await Promise.all(Array.from({ length: 7 }, () => open()));
    opened.push(...some.map(({ id }) => id));
  }
  for (const id of opened) await gateway.cancelPayment(id);

  const ids = await idsSince(since);
  expect(ids).toEqual([...new Set(ids)]);
  const [first = -1, middle = -1, last = -1] = [0, 50, 104].map((index) => ids.indexOf(opened[index] ?? ''));
  expect(0 <= last && last < middle && middle < first).toBe(true);
  expect(opened.filter((id) => !ids.includes(id))).toEqual([]);

  const events = await eventually(async () => {
    const all = await collect(gateway.listEvents(since));
    const canceled = all.filter(({ type }) => type === 'payment_intent.canceled');
    const about = new Set(canceled.map(({ paymentId }) => paymentId));
    expect(opened.filter((id) => !about.has(id))).toEqual([]);
    return all;
  });
  expect(events.map(({ id }) => id)).toEqual([...new Set(events.map(({ id }) => id))]);
  const known: ReadonlySet<string> = new Set(handledEvents);
  expect(events.filter(({ type }) => !known.has(type))).toEqual([]);
  const times = events.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort((a, b) => b - a));
}, 120_000);

test('dates a listed payment before a change heard while reading', async (context) => {
  const { id } = await payWith(context, 'good');
  await open();
  let refundedAt = 0;
  for await (const listed of gateway.listPayments(justNow())) {
    if (listed.id === id) {
      // The list may have been fetched before the refund: then it has to say that it was.
      if (listed.refundedMinor === 0) expect(listed.askedAt).toBeLessThan(refundedAt);
      expect((await gateway.findPayment(id))?.refundedMinor).toBe(1000);
      return;
    }
    if (refundedAt === 0) {
      await refund(id, 1000);
      refundedAt = (await gateway.findPayment(id))?.askedAt ?? 0;
    }
  }
  throw new Error('The payment was not listed.');
});

test('lists payments and events since a time, and events for 30 days', async (context) => {
  const { advance } = need(context);
  const { id } = await payWith(context, 'good');
  advance(hours(1));
  const since = provider.now() - hours(1) + seconds(30);
  const { id: second } = await payWith(context, 'good');
  const ids = await idsSince(since);
  expect([ids.includes(second), ids.includes(id)]).toEqual([true, false]);
  expect(await eventsOf(id, since)).toEqual([]);
  expect(await eventsOf(second, since)).not.toEqual([]);
  expect(await eventsOf(id, since - hours(1))).not.toEqual([]);
  const tomorrow = provider.now() + days(1);
  expect([await idsSince(tomorrow), await collect(gateway.listEvents(tomorrow))]).toEqual([[], []]);
  advance(days(29));
  expect(await eventsOf(id, 0)).not.toEqual([]);
  advance(days(2));
  expect(await eventsOf(id, 0)).toEqual([]);
  expect(await idsSince(0)).toContain(id);
});

test('names the payment, the time, and the mark in events', async (context) => {
  const since = justNow();
  const { id } = await payWith(context, 'good');
  const made = await refund(id, 1000);
  const types = ['payment_intent.succeeded', 'refund.created', 'charge.refunded'];
  const events = await hears(id, since, types);
  for (const { createdAt } of events) {
    expect(createdAt).toBeGreaterThanOrEqual(since);
    expect(createdAt).toBeLessThan(provider.now() + seconds(60));
  }
  const [paid, refunded, charged] = types.map((type) => events.find((event) => event.type === type));
  const { chargeId } = charged ?? { chargeId: null };
  expect(paid).toMatchObject({ paymentId: id, chargeId: null, isMarked: true });
  expect(refunded).toMatchObject({
    paymentId: id,
    chargeId: expect.stringMatching(/^ch_/),
    isMarked: null,
  });
  expect(charged).toMatchObject({ paymentId: id, chargeId: refunded?.chargeId, isMarked: true });
  expect(await gateway.findPaymentId(chargeId ?? '')).toBe(id);
  const listed = (await collect(gateway.listPayments(since))).find((payment) => payment.id === id);
  expect(listed).toMatchObject({ status: 'succeeded', refundedMinor: 1000, refunds: [made] });
});

test('reports declines, disputes, warnings, and failed refunds as events', async (context) => {
  const since = justNow();
  const declined = await payWith(context, 'declined');
  const disputed = await payWith(context, 'disputed as fraud');
  await provider.answer((await disputeOf(disputed.id)).id, 'none');
  const warned = await payWith(context, 'warned of');
  const failing = await payWith(context, 'not refundable');
  await refund(failing.id, 6000);
  provider.powers?.settle();
  await hears(declined.id, since, ['payment_intent.payment_failed']);
  await hears(disputed.id, since, ['charge.dispute.created', 'charge.dispute.closed']);
  await hears(warned.id, since, ['radar.early_fraud_warning.created']);
  await hears(failing.id, since, ['refund.failed']);
});

test('marks no events of other shops, and leaves those naming orders open', async () => {
  const since = justNow();
  for (const [orderId, isMarked] of [
    [undefined, false],
    ['order-0', null],
  ] as const) {
    const foreign = await provider.openElsewhere(2500, orderId);
    await provider.pay(foreign, 'good');
    const told = await hears(foreign.id, since, ['payment_intent.succeeded']);
    expect(told).toMatchObject([{ isMarked }]);
  }
});
