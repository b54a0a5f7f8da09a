import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestGateway } from '../../../../tests/kit/test-gateway.ts';
import { DomainError } from '../../base/domain-error.ts';
import { ProviderFailure } from '../../base/provider-failure.ts';
import { callStripe } from './stripe-client.ts';

/* What Stripe's refusals look like on the wire, over a real connection: docs.stripe.com/error-codes. */

let refusal: { status: number; error: Record<string, unknown> };
/** What it answers instead of the refusal. */
let answer: ((response: ServerResponse) => void) | null;
const stripe = createServer((_request, response) => {
  if (answer) return answer(response);
  response.writeHead(refusal.status, {
    'content-type': 'application/json',
    'request-id': 'req_1',
    'stripe-should-retry': 'false',
  });
  response.end(JSON.stringify({ error: { type: 'invalid_request_error', ...refusal.error } }));
});
beforeAll(() => new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve)));
afterAll(() => stripe.close());
beforeEach(() => {
  refusal = { status: 400, error: {} };
  answer = null;
});

const gateway = (timeoutMilliseconds = 5_000) =>
  createTestGateway({
    timeoutMilliseconds,
    secretKey: 'rk_test_hunter2',
    webhookSecret: 'whsec_x',
    apiBase: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
  });

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof DomainError)) throw error;
  if (!(error.cause instanceof ProviderFailure)) throw error.cause;
  const isRefused = error.cause.isAnswered && error.cause.reason !== 'unreachable';
  const sentence = isRefused
    ? 'The payment service doesn’t accept this payment. You haven’t been charged. Please email us about it.'
    : 'We can’t reach the payment service right now. You haven’t been charged. Please try again in a moment.';
  expect([error.code, error.message]).toEqual(['payment_provider_failed', sentence]);
  return error.cause;
}

async function expectOutage(call: Promise<unknown>): Promise<void> {
  expect(await failureOf(call)).toMatchObject({ reason: 'unreachable', isAnswered: false });
}

const lacking = (permission: string) =>
  `The provided key 'rk_test_*****ter2' does not have the required permissions for this endpoint on account 'acct_1'. Having the '${permission}' permission would allow this request to continue.`;

const otherMode = (mode: string) =>
  `No such payment_intent: 'pi_1'; a similar object exists in ${mode} mode, but`;

test.each([
  ['a wrong key', 401, undefined, 'Invalid API Key provided: rk_test_*****ter2', 'key'],
  ['an expired key', 401, 'api_key_expired', 'Expired API Key provided: rk_…', 'key'],
  ['a publishable key', 403, 'secret_key_required', 'Use a secret key.', 'key'],
  ['a live key for a test payment', 404, 'resource_missing', otherMode('test'), 'mode'],
  ['a test key for a live payment', 404, 'resource_missing', otherMode('live'), 'mode'],
  ['mixed modes', 400, 'livemode_mismatch', 'Test and live mode…', 'mode'],
  ['an account for tests only', 400, 'testmode_charges_only', 'Activate…', 'account'],
  ['a stopped account', 402, undefined, 'Your account cannot currently make live charges.', 'account'],
  ['an account out of reach', 403, 'account_invalid', "The key 'rk_test_*****ter2'…", 'account'],
  ['another machine', 403, undefined, 'Requests from your IP address are not allowed.', 'permission'],
  ['an invalid request', 400, 'parameter_missing', 'Missing amount', 'request'],
  ['too many requests', 429, 'rate_limit', 'Too many', 'unreachable'],
  ['an outage', 500, undefined, 'Sorry', 'unreachable'],
])('names the cause of a Stripe refusal: %s', async (_what, status, code, message, reason) => {
  refusal = { status, error: { code, message } };
  const failure = await failureOf(gateway().findPayment('pi_1'));
  expect(failure).toMatchObject({ reason, missingPermission: null, isAnswered: status < 500 });
  expect(failure.words).toMatch(new RegExp(`status ${status}, req_1\\)$`));
  expect(`${failure.words} ${JSON.stringify(failure)}`).not.toMatch(/ter2|acct_1|pi_1/);
});

