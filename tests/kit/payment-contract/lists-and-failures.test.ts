import { expect, test } from 'vitest';
import type { PaymentGateway } from '../../../src/server/base/payment-gateway.ts';
import type { ProviderFailure } from '../../../src/server/base/provider-failure.ts';
import { handledEvents } from '../../../src/server/payments/stripe/stripe-events.ts';
import { days, hours, seconds } from '../../../src/shared/durations.ts';
import { collect } from '../test-gateway.ts';
import { failureOf, openContract, order } from './contract.ts';
import { missingPermission, type Trouble } from './providers.ts';

const { provider, gateway, open, find, payWith, need, eventually, refund, ...contract } = openContract();
const { disputeOf, eventsOf, hears, findListed, justNow, broken } = contract;

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
])('names the reason of every failed call (%s)', async ([trouble, expected]) => {
  const { id } = await open();
  await broken(trouble, async () => {
    for (const [name, call] of calls)
      expect([name, await failureOf(call(id))]).toMatchObject([name, expected]);
  });
});

test('names the missing permission of a key and changes nothing', async (context) => {
  const { id } = await payWith(context, 'good');
  const failure = await broken('permission', () => failureOf(refund(id, 1000)));
  expect(failure).toMatchObject({ reason: 'permission', missingPermission, isAnswered: true });
  expect(await find(id)).toMatchObject({ refundedMinor: 0, refunds: [] });
});

const idsSince = async (since: number) => (await collect(gateway.listPayments(since))).map(({ id }) => id);

/** @returns more payments than one page of a list has, oldest first */
async function openMany(): Promise<string[]> {
  const opened: string[] = [];
  for (let count = 0; count < 105; count += 7) {
    const some = await Promise.all(Array.from({ length: 7 }, () => open()));
    opened.push(...some.map(({ id }) => id));
  }
  return opened;
}

test('lists all payments across pages, newest first', async () => {
  const since = justNow();
  const opened = await openMany();
  const ids = await idsSince(since);
  expect(ids).toEqual([...new Set(ids)]);
  const [first = -1, middle = -1, last = -1] = [0, 50, 104].map((index) => ids.indexOf(opened[index] ?? ''));
  expect(0 <= last && last < middle && middle < first).toBe(true);
  expect(opened.filter((id) => !ids.includes(id))).toEqual([]);
}, 120_000);

test('lists all events that the service handles across pages, newest first', async () => {
  const since = justNow();
  const opened = await openMany();
  for (const id of opened) await gateway.cancelPayment(id);
  const events = await eventually(async () => {
    const all = await collect(gateway.listEvents(since));
    const canceled = all.filter(({ type }) => type === 'payment_intent.canceled');
    const about = new Set(canceled.map(({ paymentId }) => paymentId));
    expect(opened.filter((id) => !about.has(id))).toEqual([]);
    return all;
  });
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect([...handledEvents]).toEqual(expect.arrayContaining(events.map(({ type }) => type)));
  const times = events.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort((a, b) => b - a));
}, 120_000);

test('dates a listed payment before a change that arrives meanwhile', async (context) => {
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
  const chargeId = refunded?.chargeId ?? '';
  expect(chargeId).toMatch(/^ch_/);
  expect(paid).toMatchObject({ paymentId: id, chargeId: null, isMarked: true });
  expect(refunded).toMatchObject({ paymentId: id, isMarked: null });
  expect(charged).toMatchObject({ paymentId: id, chargeId, isMarked: true });
  expect(await gateway.findPaymentId(chargeId)).toBe(id);
  const listed = { status: 'succeeded', refundedMinor: 1000, refunds: [made] };
  expect(await findListed(id, since)).toMatchObject(listed);
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

test.for([
  [undefined, false],
  ['order-0', null],
] as const)('marks an event of another shop’s order %s as ours or not', async ([orderId, isMarked]) => {
  const since = justNow();
  const foreign = await provider.openElsewhere(2500, orderId);
  await provider.pay(foreign, 'good');
  expect(await hears(foreign.id, since, ['payment_intent.succeeded'])).toMatchObject([{ isMarked }]);
});
