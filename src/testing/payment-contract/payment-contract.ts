import { expect, test } from 'vitest';
import type { Payment, PaymentGateway } from '../../server/context/payment-gateway.ts';
import type { ProviderFailure } from '../../server/context/provider-failure.ts';
import { handledEvents } from '../../server/payments/stripe/handled-events.ts';
import { days, hours, seconds } from '../../shared/durations.ts';
import { testMoney } from './money-contract.ts';
import {
  type Card,
  collect,
  createSteps,
  missingPermission,
  need,
  type Provider,
  type Steps,
  type Trouble,
} from './provider.ts';

/**
 * Holds a payment gateway to what callers rely on, whatever is behind it: the same cases for the fake, for the sandbox
 * and for Stripe. Where they differ, Stripe's documents decide (https://docs.stripe.com/api).
 */
export function holdToPaymentContract(start: () => Promise<Provider>): void {
  const steps = createSteps(start);
  testPayments(steps);
  testMoney(steps);
  testFailures(steps);
  testLists(steps);
}

const order = { id: 'order-1', orderNumber: 'CT-7K3M9Q', customerEmail: 'maya@customers.example' };
const unpaid = { amountReceivedCents: 0, refundedCents: 0, refunds: [], isDisputed: false };
const later = { askedAt: expect.any(Number) };
/** A code that is the same for the same card, and no number. */
const cardName = expect.stringMatching(/^(?!\d+$)\S{4,}$/);

