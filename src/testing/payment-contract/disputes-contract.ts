import { expect, type TestContext, test } from 'vitest';
import { days, minutes } from '../../shared/durations.ts';
import type { Steps } from './contract-steps.ts';
import type { Card } from './payment-driver.ts';

/** What banks question, and who else doubts a payment. */
export function testDisputes({ driver, payWith, find, sees, eventually, refund, disputeOf }: Steps): void {
  test.for<[Card, string]>([
    ['disputed as fraud', 'fraudulent'],
    ['disputed as not received', 'product_not_received'],
  ])(
    'a chargeback (%s) has taken the money, and says why and until when',
    async ([card, reason], context) => {
      const { id } = await payWith(context, card);
      const dispute = await disputeOf(id);
      expect(dispute).toEqual({
        id: expect.stringMatching(/^(du|dp)_/),
        status: 'needs_response',
        reason,
        amountCents: 6000,
        withdrawnCents: 6000,
        dueAt: expect.any(Number),
        createdAt: expect.any(Number),
      });
      expect(Math.abs(dispute.createdAt - driver().now())).toBeLessThan(minutes(10));
      expect(dispute.dueAt).toBeGreaterThan(driver().now() + days(1));
      expect(dispute.dueAt).toBeLessThan(driver().now() + days(60));
      expect(await find(id)).toMatchObject({
        status: 'succeeded',
        isDisputed: true,
        amountReceivedCents: 6000,
        refundedCents: 0,
      });
    },
  );

  test.for<['winning' | 'losing', 'won' | 'lost', number]>([
    ['winning', 'won', 0],
    ['losing', 'lost', 6000],
  ])('a dispute with %s evidence is %s', async ([evidence, status, withdrawnCents], context) => {
    const { id } = await payWith(context, 'disputed as fraud');
    const dispute = await disputeOf(id);
    await driver().answer(dispute.id, evidence);
    if (driver().areBanksPatient) {
      const looked = { id: dispute.id, status: 'under_review', withdrawnCents: 6000 };
      await sees(id, { isDisputed: true, disputes: [looked] });
    }
    await driver().banksDecide();
    // However it ends: it was disputed.
    await sees(id, {
      isDisputed: true,
      amountReceivedCents: 6000,
      disputes: [{ id: dispute.id, status, withdrawnCents, amountCents: 6000, createdAt: dispute.createdAt }],
    });
  });

  test('a dispute that is given up is lost', async (context) => {
    const { id } = await payWith(context, 'disputed as fraud');
    await driver().acceptDispute((await disputeOf(id)).id);
    await sees(id, { isDisputed: true, disputes: [{ status: 'lost', withdrawnCents: 6000 }] });
  });

  test('an inquiry takes no money, and is closed', async (context) => {
    const { id } = await payWith(context, 'inquired');
    const inquiry = await disputeOf(id);
    expect(inquiry).toMatchObject({
      status: 'warning_needs_response',
      amountCents: 6000,
      withdrawnCents: 0,
      dueAt: expect.any(Number),
    });
    await driver().answer(inquiry.id, 'winning');
    if (driver().areBanksPatient) await sees(id, { disputes: [{ status: 'warning_under_review' }] });
    await driver().banksDecide();
    await sees(id, { disputes: [{ id: inquiry.id, status: 'warning_closed', withdrawnCents: 0 }] });
  });

  test('an inquiry that escalates is the same dispute, and now the money is gone', async (context) => {
    const { id } = await payWith(context, 'inquired');
    const inquiry = await disputeOf(id);
    await driver().answer(inquiry.id, 'escalating');
    await driver().banksDecide();
    await sees(id, {
      isDisputed: true,
      disputes: [{ id: inquiry.id, status: 'needs_response', withdrawnCents: 6000 }],
    });
  });

  test('one payment can be disputed twice', async (context) => {
    const { id } = await payWith(context, 'disputed twice');
    await eventually(async () => expect((await find(id)).disputes).toHaveLength(2));
    const { disputes } = await find(id);
    const [first, second] = disputes ?? [];
    expect(first?.id).not.toBe(second?.id);
    await driver().acceptDispute(first?.id ?? '');
    await sees(id, { isDisputed: true });
    const { disputes: after } = await find(id);
    expect(after?.map(({ status }) => status).sort()).toEqual(['lost', 'needs_response']);
  });

  test('of a disputed payment the disputes are told also when not everything is asked for', async (context) => {
    const { id } = await payWith(context, 'disputed as fraud');
    const dispute = await disputeOf(id);
    expect(await driver().gateway.findPayment(id)).toMatchObject({ disputes: [dispute], warnings: null });
  });

  test('what the bank of the card warns of is open until all the money went back', async (context) => {
    const { id } = await payWith(context, 'warned of');
    const warning = {
      id: expect.stringMatching(/^[a-z]/),
      kind: 'early_fraud_warning',
      reason: expect.stringMatching(/^[a-z_]+$/),
      isOpen: true,
      createdAt: expect.any(Number),
    };
    await sees(id, { status: 'succeeded', warnings: [warning] });
    const { warnings } = await find(id);
    expect(warnings).toEqual([warning]);
    expect(Math.abs((warnings?.[0]?.createdAt ?? 0) - driver().now())).toBeLessThan(minutes(10));
    await refund(id, 1000);
    await sees(id, { warnings: [{ isOpen: true }] });
    await refund(id, 5000);
    await sees(id, { warnings: [{ ...warnings?.[0], isOpen: false }] });
  });

  test('a review is open until somebody approves the payment', async (context) => {
    const { id, kind, reviewId } = await reviewed(context);
    await driver().approveReview(reviewId);
    await sees(id, { warnings: [{ id: reviewId, kind, isOpen: false, reason: 'approved' }] });
  });

  test('a review ends when all the money went back', async (context) => {
    const { id, reviewId } = await reviewed(context);
    await refund(id, 6000);
    await sees(id, { warnings: [{ id: reviewId, isOpen: false, reason: 'refunded' }] });
  });

  /** A payment that the provider itself puts up for review; whether it does is a matter of the account. */
  async function reviewed(context: TestContext) {
    const { id } = await payWith(context, 'under review');
    await sees(id, { status: 'succeeded' });
    const [review] = (await find(id)).warnings ?? [];
    if (!review) throw context.skip('this account puts nothing up for review');
    expect(review).toMatchObject({ kind: 'review', isOpen: true, reason: 'rule' });
    return { id, kind: review.kind, reviewId: review.id };
  }
}
