import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { days, hours } from '../../../shared/durations.ts';
import { type Expected, expectFinding } from '../../../testing/findings.ts';
import { sampleEndpoint, startStripeAccount, webhookUrl } from '../../../testing/stripe-account-double.ts';
import { createStripeClient } from '../../payments/stripe/stripe-client.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkStripeAccount, checkStripeKey } from './check-stripe.ts';
import { checkDeliveries, checkEndpoint } from './check-webhooks.ts';
import type { Finding } from './finding.ts';

/* What doctor knows of Stripe: each failure is brought about, over a real connection. */

const account = await startStripeAccount();
const { state } = account;
afterAll(() => account.close());
beforeEach(() => {
  state.refused = {};
  state.endpoints.splice(0);
  state.undelivered.splice(0);
  state.calls.splice(0);
  state.account.charges_enabled = true;
  state.account.requirements.disabled_reason = null;
  state.account.settings.card_payments.statement_descriptor_prefix = null;
});

const clientFor = (apiBase: string) =>
  createStripeClient({ secretKey: 'rk_test_hunter2', apiBase, timeoutMilliseconds: 2_000, retries: 0 });
const stripe = clientFor(account.apiBase);
const nowhere = clientFor('http://127.0.0.1:1');
const keysOf = (secretKey: string, mode: 'live' | 'test' = 'test') => ({
  mode,
  apiBase: null,
  keys: { secretKey, publishableKey: 'pk_test_1', webhookSecret: 'whsec_hunter2' },
});
const refuse = (call: string, status: number, code: string, message = 'No.') => {
  state.refused[call] = { status, error: { code, message } };
};

/** Nothing that is secret is in what is found. */
function expectPlain(finding: Finding, expected: Expected) {
  expectFinding(finding, expected);
  expect(JSON.stringify(finding)).not.toMatch(/hunter2|ter2/);
}

describe('the key', () => {
  test.each<[string, string, 'live' | 'test', () => void, ...Expected]>([
    ['is known', 'sk_test_hunter2', 'test', () => {}, 'ok', /A secret key .* test mode: no money moves/],
    ['is a live one', 'sk_live_hunter2', 'live', () => {}, 'ok', /live mode: customers pay real money/],
    [
      'is restricted and may not read the account',
      'rk_test_hunter2',
      'test',
      () => account.forbid('account', 'rak_accounts_kyc_basic_read'),
      'ok',
      /A restricted key that Stripe knows/,
    ],
    [
      'is wrong',
      'sk_test_hunter2',
      'test',
      () => refuse('account', 401, 'no_code', 'Invalid API Key provided: sk_test_****ter2'),
      'failed',
      /does not accept the key\. It says: “Invalid API Key provided: … \(.+, status 401, .+\)”/,
      /STRIPE_SECRET_KEY/,
    ],
    [
      'has expired',
      'sk_test_hunter2',
      'test',
      () => refuse('account', 401, 'api_key_expired'),
      'failed',
      /does not accept the key/,
      /STRIPE_SECRET_KEY/,
    ],
    [
      'cannot be tried while Stripe is not well',
      'sk_test_hunter2',
      'test',
      () => refuse('account', 503, 'no_code'),
      'failed',
      /Stripe does not answer, or cannot/,
      /status\.stripe\.com/,
    ],
  ])('%s', async (_what, key, mode, bringAbout, ...expected) => {
    bringAbout();
    expectPlain(await checkStripeKey(stripe, keysOf(key, mode)), expected);
  });

  test('cannot be tried where Stripe cannot be reached', async () => {
    const finding = await checkStripeKey(nowhere, keysOf('sk_test_hunter2'));
    expectPlain(finding, ['failed', /does not answer/, /firewall/]);
  });
});

describe('the account', () => {
  const stopped = () => {
    state.account.charges_enabled = false;
    state.account.requirements.disabled_reason = 'requirements.past_due';
  };
  test.each<[string, 'live' | 'test', () => void, ...Expected]>([
    ['may take payments', 'live', () => {}, 'ok', /acct_1 may take payments/],
    ['may take none', 'live', stopped, 'failed', /no payments \(requirements\.past_due\)/, /dashboard/],
    ['may take none yet, with test keys', 'test', stopped, 'warning', /Test payments work/, /dashboard/],
    [
      'has a prefix that leaves no room',
      'live',
      () => (state.account.settings.card_payments.statement_descriptor_prefix = 'LONGPREFIX'),
      'warning',
      /22 characters and cut “LONGPREFIX\* CAREER TAROT”/,
      /On card statements.*to 10 characters/,
    ],
    [
      'may not be read',
      'live',
      () => account.forbid('account', 'rak_accounts_kyc_basic_read'),
      'warning',
      /may not read the account/,
      /rak_accounts_kyc_basic_read/,
    ],
    ['cannot be asked about', 'live', () => refuse('account', 500, 'no_code'), 'failed', /does not answer/],
  ])('%s', async (_what, mode, bringAbout, ...expected) => {
    bringAbout();
    expectPlain(await checkStripeAccount(stripe, keysOf('rk_test_hunter2', mode), 'CAREER TAROT'), expected);
  });
});