/** From opening a payment until it is over. */
function testPayments({ provider, gateway, newKey, open, payWith, find, sees, failureOf, broken }: Steps) {
  test('a payment is opened for an amount in dollars, marked, with the secret the browser needs', async () => {
    const payment = await open(4950);
    expect(payment).toEqual({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(new RegExp(`^${payment.id}_secret_`)),
      status: 'open',
      amountCents: 4950,
      currency: 'usd',
      orderId: null,
      serviceId: expect.stringMatching(/./),
      isLive: false,
      disputes: null,
      warnings: null,
      declinedCard: null,
      ...unpaid,
      ...later,
    });
    expect(await gateway().findPayment(payment.id)).toEqual({ ...payment, ...later });
    expect(await gateway().findPayment('pi_unknown')).toBeNull();
    expect(await gateway().findPaymentId('ch_unknown')).toBeNull();
  });

  test('what a key was answered first it is answered again; another amount is refused', async () => {
    const input = { amountCents: 6000, idempotencyKey: newKey() };
    const payment = await gateway().openPayment(input);
    await provider().pay(payment, 'good');
    expect(await gateway().openPayment(input)).toEqual({ ...payment, ...later });
    await sees(payment.id, { status: 'succeeded' });
    const other = await failureOf(gateway().openPayment({ ...input, amountCents: 7000 }));
    expect(other).toMatchObject({ reason: 'request', isAnswered: true });
  });

  test('when the answer is lost, the same key leads to the payment that was opened', async () => {
    const input = { amountCents: 6000, idempotencyKey: newKey() };
    const since = provider().now() - seconds(1);
    const failure = await broken('silent', () => failureOf(gateway().openPayment(input)));
    expect(failure).toMatchObject({ reason: 'unreachable', isAnswered: false });
    const { id } = await gateway().openPayment(input);
    expect((await collect(gateway().listPayments(since)))[0]?.id).toBe(id);
  });

  test('of two answers it is known which was asked for later', async () => {
    const { id, askedAt } = await open();
    const answers = [
      await find(id),
      await gateway().attachOrder(id, order),
      await gateway().changeAmount(id, 7000),
    ];
    const times = [askedAt, ...answers.map((answer) => answer.askedAt)];
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  test('an open payment is told its order and another amount', async () => {
    const { id } = await open();
    const attached = { id, orderId: order.id, status: 'open', amountCents: 6000 };
    expect(await gateway().attachOrder(id, order)).toMatchObject(attached);
    expect(await gateway().changeAmount(id, 7000)).toMatchObject({ ...attached, amountCents: 7000 });
    expect(await find(id)).toMatchObject({ ...attached, amountCents: 7000 });
  });

  test.for<[Card, Partial<Payment>, Partial<Payment>?]>([
    [
      'good',
      {
        ...unpaid,
        status: 'succeeded',
        amountReceivedCents: 6000,
        disputes: [],
        warnings: [],
        declinedCard: null,
      },
    ],
    ['declined', { ...unpaid, status: 'open', declinedCard: cardName }],
    ['without funds', { ...unpaid, status: 'open', declinedCard: cardName }],
    ['asking for 3-D Secure', { ...unpaid, status: 'open' }],
    ['processing', { ...unpaid, status: 'processing' }, { status: 'succeeded', amountReceivedCents: 6000 }],
  ])('a card that is %s makes a payment so', async ([card, expected, decided = expected], context) => {
    const { id } = await payWith(context, card);
    await sees(id, expected);
    await provider().settle();
    await sees(id, decided);
  });

  test('a declined card has the same name again, another card another; a good one pays after it', async (context) => {
    const tried: Card[] = ['declined', 'declined', 'without funds'];
    const payments = await Promise.all(tried.map((card) => payWith(context, card)));
    const seen = await Promise.all(payments.map(({ id }) => sees(id, { declinedCard: cardName })));
    const [first, second, other] = seen.map(({ declinedCard }) => declinedCard);
    expect([first === second, first === other]).toEqual([true, false]);
    const [payment] = payments;
    expect(payment && (await provider().pay(payment, 'good'))).toBe(true);
    await sees(payment?.id ?? '', { status: 'succeeded', declinedCard: null });
  });

  test('a payment that was under way and is refused can be paid again', async (context) => {
    const atBank = need(context, provider().atBank);
    const payment = await payWith(context, 'processing');
    await atBank('payment_fails', payment.id);
    await sees(payment.id, { ...unpaid, status: 'open', declinedCard: cardName });
    await provider().pay(payment, 'good');
    await sees(payment.id, { status: 'succeeded' });
  });

  test.for<[Payment['status'], Card | null]>([
    ['succeeded', 'good'],
    ['processing', 'processing'],
    ['canceled', null],
  ])(
    'a payment that is %s stays so whatever it is told, and its amount too',
    async ([status, card], context) => {
      const payment = card ? await payWith(context, card) : await open();
      const { id } = payment;
      if (!card) expect((await gateway().cancelPayment(id)).status).toBe('canceled');
      await sees(id, { status });
      expect((await gateway().cancelPayment(id)).status).toBe(status);
      expect((await gateway().attachOrder(id, order)).status).toBe(status);
      const failure = await failureOf(gateway().changeAmount(id, 7000));
      expect(failure).toMatchObject({ reason: 'request', isAnswered: true });
      expect(await provider().pay(payment, 'good')).toBe(false);
      expect(await find(id)).toMatchObject({ status, amountCents: 6000 });
    },
  );

  test('a payment of another shop has no mark', async () => {
    const foreign = await provider().openElsewhere(2500);
    await provider().pay(foreign, 'good');
    await sees(foreign.id, { status: 'succeeded', serviceId: null, orderId: null });
    const old = await provider().openElsewhere(2500, 'order-of-before');
    await sees(old.id, { serviceId: null, orderId: 'order-of-before' });
  });
}

/** The provider does not do what it is asked to. */
function testFailures({ gateway, open, payWith, find, newKey, failureOf, broken }: Steps) {
  const refund = (id: string) =>
    gateway().refundPayment({ id, amountCents: 1000, ourId: 'wish', idempotencyKey: newKey() });
  const calls: [keyof PaymentGateway, (id: string) => Promise<unknown>][] = [
    ['openPayment', () => open()],
    ['findPayment', (id) => gateway().findPayment(id)],
    ['findPaymentId', () => gateway().findPaymentId('ch_1')],
    ['attachOrder', (id) => gateway().attachOrder(id, order)],
    ['changeAmount', (id) => gateway().changeAmount(id, 7000)],
    ['cancelPayment', (id) => gateway().cancelPayment(id)],
    ['refundPayment', refund],
    ['listPayments', () => collect(gateway().listPayments(0))],
    ['listEvents', () => collect(gateway().listEvents(0))],
  ];

  test.for<[Trouble, Partial<ProviderFailure>]>([
    ['unreachable', { reason: 'unreachable', isAnswered: false }],
    ['key', { reason: 'key', isAnswered: true }],
  ])('every call says so when the provider cannot be used: %s', async ([trouble, expected]) => {
    const { id } = await open();
    await broken(trouble, async () => {
      for (const [name, call] of calls) {
        expect([name, await failureOf(call(id))]).toMatchObject([name, expected]);
      }
    });
  });

  test('a key that lacks a permission is told with what it lacks, and nothing was done', async (context) => {
    const { id } = await payWith(context, 'good');
    const failure = await broken('permission', () => failureOf(refund(id)));
    expect(failure).toMatchObject({ reason: 'permission', missingPermission, isAnswered: true });
    expect(await find(id)).toMatchObject({ refundedCents: 0, refunds: [] });
  });
}

/** What the provider lists: payments, and what happened to them. */
function testLists(steps: Steps) {
  const { provider, gateway, open, payWith, eventually, refund, disputeOf, eventsOf, hears } = steps;
  const justNow = () => provider().now() - seconds(2);
  const idsSince = async (since: number) =>
    (await collect(gateway().listPayments(since))).map(({ id }) => id);

  test('all payments and events are listed, over more than one page, the newest first', async () => {
    const since = justNow();
    const opened: string[] = [];
    for (let count = 0; count < 105; count += 7) {
      const some = await Promise.all(Array.from({ length: 7 }, () => open()));
      opened.push(...some.map(({ id }) => id));
    }
    for (const id of opened) await gateway().cancelPayment(id);

    const ids = await idsSince(since);
    expect(ids).toEqual([...new Set(ids)]);
    const [first = -1, middle = -1, last = -1] = [0, 50, 104].map((index) =>
      ids.indexOf(opened[index] ?? ''),
    );
    expect(0 <= last && last < middle && middle < first).toBe(true);
    expect(opened.filter((id) => !ids.includes(id))).toEqual([]);

    const events = await eventually(async () => {
      const all = await collect(gateway().listEvents(since));
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

  test('what is heard while a list is read is newer than the list, unless the list says the same', async (context) => {
    const { id } = await payWith(context, 'good');
    await open();
    let refundedAt = 0;
    for await (const listed of gateway().listPayments(justNow())) {
      if (listed.id === id) {
        // The list may have been fetched before the refund: then it has to say that it was.
        if (listed.refundedCents === 0) expect(listed.askedAt).toBeLessThan(refundedAt);
        expect((await gateway().findPayment(id))?.refundedCents).toBe(1000);
        return;
      }
      if (refundedAt === 0) {
        await refund(id, 1000);
        refundedAt = (await gateway().findPayment(id))?.askedAt ?? 0;
      }
    }
    throw new Error('The payment was not listed.');
  });

  test('what is listed began, or happened, since the asked time; events are kept for 30 days', async (context) => {
    const advance = need(context, provider().advance);
    const { id } = await payWith(context, 'good');
    advance(hours(1));
    const since = provider().now() - hours(1) + seconds(30);
    const { id: second } = await payWith(context, 'good');
    const ids = await idsSince(since);
    expect([ids.includes(second), ids.includes(id)]).toEqual([true, false]);
    expect(await eventsOf(id, since)).toEqual([]);
    expect(await eventsOf(second, since)).not.toEqual([]);
    expect(await eventsOf(id, since - hours(1))).not.toEqual([]);
    const tomorrow = provider().now() + days(1);
    expect([await idsSince(tomorrow), await collect(gateway().listEvents(tomorrow))]).toEqual([[], []]);
    advance(days(29));
    expect(await eventsOf(id, 0)).not.toEqual([]);
    advance(days(2));
    expect(await eventsOf(id, 0)).toEqual([]);
    expect(await idsSince(0)).toContain(id);
  });

  test('what happens to a payment names it and says when; that of an intent or charge says whose it is', async (context) => {
    const since = justNow();
    const { id } = await payWith(context, 'good');
    const made = await refund(id, 1000);
    const types = ['payment_intent.succeeded', 'refund.created', 'charge.refunded'];
    const events = await hears(id, since, types);
    for (const { createdAt } of events) {
      expect(createdAt).toBeGreaterThanOrEqual(since);
      expect(createdAt).toBeLessThan(provider().now() + seconds(60));
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
    expect(await gateway().findPaymentId(chargeId ?? '')).toBe(id);
    const listed = (await collect(gateway().listPayments(since))).find((payment) => payment.id === id);
    expect(listed).toMatchObject({ status: 'succeeded', refundedCents: 1000, refunds: [made] });
  });

  test('declines, disputes, warnings and refunds that fail are told', async (context) => {
    const since = justNow();
    const declined = await payWith(context, 'declined');
    const disputed = await payWith(context, 'disputed as fraud');
    await provider().answer((await disputeOf(disputed.id)).id, 'none');
    const warned = await payWith(context, 'warned of');
    const failing = await payWith(context, 'not refundable');
    await refund(failing.id, 6000);
    await provider().settle();
    await hears(declined.id, since, ['payment_intent.payment_failed']);
    await hears(disputed.id, since, ['charge.dispute.created', 'charge.dispute.closed']);
    await hears(warned.id, since, ['radar.early_fraud_warning.created']);
    await hears(failing.id, since, ['refund.failed']);
  });

  test('what happens to a payment of another shop is not marked; whose is unknown when it names an order', async () => {
    const since = justNow();
    for (const [orderId, isMarked] of [
      [undefined, false],
      ['order-0', null],
    ] as const) {
      const foreign = await provider().openElsewhere(2500, orderId);
      await provider().pay(foreign, 'good');
      const told = await hears(foreign.id, since, ['payment_intent.succeeded']);
      expect(told).toMatchObject([{ isMarked }]);
    }
  });
}
