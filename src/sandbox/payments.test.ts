import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRest, codeOf, newIntent, payAsCustomer, type Setup, startSetup } from './test-sandbox.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.close());

describe('payment intents', () => {
  test('a new intent waits for a payment method and keeps what it was given', async () => {
    const intent = await newIntent(setup);
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 6000,
      currency: 'usd',
      status: 'requires_payment_method',
      livemode: false,
      latest_charge: null,
      metadata: { order_id: '17' },
      allowed_payment_method_types: ['card'],
      statement_descriptor_suffix: 'READING',
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
  });

  test.each<[string, object, string]>([
    ['payment_method_types', { payment_method_types: ['card'] }, 'parameter_unknown payment_method_types'],
    ['less than 50 cents', { amount: 49 }, 'amount_too_small amount'],
    ['a fraction of a cent', { amount: 50.5 }, 'parameter_invalid_integer amount'],
    ['no amount', { amount: undefined }, 'parameter_missing amount'],
    ['an unknown currency', { currency: 'xxq' }, 'currency'],
    [
      'both ways of choosing methods',
      { automatic_payment_methods: { enabled: true } },
      'allowed_payment_method_types',
    ],
    ['a descriptor without letters', { statement_descriptor_suffix: '123' }, 'statement_descriptor_suffix'],
  ])('an intent with %s is refused', async (_what, change, expected) => {
    const params = { amount: 6000, currency: 'usd', allowed_payment_method_types: ['card'], ...change };
    const created = setup.stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams);
    expect(await codeOf(created)).toBe(`StripeInvalidRequestError ${expected}`);
  });

  test('metadata is merged: new keys come, empty ones go, the rest stays', async () => {
    const intent = await newIntent(setup);
    const updated = await setup.stripe.paymentIntents.update(intent.id, {
      amount: 7000,
      metadata: { order_id: '', note: 'x', __proto: 'y' },
    });
    expect(updated.amount).toBe(7000);
    expect(updated.metadata).toEqual({ note: 'x', __proto: 'y' });
    expect((await setup.stripe.paymentIntents.update(intent.id, { metadata: '' })).metadata).toEqual({});
  });

  test('a canceled intent can be neither paid, changed nor canceled again', async () => {
    const intent = await newIntent(setup);
    const canceled = await setup.stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'abandoned',
    });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const unexpected = 'StripeInvalidRequestError payment_intent_unexpected_state';
    expect(await codeOf(setup.stripe.paymentIntents.cancel(intent.id))).toBe(unexpected);
    expect(await codeOf(setup.stripe.paymentIntents.update(intent.id, { amount: 100 }))).toBe(unexpected);
    const paid = await payAsCustomer(setup.sandbox, intent, '4242424242424242');
    expect([paid.status, paid.body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('lists go page by page, newest first, and can start at a time', async () => {
    const made = [await newIntent(setup), await newIntent(setup), await newIntent(setup)]
      .map(({ id }) => id)
      .reverse();
    const first = await setup.stripe.paymentIntents.list({ limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.has_more).toBe(true);
    const second = await setup.stripe.paymentIntents.list({ limit: 1, starting_after: first.data[1]?.id });
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(2));
    const future = Math.floor(Date.now() / 1000) + 1000;
    expect((await setup.stripe.paymentIntents.list({ created: { gte: future } })).data).toEqual([]);
    expect(await codeOf(setup.stripe.paymentIntents.list({ starting_after: 'pi_none' }))).toContain(
      'resource_missing',
    );
    expect(await codeOf(setup.stripe.paymentIntents.list({ limit: 101 }))).toContain('limit');
    const all = await setup.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

describe('a card form that was drawn before its intent', () => {
  const context = {
    'client_context[mode]': 'payment',
    'client_context[amount]': '6000',
    'client_context[currency]': 'usd',
    'client_context[allowed_payment_method_types][0]': 'card',
  };

  test('pays the intent it was drawn for', async () => {
    const intent = await newIntent(setup);
    const { status } = await payAsCustomer(setup.sandbox, intent, '4242424242424242', context);
    expect(status).toBe(200);
  });

  test.each([
    ['amount', '7500'],
    ['currency', 'eur'],
    ['allowed_payment_method_types][0', 'link'],
  ])('does not pay one with another %s', async (name, value) => {
    const intent = await newIntent(setup);
    const other = { ...context, [`client_context[${name}]`]: value };
    const { status, body } = await payAsCustomer(setup.sandbox, intent, '4242424242424242', other);
    expect(status).toBe(400);
    expect(body.error?.type).toBe('invalid_request_error');
    expect(body.error?.message).toMatch(new RegExp(`provided .*${value}.* does not match the expected`));
    expect((await setup.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  test.each([
    ['60 dollars', '6000', 200],
    ['less than can be charged', '49', 400],
  ])('is drawn for %s or not', async (_what, amount, status) => {
    const answer = await callRest(
      setup.sandbox,
      '/v1/sandbox/elements_session',
      {
        'deferred_intent[mode]': 'payment',
        'deferred_intent[amount]': amount,
        'deferred_intent[currency]': 'usd',
      },
      { Authorization: `Bearer ${setup.sandbox.keys.publishableKey}` },
    );
    expect(answer.status).toBe(status);
  });
});

describe('cards', () => {
  test.each([
    ['4242 4242 4242 4242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
  ])('%s pays as %s', async (number, brand) => {
    const intent = await newIntent(setup);
    const { status, body } = await payAsCustomer(setup.sandbox, intent, number);
    expect([status, body.status]).toEqual([200, 'succeeded']);
    const paid = await setup.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 6000, last_payment_error: null });
    expect(paid.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      amount_captured: 6000,
      metadata: { order_id: '17' },
      payment_method_details: { card: { brand, last4: number.slice(-4) } },
    });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4111111111111111', 'card_declined', 'test_mode_live_card'],
  ])('%s is declined with %s %s and leaves the intent payable', async (number, code, declineCode) => {
    const intent = await newIntent(setup);
    const { status, body } = await payAsCustomer(setup.sandbox, intent, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, payment_intent: { id: intent.id } });
    expect(body.error?.decline_code).toBe(declineCode);
    expect(body.error?.doc_url).toContain('docs.stripe.com');

    const after = await setup.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
      amount_received: 0,
    });
    expect(after.latest_charge).toMatchObject({ paid: false, status: 'failed', failure_code: code });
    await setup.receiver.next('charge.failed', intent.id);
    await setup.receiver.next('payment_intent.payment_failed', intent.id);

    expect((await payAsCustomer(setup.sandbox, intent, '4242424242424242')).body.status).toBe('succeeded');
    expect((await setup.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(2);
  });

  const card = (member: string, value: string) => ({ [`payment_method_data[card][${member}]`]: value });
  test.each([
    ['a mistyped number', card('number', '4242424242424241'), 'incorrect_number', 'number'],
    ['a number of letters', card('number', 'abcd'), 'incorrect_number', 'number'],
    ['a thirteenth month', card('exp_month', '13'), 'invalid_expiry_month', 'exp_month'],
    ['a past year', card('exp_year', '2020'), 'invalid_expiry_year', 'exp_year'],
    ['a year too far away', card('exp_year', '2999'), 'invalid_expiry_year', 'exp_year'],
    ['a short security code', card('cvc', '1'), 'invalid_cvc', 'cvc'],
  ])('a card with %s is refused before it is charged', async (_what, change, code, param) => {
    const intent = await newIntent(setup);
    const { status, body } = await payAsCustomer(setup.sandbox, intent, '4242424242424242', change);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, param });
    expect((await setup.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
  });

  test('the card number is not kept', async () => {
    const intent = await newIntent(setup);
    await payAsCustomer(setup.sandbox, intent, '4242424242424242');
    const events = await setup.stripe.events.list({ limit: 100 });
    const known = JSON.stringify([
      events.data,
      await setup.stripe.charges.list({ payment_intent: intent.id }),
    ]);
    expect(known).not.toContain('4242424242424242');
  });

  test('a paid intent cannot be paid again', async () => {
    const intent = await newIntent(setup);
    await payAsCustomer(setup.sandbox, intent, '4242424242424242');
    const again = await payAsCustomer(setup.sandbox, intent, '4242424242424242');
    expect(again.status).toBe(400);
    expect(again.body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    expect((await setup.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  test('named test payment methods work with the secret key', async () => {
    const paid = await setup.stripe.paymentIntents.confirm((await newIntent(setup)).id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(paid.latest_charge).toMatchObject({ object: 'charge', paid: true });
    expect(paid.payment_method).toMatchObject({ object: 'payment_method', card: { last4: '4242' } });
  });
});

describe('3-D Secure', () => {
  async function startAuthentication() {
    const intent = await newIntent(setup);
    const { status, body } = await payAsCustomer(setup.sandbox, intent, '4000002500003155');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    await setup.receiver.next('payment_intent.requires_action', intent.id);
    const end = (outcome: string) =>
      callRest(setup.sandbox, `/v1/sandbox/payment_intents/${intent.id}/authenticate`, {
        client_secret: intent.client_secret ?? '',
        key: setup.sandbox.keys.publishableKey,
        outcome,
      });
    return { intent, end };
  }

  test('completing it pays, once', async () => {
    const { intent, end } = await startAuthentication();
    expect((await end('complete')).body.status).toBe('succeeded');
    expect((await end('complete')).body.error?.code).toBe('payment_intent_unexpected_state');
    const paid = await setup.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    });
  });

  test('failing it asks for another payment method', async () => {
    const { intent, end } = await startAuthentication();
    const { status, body } = await end('fail');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      payment_intent: { status: 'requires_payment_method' },
    });
    await setup.receiver.next('payment_intent.payment_failed', intent.id);
    expect((await payAsCustomer(setup.sandbox, intent, '4242424242424242')).body.status).toBe('succeeded');
  });

  test('a new amount takes back the authentication of the old one', async () => {
    const { intent, end } = await startAuthentication();
    await setup.stripe.paymentIntents.update(intent.id, { amount: 9900 });
    expect((await end('complete')).status).toBe(400);
    expect((await setup.stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(0);
  });
});
