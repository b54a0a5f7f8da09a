import { expect, test } from 'vitest';
import { handledEvents } from '../../server/payments/stripe/handled-events.ts';
import { days, hours, seconds } from '../../shared/durations.ts';
import { collect, need, type Steps } from './contract-steps.ts';

/** What the provider lists: payments, and what happened to them. */
export function testLists({ driver, open, payWith, eventually, refund, disputeOf, eventsOf }: Steps): void {
  const gateway = () => driver().gateway;
  const justNow = () => driver().now() - seconds(2);
  const known: ReadonlySet<string> = new Set(handledEvents);

  test('all payments and events are listed, over more than one page, the newest first', async () => {
    const since = justNow();
    const opened: string[] = [];
    for (let count = 0; count < 105; count += 7) {
      const some = await Promise.all(Array.from({ length: 7 }, () => open()));
      opened.push(...some.map(({ id }) => id));
    }
    for (const id of opened) await gateway().cancelPayment(id);

    const listed = await collect(gateway().listPayments(since));
    const ids = listed.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(opened.filter((id) => !ids.includes(id))).toEqual([]);
    const position = (index: number) => ids.indexOf(opened[index] ?? '');
    expect(position(104)).toBeLessThan(position(50));
    expect(position(50)).toBeLessThan(position(0));

    const events = await eventually(async () => {
      const all = await collect(gateway().listEvents(since));
      const canceled = all.filter(({ type }) => type === 'payment_intent.canceled');
      const about = new Set(canceled.map(({ paymentId }) => paymentId));
      expect(opened.filter((id) => !about.has(id))).toEqual([]);
      return all;
    });
    expect(events.map(({ id }) => id)).toEqual([...new Set(events.map(({ id }) => id))]);
    expect(events.filter(({ type }) => !known.has(type))).toEqual([]);
    const times = events.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  }, 120_000);

  test('a payment is listed as it is', async (context) => {
    const { id } = await payWith(context, 'good');
    const made = await refund(id, 1000);
    const listed = await collect(gateway().listPayments(justNow()));
    expect(listed.find((payment) => payment.id === id)).toMatchObject({
      status: 'succeeded',
      amountReceivedCents: 6000,
      refundedCents: 1000,
      refunds: [made],
    });
  });

  test('what is heard while a list is read is newer than the list, unless the list says the same', async (context) => {
    const { id } = await payWith(context, 'good');
    await open();
    let refundedAt = 0;
    for await (const listed of gateway().listPayments(justNow())) {
      if (listed.id === id) {
        const found = await gateway().findPayment(id);
        // The list may have been fetched before the refund: then it has to say that it was.
        if (listed.refundedCents === 0) expect(listed.askedAt).toBeLessThan(refundedAt);
        expect(found?.refundedCents).toBe(1000);
        return;
      }
      if (refundedAt === 0) {
        await refund(id, 1000);
        refundedAt = (await gateway().findPayment(id))?.askedAt ?? 0;
      }
    }
    throw new Error('The payment was not listed.');
  });

  test('nothing is listed since a time that is to come', async () => {
    const tomorrow = driver().now() + days(1);
    expect(await collect(gateway().listPayments(tomorrow))).toEqual([]);
    expect(await collect(gateway().listEvents(tomorrow))).toEqual([]);
  });

  test('nothing is listed that was before the asked time', async (context) => {
    const { id } = await payWith(context, 'good');
    const advance = need(context, driver().advance, 'time that passes');
    advance(hours(1));
    const since = driver().now() - hours(1) + seconds(30);
    const { id: later } = await payWith(context, 'good');
    const ids = (await collect(gateway().listPayments(since))).map((payment) => payment.id);
    expect([ids.includes(later), ids.includes(id)]).toEqual([true, false]);
    expect(await eventsOf(id, since)).toEqual([]);
    expect(await eventsOf(later, since)).not.toEqual([]);
    expect(await eventsOf(id, since - hours(1))).not.toEqual([]);
  });

  test('events are kept for 30 days, payments for longer', async (context) => {
    const advance = need(context, driver().advance, 'time that passes');
    const { id } = await payWith(context, 'good');
    advance(days(29));
    expect(await eventsOf(id, 0)).not.toEqual([]);
    advance(days(2));
    expect(await eventsOf(id, 0)).toEqual([]);
    const ids = (await collect(gateway().listPayments(0))).map((payment) => payment.id);
    expect(ids).toContain(id);
  });

  test('what happens to a payment names it and says when; that of an intent says whose it is', async (context) => {
    const since = justNow();
    const { id } = await payWith(context, 'good');
    await refund(id, 1000);
    const events = await eventually(async () => {
      const told = await eventsOf(id, since);
      const types = told.map(({ type }) => type);
      expect(types).toEqual(
        expect.arrayContaining(['payment_intent.succeeded', 'refund.created', 'charge.refunded']),
      );
      return told;
    });
    for (const { createdAt } of events) {
      expect(createdAt).toBeGreaterThanOrEqual(since);
      expect(createdAt).toBeLessThan(driver().now() + seconds(60));
    }
    const charge = await driver().chargeOf(id);
    const one = (type: string) => events.find((event) => event.type === type);
    expect(one('payment_intent.succeeded')).toMatchObject({ paymentId: id, chargeId: null, isMarked: true });
    expect(one('charge.refunded')).toMatchObject({ paymentId: id, chargeId: charge, isMarked: true });
    expect(one('refund.created')).toMatchObject({ paymentId: id, chargeId: charge, isMarked: null });
  });

  test('declines, disputes, warnings and refunds that fail are told', async (context) => {
    const since = justNow();
    const declined = await payWith(context, 'declined');
    const disputed = await payWith(context, 'disputed as fraud');
    await driver().acceptDispute((await disputeOf(disputed.id)).id);
    const warned = await payWith(context, 'warned of');
    const failing = await payWith(context, 'not refundable');
    await refund(failing.id, 6000);
    await driver().banksDecide();
    const expected: [string, string[]][] = [
      [declined.id, ['payment_intent.payment_failed']],
      [disputed.id, ['charge.dispute.created', 'charge.dispute.closed']],
      [warned.id, ['radar.early_fraud_warning.created']],
      [failing.id, ['refund.failed']],
    ];
    for (const [id, types] of expected) {
      await eventually(async () => {
        const told = (await eventsOf(id, since)).map(({ type }) => type);
        expect(told).toEqual(expect.arrayContaining(types));
      });
    }
  });

  test('what happens to a payment of another shop is not marked; whose is unknown when it names an order', async () => {
    const since = justNow();
    const [foreign, old] = [
      await driver().openElsewhere(2500),
      await driver().openElsewhere(2500, 'order-0'),
    ];
    await driver().pay(foreign, 'good');
    await driver().pay(old, 'good');
    for (const [{ id }, isMarked] of [
      [foreign, false],
      [old, null],
    ] as const) {
      await eventually(async () => {
        const told = await eventsOf(id, since);
        expect(told).toMatchObject([{ type: 'payment_intent.succeeded', isMarked }]);
      });
    }
  });
}
