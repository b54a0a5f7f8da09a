import type Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { bringAbout, codeOf, eventsAbout, newIntent, payWith, settle, startSetup } from './test-sandbox.ts';

/* What the shop does with refunds is in `src/testing/payment-contract`. */

const setup = await startSetup();
afterAll(() => setup.close());

const plainCard = '4242424242424242';
const pendingCard = '4000000000007726';

async function refund(number: string, params: Stripe.RefundCreateParams = {}) {
  const paid = await payWith(setup, number);
  return { ...paid, refund: await setup.stripe.refunds.create({ payment_intent: paid.id, ...params }) };
}

test('a payment is given back in parts, which are told in the order of Stripe and found by payment and charge', async () => {
  const {
    id,
    charge,
    refund: part,
  } = await refund(plainCard, { amount: 1000, metadata: { intention: '7' } });
  expect(part).toMatchObject({ object: 'refund', amount: 1000, status: 'succeeded', payment_intent: id });
  expect((await eventsAbout(setup, id)).slice(-2)).toEqual(['refund.created', 'charge.refunded']);
  const { event } = await setup.receiver.next('charge.refunded', id);
  expect(event.data).toMatchObject({
    object: { amount_refunded: 1000, refunded: false },
    previous_attributes: { amount_refunded: 0 },
  });
  const rest = await setup.stripe.refunds.create({ charge, reason: 'requested_by_customer' });
  expect(rest.amount).toBe(5000);
  const again = setup.stripe.refunds.create({ payment_intent: id });
  expect(await codeOf(again)).toContain('charge_already_refunded');
  for (const found of [{ payment_intent: id }, { charge }]) {
    const { data } = await setup.stripe.refunds.list({ ...found, expand: ['data.charge'] });
    expect(data).toMatchObject([
      { id: rest.id, charge: { refunded: true, amount_refunded: 6000 } },
      { id: part.id, metadata: { intention: '7' } },
    ]);
  }
  const full = await setup.stripe.refunds.retrieve(part.id, {
    expand: ['payment_intent.latest_charge.refunds'],
  });
  expect(full.payment_intent).toMatchObject({
    id,
    latest_charge: { refunds: { data: [{ id: rest.id }, { id: part.id }] } },
  });
});

test('what was not paid cannot be given back, nor what there is not', async () => {
  const { id } = await newIntent(setup);
  const errorOf = (params: Stripe.RefundCreateParams) => codeOf(setup.stripe.refunds.create(params));
  expect(await errorOf({ payment_intent: id })).toContain('unexpected_state');
  expect(await errorOf({})).toContain('parameter_missing');
  expect(await errorOf({ charge: 'ch_none' })).toContain('resource_missing');
  const { refund: made } = await refund(plainCard, { metadata: { intention: '7', by: 'ada' } });
  const changed = await setup.stripe.refunds.update(made.id, { metadata: { by: '' } });
  expect(changed.metadata).toEqual({ intention: '7' });
  expect(await codeOf(setup.stripe.refunds.update('re_none', {}))).toContain('resource_missing');
});

test('only a refund that waits for the customer can be canceled by a call, another at the dashboard', async () => {
  const { charge, refund: made } = await refund(pendingCard);
  expect(await codeOf(setup.stripe.refunds.cancel(made.id))).toBe('StripeInvalidRequestError');
  expect((await bringAbout(setup, 'refund_canceled', made.id)).body.status).toBe('canceled');
  expect(await setup.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
  const { refund: waiting } = await refund(pendingCard);
  await bringAbout(setup, 'refund_requires_action', waiting.id);
  expect((await setup.stripe.refunds.cancel(waiting.id)).status).toBe('canceled');
});

test('a refund that fails is told so, and no refund fails twice', async () => {
  const { id, refund: made } = await refund('4000000000005126');
  await settle(setup);
  const { event } = await setup.receiver.next('refund.failed', made.id);
  expect(event).toMatchObject({
    data: { object: { status: 'failed' }, previous_attributes: { status: 'succeeded' } },
    request: { id: null },
  });
  expect((await eventsAbout(setup, id)).slice(-3)).toEqual([
    'refund.updated',
    'refund.failed',
    'charge.refund.updated',
  ]);
  expect((await bringAbout(setup, 'refund_fails', made.id)).status).toBe(400);
});

test('an empty balance refuses refunds; the refusal is replayed for its key after it was filled', async () => {
  const { id } = await payWith(setup, plainCard);
  const refundOnce = (idempotencyKey: string) =>
    codeOf(setup.stripe.refunds.create({ payment_intent: id, amount: 100 }, { idempotencyKey }));
  const refused = 'StripeInvalidRequestError balance_insufficient';
  await bringAbout(setup, 'balance_emptied');
  expect(await refundOnce('first')).toBe(refused);
  await bringAbout(setup, 'balance_filled');
  expect(await refundOnce('first')).toBe(refused);
  expect(await refundOnce('second')).toBeUndefined();
});
