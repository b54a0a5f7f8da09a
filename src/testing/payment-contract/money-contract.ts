import { expect, test } from 'vitest';
import type { PaymentDispute } from '../../server/context/payment-gateway.ts';
import { days, minutes } from '../../shared/durations.ts';
import { type Card, need, type Steps } from './provider.ts';

/** A refund was refused in the provider's words, so that nothing was given back. */
const refusal = {
  code: 'payment_conflict',
  message: expect.stringMatching(/^Stripe refuses the refund: .{10,}/),
};

/** Money that goes back: refunds, disputes, and the warnings before them. */
export function testMoney(steps: Steps): void {
  const { provider, gateway, newKey, open, payWith, find, sees, refund, disputeOf, failureOf, broken } =
    steps;
  const isRecent = (at: number) => Math.abs(at - provider().now()) < minutes(10);

  test('money goes back in parts, each of which is found again by our own id', async (context) => {
    const { id } = await payWith(context, 'good');
    const first = await refund(id, 1000, { ourId: 'wish-1' });
    const made = { id: expect.stringMatching(/^re_/), amountCents: 1000, status: 'succeeded', failure: null };
    expect(first).toEqual({ ...made, ourId: 'wish-1', createdAt: expect.toSatisfy(isRecent) });
    expect((await gateway().findPayment(id))?.refunds).toEqual([first]);
    const second = await refund(id, 1500, { ourId: 'wish-2' });
    const { refunds } = await sees(id, { status: 'succeeded', refundedCents: 2500 });
    expect(refunds).toHaveLength(2);
    expect(refunds).toEqual(expect.arrayContaining([first, second]));
    await refund(id, 3500);
    await sees(id, { refundedCents: 6000, amountReceivedCents: 6000 });
  });

  test('what is refunded at the dashboard counts, and is not ours', async (context) => {
    const { id } = await payWith(context, 'good');
    await provider().refundElsewhere(id, 1500);
    await sees(id, { refundedCents: 1500, refunds: [{ amountCents: 1500, ourId: null }] });
  });

  test('the same key gives money back once, also when the answer was lost, and refuses another refund', async (context) => {
    const { id } = await payWith(context, 'good');
    const wish = { ourId: 'wish-1', idempotencyKey: newKey() };
    const failure = await broken('silent', () => failureOf(refund(id, 1000, wish)));
    expect(failure).toMatchObject({ reason: 'unreachable', isAnswered: false });
    await sees(id, { refundedCents: 1000, refunds: [{ ourId: 'wish-1', amountCents: 1000 }] });
    const again = await refund(id, 1000, wish);
    expect(await refund(id, 1000, wish)).toEqual(again);
    for (const other of [refund(id, 1500, wish), refund(id, 1000, { ...wish, ourId: 'wish-2' })]) {
      expect(await failureOf(other)).toMatchObject({ reason: 'request', isAnswered: true });
    }
    expect(await find(id)).toMatchObject({ refundedCents: 1000, refunds: [again] });
  });

  test('more than is left is refused in words, and again under the same key', async (context) => {
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
    expect((await find(id)).refundedCents).toBe(6000);
  });

  test('a refund that is under way counts at once, and succeeds later', async (context) => {
    const { id } = await payWith(context, 'refunded slowly');
    const made = await refund(id, 6000);
    if (provider().isInHand) expect(made.status).toBe('pending');
    await sees(id, { refundedCents: 6000 });
    await provider().settle();
    await sees(id, { refundedCents: 6000, refunds: [{ id: made.id, status: 'succeeded', failure: null }] });
  });

  test('a refund that succeeded can fail later: why is told, and the money can be given back again', async (context) => {
    const { id } = await payWith(context, 'not refundable');
    const made = await refund(id, 6000, { ourId: 'wish-1' });
    expect(made.status).toBe('succeeded');
    await provider().settle();
    const failure = expect.stringMatching(/^[a-z_]+$/);
    const failed = { id: made.id, ourId: 'wish-1', status: 'failed', failure };
    await sees(id, { refundedCents: 0, amountReceivedCents: 6000, refunds: [failed] });
    const next = await refund(id, 1000);
    expect((await find(id)).refunds.map((one) => one.id).sort()).toEqual([made.id, next.id].sort());
  });

  test('a refund that waits for its customer counts; when it is canceled the money is here', async (context) => {
    const moveRefund = need(context, provider().moveRefund);
    const { id } = await payWith(context, 'refunded slowly');
    const { id: refundId } = await refund(id, 6000);
    for (const [status, refundedCents] of [
      ['requires_action', 6000],
      ['canceled', 0],
    ] as const) {
      await moveRefund(refundId, status);
      await sees(id, { refundedCents, refunds: [{ id: refundId, status }] });
    }
  });

  test('what is on its way back when a bank takes the money does not arrive', async (context) => {
    const atBank = need(context, provider().atBank);
    const { id } = await payWith(context, 'refunded slowly');
    const { id: refundId } = await refund(id, 2000);
    await atBank('disputed_as_fraudulent', id);
    const failed = { id: refundId, status: 'failed', failure: 'charge_for_pending_refund_disputed' };
    await sees(id, { refundedCents: 0, refunds: [failed], disputes: [{ status: 'needs_response' }] });
  });

  test.for<[Card, string, PaymentDispute['status'], number]>([
    ['disputed as fraud', 'fraudulent', 'needs_response', 6000],
    ['disputed as not received', 'product_not_received', 'needs_response', 6000],
    ['inquired', 'fraudulent', 'warning_needs_response', 0],
  ])('a payment that is %s says why, until when, and where the money is', async (row, context) => {
    const [card, reason, status, withdrawnCents] = row;
    const { id } = await payWith(context, card);
    const dispute = await disputeOf(id);
    expect(dispute).toEqual({
      ...{ id: expect.stringMatching(/^(du|dp)_/), status, reason, amountCents: 6000, withdrawnCents },
      dueAt: expect.toSatisfy((at: number) => isBetween(at - provider().now(), days(1), days(60))),
      createdAt: expect.toSatisfy(isRecent),
    });
    const paid = { status: 'succeeded', isDisputed: true, amountReceivedCents: 6000, refundedCents: 0 };
    expect(await find(id)).toMatchObject(paid);
    // The disputes of a disputed payment are told also when not everything is asked for.
    expect(await gateway().findPayment(id)).toMatchObject({ ...paid, disputes: [dispute], warnings: null });
  });

  test.for<[Card, 'winning' | 'losing' | 'escalating' | 'none', PaymentDispute['status'], number]>([
    ['disputed as fraud', 'winning', 'won', 0],
    ['disputed as fraud', 'losing', 'lost', 6000],
    ['disputed as fraud', 'none', 'lost', 6000],
    ['inquired', 'winning', 'warning_closed', 0],
    // It is the same dispute, and now the money is gone.
    ['inquired', 'escalating', 'needs_response', 6000],
  ])('%s, answered with %s evidence: %s', async ([card, evidence, status, withdrawnCents], context) => {
    const { id } = await payWith(context, card);
    const dispute = await disputeOf(id);
    await provider().answer(dispute.id, evidence);
    if (provider().isInHand && evidence !== 'none') {
      const looked = card === 'inquired' ? 'warning_under_review' : 'under_review';
      await sees(id, { isDisputed: true, disputes: [{ id: dispute.id, status: looked }] });
    }
    await provider().settle();
    const { createdAt } = dispute;
    const decided = { id: dispute.id, status, withdrawnCents, amountCents: 6000, createdAt };
    // However it ends: it was disputed.
    await sees(id, { isDisputed: true, amountReceivedCents: 6000, disputes: [decided] });
    if (withdrawnCents === 0) await refund(id, 1000);
    else await expect(refund(id, 1000)).rejects.toMatchObject(refusal);
    await sees(id, { refundedCents: withdrawnCents === 0 ? 1000 : 0 });
  });

  test('while a bank only asks, money can be given back; what it has taken cannot', async (context) => {
    const inquired = await payWith(context, 'inquired');
    await disputeOf(inquired.id);
    await refund(inquired.id, 1000);
    await sees(inquired.id, { refundedCents: 1000 });
    const disputed = await payWith(context, 'disputed as fraud');
    await disputeOf(disputed.id);
    await expect(refund(disputed.id, 1000)).rejects.toMatchObject(refusal);
  });

  test('one payment can be disputed twice', async (context) => {
    const { id } = await payWith(context, 'disputed twice');
    const { disputes } = await sees(id, { disputes: [{}, {}] });
    const [first, second] = disputes ?? [];
    expect(first?.id).not.toBe(second?.id);
    await provider().answer(first?.id ?? '', 'none');
    await sees(id, { isDisputed: true });
    const after = (await find(id)).disputes ?? [];
    expect(after.map(({ status }) => status).sort()).toEqual(['lost', 'needs_response']);
  });

  test('what the bank of the card warns of is open until all the money went back', async (context) => {
    const { id } = await payWith(context, 'warned of');
    expect(await gateway().findPayment(id)).toMatchObject({ warnings: null });
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
    ['approved', (_id: string, reviewId: string) => provider().approveReview(reviewId)],
    ['refunded', (id: string) => refund(id, 6000)],
  ] as const)('a review is open until the payment is %s', async ([reason, end], context) => {
    const { id } = await payWith(context, 'under review');
    await sees(id, { status: 'succeeded' });
    const [review] = (await find(id)).warnings ?? [];
    if (!review) throw context.skip('this account puts nothing up for review');
    expect(review).toMatchObject({ kind: 'review', isOpen: true, reason: 'rule' });
    await end(id, review.id);
    await sees(id, { warnings: [{ id: review.id, kind: 'review', isOpen: false, reason }] });
  });
}

const isBetween = (value: number, least: number, most: number) => value > least && value < most;
