import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringAbout, codeOf, eventsAbout, payWith, type Setup, settle, startSetup } from './test-sandbox.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.close());

describe('an early fraud warning', () => {
  const card = '4000000000005423';
  async function warned() {
    const paid = await payWith(setup, card);
    const { data } = await setup.stripe.radar.earlyFraudWarnings.list({ payment_intent: paid.id });
    return { ...paid, warning: data[0]?.id ?? '' };
  }
  const isActionable = async (id: string) =>
    (await setup.stripe.radar.earlyFraudWarnings.retrieve(id)).actionable;

  test('follows a payment that went well', async () => {
    const { id, intent, charge, warning } = await warned();
    expect(intent.status).toBe('succeeded');
    expect(await setup.stripe.radar.earlyFraudWarnings.retrieve(warning)).toMatchObject({
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge,
      payment_intent: id,
      fraud_type: expect.any(String),
    });
    await setup.receiver.next('radar.early_fraud_warning.created', warning);
    const full = await setup.stripe.radar.earlyFraudWarnings.list({
      charge,
      expand: ['data.charge.refunds', 'data.payment_intent'],
    });
    expect(full.data).toMatchObject([{ charge: { refunds: { data: [] } }, payment_intent: { id } }]);
  });

  test('asks for nothing once all is refunded, though not for a part of it', async () => {
    const { id, warning } = await warned();
    await setup.stripe.refunds.create({ payment_intent: id, amount: 1000 });
    expect(await isActionable(warning)).toBe(true);
    await setup.stripe.refunds.create({ payment_intent: id });
    expect(await isActionable(warning)).toBe(false);
    const { event } = await setup.receiver.next('radar.early_fraud_warning.updated', warning);
    expect(event.data.previous_attributes).toEqual({ actionable: true });
  });

  test('asks for nothing once the payment is disputed', async () => {
    const { id, warning } = await warned();
    await bringAbout(setup, 'disputed_as_fraudulent', id);
    expect(await isActionable(warning)).toBe(false);
  });

  test('can come for any payment that was made', async () => {
    const { id } = await payWith(setup, '4242424242424242');
    expect((await bringAbout(setup, 'early_fraud_warning', id)).status).toBe(200);
    expect(await eventsAbout(setup, id)).toContain('radar.early_fraud_warning.created');
    const declined = await payWith(setup, '4000000000000002');
    expect((await bringAbout(setup, 'early_fraud_warning', declined.id)).status).toBe(400);
  });
});

describe('a review', () => {
  const card = '4000000000009235';
  async function reviewed() {
    const paid = await payWith(setup, card);
    return { ...paid, review: String(paid.intent.review) };
  }

  test('is opened for a payment of elevated risk, which has succeeded all the same', async () => {
    const { id, intent, charge, review } = await reviewed();
    expect(intent.status).toBe('succeeded');
    expect(await setup.stripe.reviews.retrieve(review)).toMatchObject({
      object: 'review',
      open: true,
      reason: 'rule',
      opened_reason: 'rule',
      closed_reason: null,
      charge,
      payment_intent: id,
    });
    expect(await setup.stripe.charges.retrieve(charge, { expand: ['review'] })).toMatchObject({
      outcome: { risk_level: 'elevated', type: 'manual_review' },
      review: { id: review },
    });
    const full = await setup.stripe.paymentIntents.retrieve(id, {
      expand: ['review', 'latest_charge.review'],
    });
    expect(full).toMatchObject({ review: { open: true }, latest_charge: { review: { open: true } } });
    await setup.receiver.next('review.opened', review);
    expect((await setup.stripe.reviews.list({ limit: 1 })).data[0]?.id).toBe(review);
  });

  test('is approved once', async () => {
    const { review } = await reviewed();
    expect(await setup.stripe.reviews.approve(review)).toMatchObject({
      open: false,
      closed_reason: 'approved',
      reason: 'approved',
    });
    const { event } = await setup.receiver.next('review.closed', review);
    expect(event.data.object).toMatchObject({ closed_reason: 'approved' });
    expect(await codeOf(setup.stripe.reviews.approve(review))).toBe('StripeInvalidRequestError');
    expect(await codeOf(setup.stripe.reviews.approve('prv_none'))).toContain('resource_missing');
  });

  test.each([
    [undefined, 'refunded'],
    ['fraudulent' as const, 'refunded_as_fraud'],
  ])('ends with a refund for the reason %s as %s', async (reason, closedReason) => {
    const { id, review } = await reviewed();
    await setup.stripe.refunds.create({ payment_intent: id, reason });
    expect((await setup.stripe.reviews.retrieve(review)).closed_reason).toBe(closedReason);
  });

  test('can be opened for any payment, one at a time', async () => {
    const { id } = await payWith(setup, '4242424242424242');
    await bringAbout(setup, 'review_opened', id);
    const { review } = await setup.stripe.paymentIntents.retrieve(id, { expand: ['review'] });
    expect(review).toMatchObject({ open: true, opened_reason: 'manual' });
    expect((await bringAbout(setup, 'review_opened', id)).status).toBe(400);
    await bringAbout(setup, 'disputed_as_fraudulent', id);
    await settle(setup);
    const after = await setup.stripe.paymentIntents.retrieve(id, { expand: ['review'] });
    expect(after.review).toMatchObject({ open: false, closed_reason: 'disputed' });
  });
});
