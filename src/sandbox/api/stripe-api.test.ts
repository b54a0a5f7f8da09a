import { request } from 'node:http';
import type Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { callRest, payAsCustomer, sdkFor, startSetup, statusOf } from '../test-sandbox.ts';

const setup = await startSetup();
afterAll(() => setup.close());
const { keys, apiBase } = setup.sandbox;
const { paymentIntents } = setup.stripe;

const params: Stripe.PaymentIntentCreateParams = {
  amount: 6000,
  currency: 'usd',
  metadata: { order_id: '5' },
};
const secret = { Authorization: `Bearer ${keys.secretKey}` };
const intentsPath = '/v1/payment_intents';
const form = { ...secret, 'Content-Type': 'application/x-www-form-urlencoded' };

test('stores no answer for a request with an unknown key', async () => {
  const idempotencyKey = 'refused-1';
  const wrong = sdkFor(setup.sandbox, 'sk_test_wrong');
  await expect(wrong.paymentIntents.create(params, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
  expect((await paymentIntents.create(params, { idempotencyKey })).amount).toBe(6000);
});

test('requires a key in the header, as Bearer or Basic', async () => {
  const none = await callRest(setup.sandbox, intentsPath, {});
  expect([none.status, none.body.error?.type]).toEqual([401, 'invalid_request_error']);
  expect((await callRest(setup.sandbox, '/v1/refunds', { key: keys.secretKey })).status).toBe(401);
  const basic = { Authorization: `Basic ${Buffer.from(`${keys.secretKey}:`).toString('base64')}` };
  expect((await callRest(setup.sandbox, '/v1/refunds', {}, basic)).status).toBe(400);
});

test('limits the publishable key to reading an intent by client secret', async () => {
  const browser = sdkFor(setup.sandbox, keys.publishableKey);
  const intent = await paymentIntents.create(params);
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
  const read = (client_secret?: string) =>
    browser.paymentIntents.retrieve(intent.id, client_secret === undefined ? {} : { client_secret });
  await expect(read()).rejects.toMatchObject({ code: 'parameter_missing' });
  await expect(read(`${intent.client_secret}x`)).rejects.toMatchObject({ param: 'client_secret' });
  const seen = await read(intent.client_secret ?? '');
  expect(seen).toMatchObject({ id: intent.id, amount: 6000, client_secret: intent.client_secret });
  expect(seen).not.toHaveProperty('metadata');
  expect(seen).not.toHaveProperty('latest_charge');
  const pay = (number: string, more = {}) => payAsCustomer(setup.sandbox, intent, number, more);
  const forged = await pay('4242424242424242', { client_secret: 'pi_x_secret_y' });
  expect(forged.body.error?.param).toBe('client_secret');
  const declined = await pay('4000000000000002');
  expect(declined.body.error?.payment_intent).not.toHaveProperty('metadata');
  await pay('4242424242424242');
  const again = await pay('4242424242424242');
  expect(again.body.error?.payment_intent).not.toHaveProperty('metadata');
});

test('refuses other encodings, other methods, and oversized bodies', async () => {
  const post = (body: string, headers: Record<string, string>, method = 'POST') =>
    statusOf(apiBase, method, intentsPath, body, { ...form, ...headers });
  expect(await post('{"amount":6000}', { 'Content-Type': 'application/json' })).toBe(400);
  expect(await post('--x--', { 'Content-Type': 'multipart/form-data; boundary=x' })).toBe(400);
  expect(await post(`a=${'x'.repeat(65 * 1024)}`, {})).toBe(413);
  expect(await post('amount=6000&currency=usd', { 'Idempotency-Key': 'k'.repeat(256) })).toBe(400);
  expect(await post('', {}, 'DELETE')).toBe(404);
});

test('refuses a body that exceeds the limit without a declared length', async () => {
  const sendInPieces = (pieces: string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { method: 'POST', headers: form, timeout: 5000 };
      const sending = request(new URL(intentsPath, apiBase), options, (response) => {
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
