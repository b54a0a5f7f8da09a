import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bringAbout,
  codeOf,
  eventsAbout,
  newIntent,
  payWith,
  type Setup,
  settle,
  startSetup,
} from './test-sandbox.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.close());

const plainCard = '4242424242424242';
const pendingCard = '4000000000007726';
const failingCard = '4000000000005126';

async function refund(number: string, params: Stripe.RefundCreateParams = {}) {
  const paid = await payWith(setup, number);
  return { ...paid, refund: await setup.stripe.refunds.create({ payment_intent: paid.id, ...params }) };
}
const chargeOf = (id: string) => setup.stripe.charges.retrieve(id);

describe('giving money back', () => {
  test('a payment is given back in parts, but never more than was paid', async () => {
    const { id, refund: part } = await refund(plainCard, { amount: 1000 });
    expect(part).toMatchObject({ object: 'refund', amount: 1000, status: 'succeeded', payment_intent: id });
    const tooMuch = setup.stripe.refunds.create({ payment_intent: id, amount: 5001 });
    expect(await codeOf(tooMuch)).toBe('StripeInvalidRequestError amount');
    const rest = await setup.stripe.refunds.create({
      charge: String(part.charge),
      reason: 'requested_by_customer',
    });
    expect(rest.amount).toBe(5000);
    expect(await codeOf(setup.stripe.refunds.create({ payment_intent: id }))).toContain(
      'charge_already_refunded',
    );

    const charge = await setup.stripe.charges.retrieve(String(part.charge), { expand: ['refunds'] });
    expect(charge).toMatchObject({ amount_refunded: 6000, refunded: true });
    expect(charge.refunds?.data.map((made) => made.id)).toEqual([rest.id, part.id]);
    expect((await setup.stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2);
    expect((await setup.stripe.refunds.list({ charge: String(part.charge) })).data).toHaveLength(2);
    expect((await setup.stripe.refunds.retrieve(part.id)).id).toBe(part.id);
    await setup.receiver.next('charge.refunded', id);
    await setup.receiver.next('refund.created', id);
  });

  test('what was not paid cannot be given back', async () => {
    const intent = await newIntent(setup);
    expect(await codeOf(setup.stripe.refunds.create({ payment_intent: intent.id }))).toContain(
      'unexpected_state',
    );
    expect(await codeOf(setup.stripe.refunds.create({}))).toContain('parameter_missing');
    expect(await codeOf(setup.stripe.refunds.create({ charge: 'ch_none' }))).toContain('resource_missing');
  });

  test('what the shop notes about a refund is kept and can be changed', async () => {
    const { id, refund: made } = await refund(plainCard, { metadata: { intention: '7', by: 'ada' } });
    expect(made.metadata).toEqual({ intention: '7', by: 'ada' });
    await setup.stripe.refunds.update(made.id, { metadata: { by: '' } });
    expect((await setup.stripe.refunds.list({ payment_intent: id })).data[0]?.metadata).toEqual({
      intention: '7',
    });
    expect(await codeOf(setup.stripe.refunds.update('re_none', {}))).toContain('resource_missing');
  });

  test('it is told of in the order of Stripe, with the charge as it is now and was before', async () => {
    const { id } = await refund(plainCard, { amount: 1000 });
    expect((await eventsAbout(setup, id)).slice(-2)).toEqual(['refund.created', 'charge.refunded']);
    const { event } = await setup.receiver.next('charge.refunded', id);
    expect(event.data).toMatchObject({
      object: { amount_refunded: 1000, refunded: false },
      previous_attributes: { amount_refunded: 0 },
    });
  });

  test('a refund names what it belongs to in full on request', async () => {
    const { id, refund: made } = await refund(plainCard);
    const paths = ['charge', 'payment_intent.latest_charge.refunds'];
    const full = await setup.stripe.refunds.retrieve(made.id, { expand: paths });
    expect(full.charge).toMatchObject({ object: 'charge', refunded: true });
    expect(full.payment_intent).toMatchObject({
      id,
      latest_charge: { refunds: { data: [{ id: made.id }] } },
    });
    const list = await setup.stripe.refunds.list({ payment_intent: id, expand: ['data.charge'] });
    expect(list.data[0]?.charge).toMatchObject({ object: 'charge' });
  });
});

describe('a refund that is on its way', () => {
  test('counts as given back, and arrives later', async () => {
    const { id, charge, refund: made } = await refund(pendingCard, { amount: 2000 });
    expect(made).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 2000, refunded: false });
    await settle(setup);
    const arrived = await setup.stripe.refunds.retrieve(made.id);
    expect(arrived.status).toBe('succeeded');
    expect(arrived.pending_reason).toBeUndefined();
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 2000 });
    const { event } = await setup.receiver.next('refund.updated', made.id);
    expect(event).toMatchObject({
      data: { object: { status: 'succeeded' }, previous_attributes: { status: 'pending' } },
      request: { id: null },
    });
    expect((await eventsAbout(setup, id)).slice(-2)).toEqual(['refund.updated', 'charge.refund.updated']);
  });

  test('cannot be canceled by a call, but at the dashboard, and then no longer counts', async () => {
    const { charge, refund: made } = await refund(pendingCard);
    expect(await codeOf(setup.stripe.refunds.cancel(made.id))).toBe('StripeInvalidRequestError');
    expect((await bringAbout(setup, 'refund_canceled', made.id)).body.status).toBe('canceled');
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    await settle(setup);
    expect((await setup.stripe.refunds.retrieve(made.id)).status).toBe('canceled');
  });

  test('may wait for the customer, and is canceled then', async () => {
    const { charge, refund: made } = await refund(pendingCard);
    await bringAbout(setup, 'refund_requires_action', made.id);
    expect(await setup.stripe.refunds.retrieve(made.id)).toMatchObject({ status: 'requires_action' });
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 6000 });
    expect((await setup.stripe.refunds.cancel(made.id)).status).toBe('canceled');
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 0 });
  });
});

describe('a refund that fails', () => {
  test('looks made at first; later the money is back and the charge paid again', async () => {
    const { id, charge, refund: made } = await refund(failingCard);
    expect(made.status).toBe('succeeded');
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 6000, refunded: true });
    await settle(setup);
    const failed = await setup.stripe.refunds.retrieve(made.id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    await setup.receiver.next('refund.failed', made.id);
    expect((await eventsAbout(setup, id)).slice(-5)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'refund.failed',
      'charge.refund.updated',
    ]);
    const again = await setup.stripe.refunds.create({ payment_intent: id, amount: 6000 });
    expect(again.id).not.toBe(made.id);
  });

  test('can be any refund, by the hand of a bank, but only once', async () => {
    const { charge, refund: made } = await refund(plainCard, { amount: 1500 });
    expect((await bringAbout(setup, 'refund_fails', made.id)).status).toBe(200);
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 0 });
    expect((await bringAbout(setup, 'refund_fails', made.id)).status).toBe(400);
    expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 0 });
  });
});

test('a refund can be made at the dashboard, in full or in part', async () => {
  const { id, charge } = await payWith(setup, plainCard);
  expect((await bringAbout(setup, 'refunded_at_dashboard', id, { amount: '2500' })).status).toBe(200);
  expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 2500 });
  await bringAbout(setup, 'refunded_at_dashboard', id);
  expect(await chargeOf(charge)).toMatchObject({ amount_refunded: 6000, refunded: true });
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
