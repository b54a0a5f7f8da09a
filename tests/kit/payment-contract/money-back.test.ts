import { expect, test } from 'vitest';
import type { PaymentDispute } from '../../../src/server/base/payment-gateway.ts';
import { days, minutes } from '../../../src/shared/durations.ts';
import { failureOf, openContract, otherCurrencies, refusal, unpaid } from './contract.ts';
import type { Card } from './providers.ts';

/* Refunds, disputes, and the warnings before them. */

const { provider, gateway, newKey, open, find, payWith, need, sees, refund, ...contract } = openContract();
const { disputeOf, findListed, justNow, broken } = contract;
const isRecent = (at: number) => Math.abs(at - provider.now()) < minutes(10);
const createdAt = expect.toSatisfy(isRecent);

test('refunds in parts, and finds each refund by our own id', async (context) => {
  const { id } = await payWith(context, 'good');
  const first = await refund(id, 1000, { ourId: 'wish-1' });
  const made = { id: expect.stringMatching(/^re_/), amountMinor: 1000, status: 'succeeded', failure: null };
  expect(first).toEqual({ ...made, ourId: 'wish-1', createdAt });
  expect((await gateway.findPayment(id))?.refunds).toEqual([first]);
  const second = await refund(id, 1500, { ourId: 'wish-2' });
  const { refunds } = await sees(id, { status: 'succeeded', refundedMinor: 2500 });
  expect(new Set(refunds)).toEqual(new Set([first, second]));
  await refund(id, 3500);
  await sees(id, { refundedMinor: 6000, amountReceivedMinor: 6000 });
});

test.for(otherCurrencies)(
  'opens, pays, refunds, and lists a payment in %s minor units',
  async ([currency, amountMinor, partMinor], context) => {
    const since = justNow();
    const money = { amountMinor, currency };
    const { id, ...opened } = await payWith(context, 'good', money);
    expect(opened).toMatchObject({ ...money, ...unpaid, status: 'open' });
    await sees(id, { ...money, status: 'succeeded', amountReceivedMinor: amountMinor });
    const part = await refund(id, partMinor);
    const refunded = { ...money, amountReceivedMinor: amountMinor, refundedMinor: partMinor };
    await sees(id, { ...refunded, refunds: [part] });
    await expect(refund(id, amountMinor)).rejects.toMatchObject(refusal);
    expect(await findListed(id, since)).toMatchObject(refunded);
    await refund(id, amountMinor - partMinor);
    await sees(id, { refundedMinor: amountMinor });
  },
);

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
  for (const other of [refund(id, 1500, wish), refund(id, 1000, { ...wish, ourId: 'wish-2' })])
    expect(await failureOf(other)).toMatchObject({ reason: 'request', isAnswered: true });
  expect(await find(id)).toMatchObject({ refundedMinor: 1000, refunds: [again] });
});

test('refuses to refund more than is left, with the same reason', async (context) => {
  const { id } = await payWith(context, 'good');
  await refund(id, 1000);
  const wish = { idempotencyKey: newKey() };
  const refuse = () => refund(id, 6000, wish).catch((error: Error) => error);
  const first = await refuse();
  expect(first).toMatchObject(refusal);
  expect(await refuse()).toMatchObject({ message: (first as Error).message });
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
  runStep('refund_requires_action', refundId);
  await sees(id, { refundedMinor: 6000, refunds: [{ id: refundId, status: 'requires_action' }] });
  runStep('refund_canceled', refundId);
  await sees(id, { refundedMinor: 0, refunds: [{ id: refundId, status: 'canceled' }] });
});

test('fails a pending refund when the bank disputes the payment', async (context) => {
  const { runStep } = need(context);
  const { id } = await payWith(context, 'refunded slowly');
  await refund(id, 2000);
  runStep('disputed_as_fraudulent', id);
  const failed = { status: 'failed', failure: 'charge_for_pending_refund_disputed' };
  await sees(id, { refundedMinor: 0, refunds: [failed], disputes: [{ status: 'needs_response' }] });
});

test.for<[Card, string, PaymentDispute['status'], number]>([
  ['disputed as fraud', 'fraudulent', 'needs_response', 6000],
  ['disputed as not received', 'product_not_received', 'needs_response', 6000],
  ['inquired', 'fraudulent', 'warning_needs_response', 0],
])('reports reason, deadline, and withdrawn amount of a payment %s', async (row, context) => {
  const [card, reason, status, withdrawnMinor] = row;
  const { id } = await payWith(context, card);
  const dispute = await disputeOf(id);
  const isSoon = (at: number) => at > provider.now() + days(1) && at < provider.now() + days(60);
  expect(dispute).toEqual({
    ...{ id: expect.stringMatching(/^(du|dp)_/), status, reason, currency: 'usd', amountMinor: 6000 },
    ...{ withdrawnMinor, dueAt: expect.toSatisfy(isSoon), createdAt },
  });
  const paid = { status: 'succeeded', isDisputed: true, amountReceivedMinor: 6000, refundedMinor: 0 };
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
  const decided = { id: dispute.id, status, withdrawnMinor, createdAt: dispute.createdAt };
  // However it ends: it was disputed.
  await sees(id, { isDisputed: true, amountReceivedMinor: 6000, disputes: [decided] });
  if (withdrawnMinor === 0) await refund(id, 1000);
  else await expect(refund(id, 1000)).rejects.toMatchObject(refusal);
});

test('allows two disputes of one payment', async (context) => {
  const { id } = await payWith(context, 'disputed twice');
  const { disputes } = await sees(id, { disputes: [{}, {}] });
  await provider.answer(disputes?.[0]?.id ?? '', 'none');
  const after = (await find(id)).disputes ?? [];
  expect(after.map(({ status }) => status).sort()).toEqual(['lost', 'needs_response']);
});

test('keeps a fraud warning open until everything was refunded', async (context) => {
  const { id } = await payWith(context, 'warned of');
  expect(await gateway.findPayment(id)).toMatchObject({ warnings: null });
  const { warnings } = await sees(id, { status: 'succeeded', warnings: [{ isOpen: true }] });
  const [warning] = warnings ?? [];
  const [warningId, reason] = [/^[a-z]/, /^[a-z_]+$/].map((pattern) => expect.stringMatching(pattern));
  expect(warning).toEqual({ id: warningId, kind: 'early_fraud_warning', isOpen: true, reason, createdAt });
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
