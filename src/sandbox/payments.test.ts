import type Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { callRest, codeOf, newIntent, payAsCustomer, startSetup } from './test-sandbox.ts';

/* What the shop does with payments is in `tests/kit/payment-contract`. */

const setup = await startSetup();
afterAll(() => setup.close());
const { paymentIntents, charges } = setup.stripe;

const plainCard = '4242424242424242';
const pay = (intent: Stripe.PaymentIntent, number = plainCard, more: Record<string, string> = {}) =>
  payAsCustomer(setup.sandbox, intent, number, more);

test.each<[object, string]>([
  [{ payment_method_types: ['card'] }, 'parameter_unknown payment_method_types'],
  [{ amount: 49 }, 'amount_too_small amount'],
  [{ currency: 'xxq' }, 'currency'],
  [{ allowed_payment_method_types: ['link'] }, 'allowed_payment_method_types'],
  [{ statement_descriptor_suffix: '123' }, 'statement_descriptor_suffix'],
])('refuses an intent with %j', async (change, expected) => {
  const params = { amount: 6000, currency: 'usd', allowed_payment_method_types: ['card'], ...change };
  const created = paymentIntents.create(params as Stripe.PaymentIntentCreateParams);
  expect(await codeOf(created)).toBe(`StripeInvalidRequestError ${expected}`);
});

test('pays with an early card form only when it matches the intent', async () => {
  const intent = await newIntent(setup);
  const payDrawnFor = (amount: string, currency: string, method: string) =>
    pay(intent, plainCard, {
      'client_context[mode]': 'payment',
      'client_context[amount]': amount,
      'client_context[currency]': currency,
      'client_context[allowed_payment_method_types][0]': method,
    });
  for (const [amount, currency, method] of [
    ['7500', 'usd', 'card'],
    ['6000', 'eur', 'card'],
    ['6000', 'usd', 'link'],
  ] as const) {
    const { status, body } = await payDrawnFor(amount, currency, method);
    expect([status, body.error?.type]).toEqual([400, 'invalid_request_error']);
    expect(body.error?.message).toMatch(/provided .* does not match the expected/);
  }
  expect((await payDrawnFor('6000', 'usd', 'card')).status).toBe(200);
});

test.each([
  ['4242 4242 4242 4242', 'visa'],
  ['378282246310005', 'amex'],
])('pays with %s as %s once and stores no card number', async (number, brand) => {
  const intent = await newIntent(setup);
  const { status, body } = await pay(intent, number);
  expect([status, body.status]).toEqual([200, 'succeeded']);
  const paid = await paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(paid).toMatchObject({
    amount_received: 6000,
    last_payment_error: null,
    latest_charge: {
      object: 'charge',
      paid: true,
      amount_captured: 6000,
      metadata: { order_id: '17' },
      payment_method_details: { card: { brand, last4: number.slice(-4) } },
    },
  });
  const again = await pay(intent, number);
  expect([again.status, again.body.error]).toMatchObject([
    400,
    { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } },
  ]);
  const { data } = await charges.list({ payment_intent: intent.id });
  expect(data).toHaveLength(1);
  const known = JSON.stringify([data, await setup.stripe.events.list({ limit: 100 })]);
  expect(known).not.toContain(number.replaceAll(' ', ''));
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4111111111111111', 'card_declined', 'test_mode_live_card'],
])('declines %s with %s %s and sends webhooks', async (number, code, declineCode) => {
  const intent = await newIntent(setup);
  const { status, body } = await pay(intent, number);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code, payment_intent: { id: intent.id } });
  expect(body.error?.decline_code).toBe(declineCode);
  const { event } = await setup.receiver.next('charge.failed', intent.id);
  expect(event.data.object).toMatchObject({ paid: false, status: 'failed', failure_code: code });
  await setup.receiver.next('payment_intent.payment_failed', intent.id);
  expect((await paymentIntents.retrieve(intent.id)).last_payment_error).toMatchObject({ code });
});

test.each([
  ['number', '4242424242424241', 'incorrect_number'],
  ['exp_month', '13', 'invalid_expiry_month'],
  ['exp_year', '2020', 'invalid_expiry_year'],
  ['cvc', '1', 'invalid_cvc'],
])('refuses the %s %s before charging the card', async (param, value, code) => {
  const intent = await newIntent(setup);
  const { status, body } = await pay(intent, plainCard, { [`payment_method_data[card][${param}]`]: value });
  expect([status, body.error]).toMatchObject([402, { type: 'card_error', code, param }]);
  expect((await charges.list({ payment_intent: intent.id })).data).toEqual([]);
});

async function startAuthentication() {
  const intent = await newIntent(setup);
  const { status, body } = await pay(intent, '4000002500003155');
  expect([status, body]).toMatchObject([
    200,
    { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
  ]);
  await setup.receiver.next('payment_intent.requires_action', intent.id);
  const complete = () =>
    callRest(setup.sandbox, `/v1/sandbox/payment_intents/${intent.id}/authenticate`, {
      client_secret: intent.client_secret ?? '',
      key: setup.sandbox.keys.publishableKey,
      outcome: 'complete',
    });
  return { intent, complete };
}

test('pays once after 3-D Secure, but not a changed amount', async () => {
  const { intent, complete } = await startAuthentication();
  expect((await complete()).body.status).toBe('succeeded');
  expect((await complete()).body.error?.code).toBe('payment_intent_unexpected_state');
  const paid = await paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  const details = { card: { three_d_secure: { result: 'authenticated' } } };
  expect(paid.latest_charge).toMatchObject({ payment_method_details: details });
  const changed = await startAuthentication();
  await paymentIntents.update(changed.intent.id, { amount: 9900 });
  expect((await changed.complete()).status).toBe(400);
  expect((await paymentIntents.retrieve(changed.intent.id)).amount_received).toBe(0);
});
