import { expect, test } from 'vitest';
import { need, type Steps } from './contract-steps.ts';

/** Whether a refund was refused in the provider's words, so that nothing was given back. */
const refusal = {
  code: 'payment_conflict',
  message: expect.stringMatching(/^Stripe refuses the refund: .{10,}/),
};

/** Money that goes back. */
export function testRefunds(steps: Steps): void {
  const { driver, newKey, payWith, find, sees, refund, disputeOf, failureOf } = steps;

  test('money goes back in parts, each of which is found again by our own id', async (context) => {
    const { id } = await payWith(context, 'good');
    const first = await refund(id, 1000, { ourId: 'wish-1' });
    expect(first).toEqual({
      id: expect.stringMatching(/^re_/),
      amountCents: 1000,
      status: 'succeeded',
      ourId: 'wish-1',
      failure: null,
      createdAt: expect.any(Number),
    });
    expect(Math.abs(first.createdAt - driver().now())).toBeLessThan(600_000);
    const second = await refund(id, 1500, { ourId: 'wish-2' });
    await sees(id, { status: 'succeeded', refundedCents: 2500 });
    const { refunds } = await find(id);
    expect(refunds).toHaveLength(2);
    expect(refunds).toEqual(expect.arrayContaining([first, second]));
    await refund(id, 3500);
    await sees(id, { refundedCents: 6000, amountReceivedCents: 6000 });
  });

  test('refunds are known whether everything is asked for or not', async (context) => {
    const { id } = await payWith(context, 'good');
    const made = await refund(id, 1000);
    expect((await driver().gateway.findPayment(id))?.refunds).toEqual([made]);
  });

  test('what somebody gives back at the dashboard counts, and is not ours', async (context) => {
    const { id } = await payWith(context, 'good');
    await driver().refundElsewhere(id, 1500);
    await sees(id, { refundedCents: 1500, refunds: [{ amountCents: 1500, ourId: null }] });
  });

  test('the same key gives money back once', async (context) => {
    const { id } = await payWith(context, 'good');
    const wish = { ourId: 'wish-1', idempotencyKey: newKey() };
    const [first, again] = [await refund(id, 1000, wish), await refund(id, 1000, wish)];
    expect(again).toEqual(first);
    expect(await find(id)).toMatchObject({ refundedCents: 1000, refunds: [first] });
  });

  test('when the answer is lost, the refund stands on the payment, and the same key gives it back once', async (context) => {
    const { id } = await payWith(context, 'good');
    const wish = { ourId: 'wish-lost', idempotencyKey: newKey() };
    await driver().losingAnswers('refundPayment', async () => {
      const failure = await failureOf(refund(id, 1000, wish));
      expect(failure).toMatchObject({ reason: 'unreachable', isAnswered: false });
    });
    await sees(id, { refundedCents: 1000, refunds: [{ ourId: 'wish-lost', amountCents: 1000 }] });
    const again = await refund(id, 1000, wish);
    expect(await find(id)).toMatchObject({ refundedCents: 1000, refunds: [again] });
  });

  test('a key that was used for one refund refuses another, and that is certain', async (context) => {
    const { id } = await payWith(context, 'good');
    const wish = { ourId: 'wish-1', idempotencyKey: newKey() };
    await refund(id, 1000, wish);
    for (const other of [refund(id, 1500, wish), refund(id, 1000, { ...wish, ourId: 'wish-2' })]) {
      expect(await failureOf(other)).toMatchObject({ reason: 'request', isAnswered: true });
    }
    expect((await find(id)).refundedCents).toBe(1000);
  });

  test('more than is left is refused in words, and again under the same key', async (context) => {
    const { id } = await payWith(context, 'good');
    await refund(id, 1000);
    const wish = { ourId: 'wish-2', idempotencyKey: newKey() };
    const refused = await refund(id, 6000, wish).catch((error: unknown) => error);
    expect(refused).toMatchObject(refusal);
    expect(await refund(id, 6000, wish).catch((error: unknown) => error)).toMatchObject({
      message: (refused as Error).message,
    });
    await refund(id, 5000);
    await expect(refund(id, 1)).rejects.toMatchObject(refusal);
    expect((await find(id)).refundedCents).toBe(6000);
  });

  test('a payment that nobody paid cannot be given back', async () => {
    const { id } = await steps.open();
    await expect(refund(id, 1000)).rejects.toMatchObject(refusal);
  });

  test('a refund that is under way counts at once, and succeeds later', async (context) => {
    const { id } = await payWith(context, 'refunded slowly');
    const made = await refund(id, 6000);
    if (driver().areBanksPatient) expect(made.status).toBe('pending');
    await sees(id, { refundedCents: 6000 });
    await driver().banksDecide();
    await sees(id, { refundedCents: 6000, refunds: [{ id: made.id, status: 'succeeded', failure: null }] });
  });

  test('a refund that succeeded can fail later: why is told, the money is here, and can be given back again', async (context) => {
    const { id } = await payWith(context, 'not refundable');
    const made = await refund(id, 6000, { ourId: 'wish-1' });
    expect(made.status).toBe('succeeded');
    await driver().banksDecide();
    const failed = {
      id: made.id,
      ourId: 'wish-1',
      status: 'failed',
      failure: expect.stringMatching(/^[a-z_]+$/),
    };
    await sees(id, { refundedCents: 0, amountReceivedCents: 6000, refunds: [failed] });
    const next = await refund(id, 1000);
    expect((await find(id)).refunds.map((one) => one.id).sort()).toEqual([made.id, next.id].sort());
  });

  test('a refund that waits for its customer counts; when it is canceled the money is here', async (context) => {
    const moveRefund = need(context, driver().moveRefund, 'a refund that waits, and is canceled');
    const { id } = await payWith(context, 'refunded slowly');
    const { id: refundId } = await refund(id, 6000);
    await moveRefund(id, refundId, 'requires_action');
    await sees(id, { refundedCents: 6000, refunds: [{ id: refundId, status: 'requires_action' }] });
    await moveRefund(id, refundId, 'canceled');
    await sees(id, { refundedCents: 0, refunds: [{ id: refundId, status: 'canceled' }] });
  });

  test('what a bank has taken back cannot be given back', async (context) => {
    const { id } = await payWith(context, 'disputed as fraud');
    const dispute = await disputeOf(id);
    await expect(refund(id, 1000)).rejects.toMatchObject(refusal);
    await driver().acceptDispute(dispute.id);
    await sees(id, { disputes: [{ status: 'lost' }] });
    await expect(refund(id, 1000)).rejects.toMatchObject(refusal);
    expect((await find(id)).refundedCents).toBe(0);
  });

  test('what is on its way back when a bank takes the money does not arrive', async (context) => {
    const chargeBack = need(
      context,
      driver().chargeBack,
      'a bank that takes money back while a refund is under way',
    );
    const { id } = await payWith(context, 'refunded slowly');
    const { id: refundId } = await refund(id, 2000);
    await chargeBack(id);
    const failed = { id: refundId, status: 'failed', failure: 'charge_for_pending_refund_disputed' };
    await sees(id, { refundedCents: 0, refunds: [failed], disputes: [{ status: 'needs_response' }] });
  });

  test('while a bank only asks, and after it has decided for us, money can be given back', async (context) => {
    const inquired = await payWith(context, 'inquired');
    await disputeOf(inquired.id);
    await refund(inquired.id, 1000);
    await sees(inquired.id, { refundedCents: 1000 });
    const won = await payWith(context, 'disputed as fraud');
    await driver().answer((await disputeOf(won.id)).id, 'winning');
    await driver().banksDecide();
    await sees(won.id, { disputes: [{ status: 'won' }] });
    await refund(won.id, 1000);
    await sees(won.id, { refundedCents: 1000 });
  });
}
