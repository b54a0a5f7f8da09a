import type Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { sampleEndpoint, startStripeAccount, webhookUrl } from '../../../../tests/kit/stripe-account.ts';
import { minutes } from '../../../shared/durations.ts';
import { createStripeClient } from '../../payments/stripe/stripe-client.ts';
import { checkPermissions, checkStripe, checkWebhooks } from './check-stripe.ts';
import type { Finding } from './finding.ts';

const account = await startStripeAccount();
afterAll(() => account.close());
beforeEach(() => {
  account.allowAll();
  account.setEndpoints();
  account.setAccount();
  for (const { id } of account.store.list('event', {}).data) account.store.remove('event', id);
  account.calls.length = 0;
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
const onTime = { aheadMs: 0 };
/* What has happened at Stripe before doctor looks. */
const nothing = () => {};
const forbids = (call: string, permission: string) => () => account.forbid(call, permission);
const refuses =
  (call: string, status: number, code: string, message = 'No.') =>
  () => {
    account.refused[call] = { status, error: { code, message } };
  };

const unread = forbids('account', 'rak_accounts_kyc_basic_read');

/** Nothing that is secret is in what is found. */
function expectPlain(finding: Finding, expected: RegExp) {
  expectFinding(finding, expected);
  expect(JSON.stringify(finding)).not.toMatch(/hunter2|ter2/);
}

describe('the key', () => {
  const [secret, live, restricted] = ['sk_test_hunter2', 'sk_live_hunter2', 'rk_test_hunter2'] as const;
  const wrong = refuses('account', 401, 'no_code', 'Invalid API Key provided: sk_test_****ter2');
  const words =
    /^error: .*does not accept .* The error: “Invalid API Key provided: … \(.+, status 401, .+\)”.*→.*STRIPE_SECRET_KEY/;
  test.each<[string, () => void, RegExp]>([
    [secret, nothing, /^ok: .*Stripe accepts the secret key.* Test mode: no money moves/],
    [live, nothing, /^ok: .*Live mode: customers pay real money/],
    [restricted, nothing, /^ok: .*Stripe accepts the restricted key/],
    [secret, wrong, words],
    [secret, refuses('account', 401, 'api_key_expired'), /^error: .*does not accept.*→.*STRIPE_SECRET_KEY/],
    [secret, refuses('account', 503, 'no_code'), /^error: .*not answer, or .*→.*status\.stripe\.com/],
  ])('leads to the finding $2', async (key, bringAbout, expected) => {
    bringAbout();
    expectPlain(await checkStripe(stripe, keysOf(key, key === live ? 'live' : 'test'), 'CARDS'), expected);
  });

  test('reports an error when Stripe cannot be reached', async () => {
    const finding = await checkStripe(nowhere, keysOf(secret), 'CARDS');
    expectPlain(finding, /^error: .*does not answer.*→.*firewall/);
  });

  test('blames this machine’s DNS when Stripe’s name is not found', async () => {
    const cause = Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const stripe = createStripeClient({ secretKey: secret, apiBase: null, retries: 0, fetch });
    const finding = await checkStripe(stripe, keysOf(secret), 'CARDS');
    expectPlain(finding, /^error: .*does not answer.*EAI_AGAIN.* → This machine .*DNS servers/);
    expect(finding.advice).not.toContain('A record');
  });
});

describe('the account', () => {
  const stopped = () =>
    account.setAccount({ charges_enabled: false, disabled_reason: 'requirements.past_due' });
  const prefixed = () => account.setAccount({ statement_descriptor_prefix: 'LONGPREFIX' });
  test.each<['live' | 'test', () => void, RegExp]>([
    ['live', nothing, /^ok: .*acct_1 can take payments/],
    ['live', stopped, /^error: .*cannot take payments \(requirements\.past_due\).*→.*dashboard/],
    ['test', stopped, /^warning: .*Test payments work.*→.*dashboard/],
    ['live', prefixed, /^warning: .*22 .* cut off “LONGPREFIX\* CAREER TAROT”.*→.*to 10 characters/],
    ['live', unread, /^warning: .*can’t read the account.*→.*rak_accounts_kyc_basic_read/],
    ['live', refuses('account', 500, 'no_code'), /^error: .*does not answer/],
  ])('leads to the finding $2', async (mode, bringAbout, expected) => {
    bringAbout();
    expectPlain(await checkStripe(stripe, keysOf('rk_test_hunter2', mode), 'CAREER TAROT'), expected);
  });
});

describe('the permissions', () => {
  const check = () => checkPermissions(stripe, 'rk_test_hunter2');
  const canceling = 'POST payment_intents/pi_of_doctor/cancel';

  test('are not tested for a secret key', async () => {
    expectPlain(await checkPermissions(stripe, 'sk_test_hunter2'), /^ok: .*every permission/);
    expect(account.calls).toEqual([]);
  });

  test('are tested with nonexistent ids for a restricted key', async () => {
    expectPlain(await check(), /^ok: .*all the permissions that the service needs/);
    const written = account.calls.filter((call) => call.startsWith('POST'));
    expect(written.sort()).toEqual([canceling, 'POST refunds']);
  });

  test.each([
    [canceling, 'PaymentIntents: write', 'rak_payment_intent_write'],
    ['POST refunds', 'Charges and Refunds: write', 'rak_refund_write'],
    ['charges', 'Charges and Refunds: read', 'rak_charge_read'],
    ['disputes', 'Disputes: read', 'rak_dispute_read'],
    ['reviews', 'Radar, reviews: read', 'rak_review_read'],
    ['radar/early_fraud_warnings', 'Radar, early fraud warnings: read', 'rak_charge_read'],
    ['events', 'Events: read', 'rak_event_read'],
  ])('include %s, whose absence is an error', async (call, name, permission) => {
    account.forbid(call, permission);
    const finding = await check();
    expectPlain(finding, /^error: .*The restricted key lacks.*→.*apikeys/);
    expect(finding.found).toContain(`${name} (${permission})`);
  });

  test('count as unknown while Stripe fails to answer', async () => {
    refuses('disputes', 500, 'no_code')();
    expectPlain(await check(), /^warning: .*Could not check .* Disputes: read.*→.*again/);
    refuses('disputes', 401, 'api_key_expired')();
    expectPlain(await check(), /^error: .*does not accept the key.*→.*STRIPE_SECRET_KEY/);
  });
});

describe('the webhook endpoint', () => {
  const has = (endpoint: Parameters<typeof sampleEndpoint>[0]) => () =>
    account.setEndpoints(sampleEndpoint(endpoint));
  const moved = { url: 'https://old.example.com/api/stripe/webhook' };
  const unreadable = forbids('webhook_endpoints', 'rak_webhook_read');
  const deaf = { enabled_events: ['payment_intent.succeeded'] };
  test.each<[() => void, RegExp]>([
    [has({}), /^ok: .*receives all the events/],
    [nothing, /^error: .*no webhook endpoint for https:\/\/tarot.*→.*npm run stripe -- setup/],
    [has(moved), /^error: .*no webhook endpoint/],
    [has({ status: 'disabled' }), /^error: .*is disabled/],
    [has(deaf), /^error: .*does not receive .*charge\.refunded.*→.*setup/],
    [unreadable, /^warning: .*can’t read webhook endpoints.*→.*rak_webhook_read/],
    [refuses('webhook_endpoints', 429, 'rate_limit'), /^error: .*does not answer/],
  ])('leads to the finding $1', async (bringAbout, expected) => {
    bringAbout();
    const deliveries = { url: webhookUrl, missed: 0, now: Date.now() };
    expectPlain(await checkWebhooks(stripe, deliveries, onTime), expected);
  });
});

describe('the delivery of webhooks', () => {
  const now = Date.parse('2030-03-04T05:06:07Z');
  const fine = { url: webhookUrl, missed: 0, now };
  const lost = () => {
    for (const type of ['refund.created', 'charge.refunded'] as const) {
      const event = { id: type, object: 'event', type, pending_webhooks: 1, created: now / 1000 - 7_200 };
      account.store.put(event as Stripe.Event);
    }
  };
  test.each<[object, () => void, RegExp]>([
    [{}, nothing, /^ok: .*No event failed in the last day/],
    [{ missed: 1 }, nothing, /^error: .*for 1 payment .* found them later.*→.*SECRET is not the signing/],
    [{}, lost, /^error: .*2 events were not accepted .* charge\.refunded.*→.*another program/],
    [{}, refuses('events', 500, 'no_code'), /^error: .*does not answer/],
    [{}, forbids('events', 'rak_event_read'), /^ok: .*No event failed/],
  ])('leads to the finding $2', async (changes, bringAbout, expected) => {
    account.setEndpoints(sampleEndpoint({}));
    bringAbout();
    expectPlain(await checkWebhooks(stripe, { ...fine, ...changes }, onTime), expected);
  });

  test.each<[minutesAhead: number, RegExp]>([
    [6, /^error: The clock is 6 minutes ahead .* every webhook is refused.*→.*timedatectl set-ntp true/],
    [4, /^ok: .*No event failed/],
    // A signature from the future is as good as one of this minute.
    [-60, /^ok: .*No event failed/],
  ])('depends on a clock that is %d minutes ahead: %s', async (minutesAhead, expected) => {
    account.setEndpoints(sampleEndpoint({}));
    const clock = { aheadMs: minutes(minutesAhead) };
    expectPlain(await checkWebhooks(stripe, fine, clock), expected);
  });
});