const either = lacking('rak_a_read').replace("' permission", "', 'rak_b_read' permissions");
test.each([
  ['more_permissions_required', lacking('rak_charge_read'), 'rak_charge_read', 'rak_charge_read'],
  [undefined, lacking('rak_charge_read'), 'rak_charge_read', 'rak_charge_read'],
  ['more_permissions_required', either, 'rak_a_read, rak_b_read', 'rak_a_read or rak_b_read'],
])('names the permission that the key lacks (%s)', async (code, message, missingPermission, words) => {
  refusal = { status: 403, error: { code, message } };
  const failure = await failureOf(gateway().findPayment('pi_1'));
  expect(failure).toMatchObject({ reason: 'permission', missingPermission, isAnswered: true });
  expect(failure.words).toContain(`the key lacks the permission ${words} (`);
});

test('treats the outcome as unknown while another call uses the key', async () => {
  refusal = { status: 409, error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } };
  const failure = await failureOf(gateway().changeAmount('pi_1', { amountMinor: 7000, currency: 'usd' }));
  expect(failure).toMatchObject({ reason: 'request', isAnswered: false });
});

test('ends a trickling response at the time limit without a retry', async () => {
  let [calls, writes] = [0, 0];
  answer = (response) => {
    calls += 1;
    const timer = setInterval(() => {
      writes += 1;
      response.write(' ');
    }, 20);
    response.on('close', () => clearInterval(timer));
  };
  const startedAt = performance.now();
  // Long enough for a busy machine to begin the answer: one that has not begun is asked for again.
  await expectOutage(gateway(1_500).findPayment('pi_1'));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(writes).toBeGreaterThan(1);
  expect(calls).toBe(1);
});

/** Writes for as long as the connection stands. @returns how many bytes were written */
function writeEndlessly(response: ServerResponse, chunk: () => Buffer) {
  const written = { bytes: 0 };
  const more = () => {
    while (!response.destroyed && written.bytes < 60_000_000) {
      const next = chunk();
      written.bytes += next.length;
      if (!response.write(next)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
  return written;
}

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const blanks = () => Buffer.alloc(65_536, ' ');

test.each<[what: string, status: number, headers: object, chunk: () => Buffer]>([
  ['an endless body', 200, {}, blanks],
  ['a body that announces its size', 200, { 'content-length': 60_000_000 }, blanks],
  ['an endless object', 200, {}, () => Buffer.from(`{"${'x'.repeat(10_000)}":`)],
  ['an endless refusal', 400, {}, blanks],
])('cuts off %s at four megabytes', async (_what, status, headers, chunk) => {
  let sent = { bytes: 0 };
  answer = (response) => {
    response.writeHead(status, { ...json, ...headers });
    sent = writeEndlessly(response, chunk);
  };
  await expectOutage(gateway(20_000).findPayment('pi_1'));
  // What both ends keep in their buffers comes on top.
  expect(sent.bytes).toBeLessThan(16 * megabyte);
});

test('cuts off a small response that unpacks to fifty megabytes', async () => {
  const metadata = { order_id: 'x'.repeat(50 * megabyte) };
  const packet = gzipSync(JSON.stringify({ id: 'pi_1', amount: 100, currency: 'usd', metadata }));
  expect(packet.length).toBeLessThan(megabyte);
  answer = (response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
    response.end(packet);
  };
  await expectOutage(gateway(20_000).findPayment('pi_1'));
});

test('ends a call with endless headers', async () => {
  answer = (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => response.socket?.write(`x-${'y'.repeat(1000)}: 1\r\n`), 1);
    response.on('close', () => clearInterval(timer));
  };
  await expectOutage(gateway(20_000).findPayment('pi_1'));
});

test('reads an answer of almost four megabytes', async () => {
  const metadata = { order_id: 'o_1', service: 's'.repeat(3.9 * megabyte) };
  const payment = { id: 'pi_1', object: 'payment_intent', amount: 100, currency: 'usd', metadata };
  answer = (response) => {
    response.writeHead(200, json);
    response.end(JSON.stringify(payment));
  };
  expect(await gateway().findPayment('pi_1')).toMatchObject({ id: 'pi_1', orderId: 'o_1' });
});

test('ends a call at its deadline, however often it is retried', async () => {
  await expectOutage(callStripe(() => new Promise(() => {}), 50));
});