describe('the permissions', () => {
  const check = () => checkPermissions(stripe, 'rk_test_hunter2');

  test('of a secret key need no look', async () => {
    expectPlain(await checkPermissions(stripe, 'sk_test_hunter2'), ['ok', /may do everything/]);
    expect(state.calls).toEqual([]);
  });

  test('of a restricted key are tried out on what does not exist', async () => {
    expectPlain(await check(), ['ok', /all that the service needs/]);
    const written = state.calls.filter((call) => call.startsWith('POST'));
    expect(written.sort()).toEqual([
      'POST payment_intents/pi_of_doctor_that_is_not_there/cancel',
      'POST refunds',
    ]);
  });

  test.each([
    [
      'POST payment_intents/pi_of_doctor_that_is_not_there/cancel',
      'PaymentIntents: write',
      'rak_payment_intent_write',
    ],
    ['POST refunds', 'Charges and Refunds: write', 'rak_refund_write'],
    ['charges', 'Charges and Refunds: read', 'rak_charge_read'],
    ['disputes', 'Disputes: read', 'rak_dispute_read'],
    ['reviews', 'Radar, reviews: read', 'rak_review_read'],
    ['radar/early_fraud_warnings', 'Radar, early fraud warnings: read', 'rak_charge_read'],
    ['events', 'Events: read', 'rak_event_read'],
  ])('without %s', async (call, name, permission) => {
    account.forbid(call, permission);
    const finding = await check();
    expectPlain(finding, ['failed', /The restricted key lacks/, /apikeys/]);
    expect(finding.found).toContain(`${name} (${permission})`);
  });

  test('that cannot be tried are not taken for granted', async () => {
    refuse('disputes', 500, 'no_code');
    expectPlain(await check(), ['warning', /Disputes: read could not be tried out/, /again/]);
    refuse('disputes', 401, 'api_key_expired');
    expectPlain(await check(), ['failed', /does not accept the key/, /STRIPE_SECRET_KEY/]);
  });
});

describe('the webhook endpoint', () => {
  test.each<[string, () => void, ...Expected]>([
    ['is there', () => state.endpoints.push(sampleEndpoint()), 'ok', /is told of everything/],
    [
      'is not there',
      () => {},
      'failed',
      /no webhook endpoint for https:\/\/tarot/,
      /npm run stripe -- setup/,
    ],
    [
      'is at another address',
      () => state.endpoints.push(sampleEndpoint({ url: 'https://old.example.com/api/stripe/webhook' })),
      'failed',
      /no webhook endpoint/,
    ],
    [
      'is disabled',
      () => state.endpoints.push(sampleEndpoint({ status: 'disabled' })),
      'failed',
      /is disabled/,
    ],
    [
      'is not told of something',
      () => state.endpoints.push(sampleEndpoint({ enabled_events: ['payment_intent.succeeded'] })),
      'failed',
      /not told of .*charge\.refunded/,
      /setup/,
    ],
    [
      'may not be read',
      () => account.forbid('webhook_endpoints', 'rak_webhook_read'),
      'warning',
      /may not read/,
      /rak_webhook_read/,
    ],
    [
      'cannot be asked about',
      () => refuse('webhook_endpoints', 429, 'rate_limit'),
      'failed',
      /does not answer/,
    ],
  ])('%s', async (_what, bringAbout, ...expected) => {
    bringAbout();
    expectPlain(await checkEndpoint(stripe, webhookUrl), expected);
  });
});

describe('what Stripe sends', () => {
  const now = Date.parse('2030-03-04T05:06:07Z');
  const fine = { missed: 0, newestEventAt: now - hours(2), now };
  test.each<[string, typeof fine | object, () => void, ...Expected]>([
    ['arrives', {}, () => {}, 'ok', /newest event is 2 hours old, and nothing/],
    [
      'has not come yet',
      { newestEventAt: null },
      () => {},
      'ok',
      /nobody has paid, or it is still on its way/,
    ],
    [
      'is known without a database',
      { missed: null, newestEventAt: null },
      () => {},
      'ok',
      /No event is known/,
    ],
    [
      'came late',
      { missed: 1, newestEventAt: now - days(3) },
      () => {},
      'failed',
      /Of 1 payment of the last day no webhook has told.*3 days old/,
      /STRIPE_WEBHOOK_SECRET is not the signing secret/,
    ],
    [
      'was not taken',
      {},
      () => state.undelivered.push({ type: 'charge.refunded' }, { type: 'refund.created' }),
      'failed',
      /2 of the last day's events were not taken, the last of them charge\.refunded/,
      /Another program/,
    ],
    ['cannot be asked about', {}, () => refuse('events', 500, 'no_code'), 'failed', /does not answer/],
    ['may not be asked about', {}, () => account.forbid('events', 'rak_event_read'), 'ok', /2 hours old/],
  ])('%s', async (_what, changes, bringAbout, ...expected) => {
    bringAbout();
    expectPlain(await checkDeliveries(stripe, { ...fine, ...changes }), expected);
  });
});
