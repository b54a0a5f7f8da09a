import { request } from 'node:http';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callRest,
  codeOf,
  payAsCustomer,
  type Setup,
  sdkFor,
  startSetup,
  statusOf,
  withholdPermissions,
} from '../test-sandbox.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.close());

const params: Stripe.PaymentIntentCreateParams = {
  amount: 6000,
  currency: 'usd',
  metadata: { order_id: '5' },
};
const secret = () => ({ Authorization: `Bearer ${setup.sandbox.keys.secretKey}` });

describe('idempotency keys', () => {
  test('the same request answers the same, and happens once', async () => {
    const first = await setup.stripe.paymentIntents.create(params, { idempotencyKey: 'order-1' });
    const again = await setup.stripe.paymentIntents.create(params, { idempotencyKey: 'order-1' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    const events = await setup.stripe.events.list({ type: 'payment_intent.created', limit: 100 });
    expect(events.data.filter(({ request }) => request?.idempotency_key === 'order-1')).toHaveLength(1);
  });

  test('another request with the same key is an error', async () => {
    await setup.stripe.paymentIntents.create(params, { idempotencyKey: 'order-2' });
    const other = setup.stripe.paymentIntents.create(
      { ...params, amount: 7000 },
      { idempotencyKey: 'order-2' },
    );
    await expect(other).rejects.toMatchObject({ rawType: 'idempotency_error', statusCode: 400 });
  });

  test('a decline is replayed, a mistake in the form is not', async () => {
    const intent = await setup.stripe.paymentIntents.create(params);
    const confirm = () =>
      callRest(
        setup.sandbox,
        `/v1/payment_intents/${intent.id}/confirm`,
        { payment_method: 'pm_card_visa_chargeDeclined' },
        { ...secret(), 'Idempotency-Key': 'pay-1' },
      );
    const first = await confirm();
    const again = await confirm();
    expect([first.status, again.status]).toEqual([402, 402]);
    expect(again.body).toEqual(first.body);
    expect((await setup.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);

    const mistaken = await callRest(
      setup.sandbox,
      '/v1/payment_intents',
      { amount: '1' },
      { ...secret(), 'Idempotency-Key': 'pay-2' },
    );
    expect(mistaken.status).toBe(400);
    const right = await setup.stripe.paymentIntents.create(params, { idempotencyKey: 'pay-2' });
    expect(right.object).toBe('payment_intent');
  });

  test('a key is refused while another request with it is arriving', async () => {
    const headers = {
      ...secret(),
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': 'twice-at-once',
    };
    const url = new URL('/v1/payment_intents', setup.sandbox.apiBase);
    const first = request(url, { method: 'POST', headers, timeout: 5000 });
    const firstStatus = new Promise((resolve, reject) => {
      first.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
    });
    first.write('amount=6000');
    const send = () =>
      callRest(setup.sandbox, '/v1/payment_intents', 'amount=6000&currency=usd', {
        ...secret(),
        'Idempotency-Key': 'twice-at-once',
      });
    let second = await send();
    while (second.status === 200) second = await send();
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    first.end('&currency=usd');
    expect(await firstStatus).toBe(200);
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
  });

  test('a refused expansion takes back what the request had done', async () => {
    const before = await setup.stripe.paymentIntents.list({ limit: 1 });
    const refused = await callRest(
      setup.sandbox,
      '/v1/payment_intents',
      { amount: '6000', currency: 'usd', 'expand[]': 'nonsense' },
      { ...secret(), 'Idempotency-Key': 'expand-1' },
    );
    expect(refused.body.error?.param).toBe('expand');
    expect((await setup.stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(before.data[0]?.id);
  });
});

describe('a key', () => {
  test('that is unknown, or lacks a permission, leaves nothing to replay', async () => {
    const idempotencyKey = 'refused-1';
    const wrong = sdkFor(setup.sandbox, 'sk_test_wrong');
    await expect(wrong.paymentIntents.create(params, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    await withholdPermissions(setup, 'payment_intent_write');
    await expect(setup.stripe.paymentIntents.create(params, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripePermissionError',
      rawType: 'invalid_request_error',
      statusCode: 403,
      code: 'more_permissions_required',
      message: expect.stringContaining("'rak_payment_intent_write'"),
    });
    await withholdPermissions(setup);
    expect((await setup.stripe.paymentIntents.create(params, { idempotencyKey })).amount).toBe(6000);
  });

  test('can do all but what it lacks', async () => {
    await withholdPermissions(setup, 'rak_refund_write', 'radar_early_fraud_warning_read', 'webhook_write');
    const refused = 'StripePermissionError more_permissions_required';
    const intent = await setup.stripe.paymentIntents.create(params);
    expect(await codeOf(setup.stripe.refunds.create({ payment_intent: intent.id }))).toBe(refused);
    expect(await codeOf(setup.stripe.radar.earlyFraudWarnings.list())).toBe(refused);
    const endpoint = { url: 'https://shop.example/', enabled_events: ['*' as const] };
    expect(await codeOf(setup.stripe.webhookEndpoints.create(endpoint))).toBe(refused);
    expect(await codeOf(setup.stripe.refunds.list())).toBeUndefined();
    expect(await codeOf(setup.stripe.webhookEndpoints.list())).toBeUndefined();
    await withholdPermissions(setup);
  });
});

test('the account is always the same, and can be kept from charging', async () => {
  const account = await setup.stripe.accounts.retrieveCurrent();
  expect(account).toMatchObject({
    object: 'account',
    charges_enabled: true,
    settings: { card_payments: { statement_descriptor_prefix: 'SANDBOX' } },
  });
  await callRest(setup.sandbox, '/v1/sandbox/account', { charges_enabled: 'false' }, secret());
  expect(await setup.stripe.accounts.retrieveCurrent()).toMatchObject({
    id: account.id,
    charges_enabled: false,
    requirements: { disabled_reason: 'under_review' },
  });
  await callRest(setup.sandbox, '/v1/sandbox/account', { charges_enabled: 'true' }, secret());
});

describe('keys', () => {
  test('nobody gets in without a key', async () => {
    const none = await callRest(setup.sandbox, '/v1/payment_intents', {});
    expect([none.status, none.body.error?.type]).toEqual([401, 'invalid_request_error']);
    await expect(sdkFor(setup.sandbox, 'sk_test_wrong').paymentIntents.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    });
    const basic = Buffer.from(`${setup.sandbox.keys.secretKey}:`).toString('base64');
    expect(
      (await callRest(setup.sandbox, '/v1/refunds', {}, { Authorization: `Basic ${basic}` })).status,
    ).toBe(400);
    const inForm = await callRest(setup.sandbox, '/v1/refunds', { key: setup.sandbox.keys.secretKey });
    expect(inForm.status).toBe(401);
  });

  test('the publishable key creates, lists, cancels and refunds nothing', async () => {
    const browser = sdkFor(setup.sandbox, setup.sandbox.keys.publishableKey);
    const intent = await setup.stripe.paymentIntents.create(params);
    const attempts: Promise<unknown>[] = [
      browser.paymentIntents.create(params),
      browser.paymentIntents.update(intent.id, { amount: 50 }),
      browser.paymentIntents.cancel(intent.id),
      browser.paymentIntents.list(),
      browser.refunds.create({ payment_intent: intent.id }),
      browser.charges.list(),
      browser.events.list(),
    ];
    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({ statusCode: 403, code: 'secret_key_required' });
    }
  });

  test('the publishable key needs the client secret and sees no metadata', async () => {
    const browser = sdkFor(setup.sandbox, setup.sandbox.keys.publishableKey);
    const intent = await setup.stripe.paymentIntents.create(params);
    await expect(browser.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
      code: 'parameter_missing',
    });
    await expect(
      browser.paymentIntents.retrieve(intent.id, { client_secret: `${intent.client_secret}x` }),
    ).rejects.toMatchObject({ param: 'client_secret' });
    const seen = await browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret ?? '',
    });
    expect(seen).toMatchObject({ id: intent.id, amount: 6000, client_secret: intent.client_secret });
    expect(seen).not.toHaveProperty('metadata');
    expect(seen).not.toHaveProperty('latest_charge');
    const forged = await payAsCustomer(setup.sandbox, intent, '4242424242424242', {
      client_secret: 'pi_x_secret_y',
    });
    expect(forged.body.error?.param).toBe('client_secret');
    const declined = await payAsCustomer(setup.sandbox, intent, '4000000000000002');
    expect(declined.body.error?.payment_intent).not.toHaveProperty('metadata');
    await payAsCustomer(setup.sandbox, intent, '4242424242424242');
    const again = await payAsCustomer(setup.sandbox, intent, '4242424242424242');
    expect(again.body.error?.payment_intent).not.toHaveProperty('metadata');
  });
});

describe('malformed requests', () => {
  test('other encodings and too large bodies are refused politely', async () => {
    const { apiBase } = setup.sandbox;
    const post = (body: string, type: string) =>
      statusOf(apiBase, 'POST', '/v1/payment_intents', body, { ...secret(), 'Content-Type': type });
    expect(await post('{"amount":6000}', 'application/json')).toBe(400);
    expect(await post('--x--', 'multipart/form-data; boundary=x')).toBe(400);
    expect(await post(`a=${'x'.repeat(65 * 1024)}`, 'application/x-www-form-urlencoded')).toBe(413);
    expect(
      await statusOf(apiBase, 'POST', '/v1/payment_intents', 'amount=6000&currency=usd', {
        ...secret(),
        'Content-Type': 'application/x-www-form-urlencoded',
        'Idempotency-Key': 'k'.repeat(256),
      }),
    ).toBe(400);
    expect(await statusOf(apiBase, 'DELETE', '/v1/payment_intents', '', secret())).toBe(404);
  });

  test('a body that grows past the limit without saying so is refused', async () => {
    const sendInPieces = (pieces: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = new URL('/v1/payment_intents', setup.sandbox.apiBase);
        const headers = { ...secret(), 'Content-Type': 'application/x-www-form-urlencoded' };
        const sending = request(url, { method: 'POST', headers, timeout: 5000 }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sending.on('error', reject);
        for (const piece of pieces) sending.write(piece);
        sending.end();
      });
    expect(await sendInPieces(['amount=6000', '&currency=usd'])).toBe(200);
    expect(await sendInPieces(Array.from({ length: 80 }, () => 'x'.repeat(1024)))).toBe(413);
  });
});
