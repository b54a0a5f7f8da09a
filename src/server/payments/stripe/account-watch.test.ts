import { expect, onTestFinished, test } from 'vitest';
import { addSignedIn } from '../../../../tests/kit/builders.ts';
import { sampleEndpoint, startStripeAccount, webhookUrl } from '../../../../tests/kit/stripe-account.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import type { Alert } from '../../../shared/ops/alerts.ts';
import { createAccountWatch } from './account-watch.ts';
import { handledEvents } from './stripe-events.ts';

/** A service whose account at Stripe is well until a test changes it. */
async function start(mode = 'live') {
  const stripe = await startStripeAccount();
  onTestFinished(() => stripe.close());
  const secretKey = `sk_${mode}_1`;
  const watch = createAccountWatch({ secretKey, apiBase: stripe.apiBase }, webhookUrl);
  const app = createTestApp({
    env: {
      ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1` },
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_URL: 'https://tarot-at-work.com' },
      CONTACT_EMAIL: 'hello@tarot-at-work.com',
    },
    accountTroubles: watch.troubles,
  });
  const admin = await addSignedIn(app, 'admin', 'admin');
  stripe.setEndpoints(sampleEndpoint());
  const alerts = async () => (await admin.get<Alert[]>('/api/alerts')).body;
  return { stripe, app, inspect: watch.inspect, alerts };
}

test('raises no alert for a healthy account', async () => {
  const { inspect, alerts } = await start();
  await inspect();
  expect(await alerts()).toEqual([]);
});

test('alerts with Stripe’s reason while the account cannot take payments', async () => {
  const { inspect, alerts, stripe, app } = await start();
  stripe.setAccount({ charges_enabled: false, disabled_reason: 'requirements.past_due' });
  await inspect();
  const message = expect.stringMatching(/^Customers can’t pay: .*\(requirements\.past_due\)/);
  expect(await alerts()).toMatchObject([{ code: 'payments_refused', message }]);
  expect((await app.visitor().get('/readyz')).body).toEqual({ status: 'ok', problems: [] });
  stripe.setAccount();
  await inspect();
  expect(await alerts()).toEqual([]);
});

test('says that test payments work, and keeps the alert during outages', async () => {
  const { inspect, alerts, stripe } = await start('test');
  stripe.setAccount({ charges_enabled: false });
  await inspect();
  const message = expect.stringMatching(
    /^Customers won’t be able to pay once you use live keys.*Test payments work\./,
  );
  expect(await alerts()).toMatchObject([{ code: 'payments_refused', message }]);
  stripe.refused.account = { status: 503, error: {} };
  stripe.refused.webhook_endpoints = { status: 503, error: {} };
  await inspect();
  expect(await alerts()).toMatchObject([{ code: 'payments_refused', message }]);
});

test.each([
  [
    'there is no endpoint for this address',
    sampleEndpoint({ url: 'https://old.example.com/api/stripe/webhook' }),
    /no webhook endpoint for https:\/\/tarot-at-work\.com\/api\/stripe\/webhook.*run stripe -- setup/s,
  ],
  ['the endpoint is disabled', sampleEndpoint({ status: 'disabled' }), /is disabled.*run stripe -- setup/s],
  [
    'the endpoint lacks events',
    sampleEndpoint({ enabled_events: handledEvents.slice(2) }),
    /payment_intent\.succeeded, payment_intent\.payment_failed\..*run stripe -- setup/s,
  ],
])('alerts that %s until it is fixed', async (_what, endpoint, words) => {
  const { inspect, alerts, stripe } = await start();
  stripe.setEndpoints(endpoint);
  await inspect();
  const message = expect.stringMatching(words);
  expect(await alerts()).toMatchObject([{ code: 'webhook_silent', message }]);
  stripe.setEndpoints(sampleEndpoint());
  await inspect();
  expect(await alerts()).toEqual([]);
});

test('raises no alert when the key can read neither account nor endpoints', async () => {
  const { inspect, alerts, stripe } = await start();
  stripe.setEndpoints();
  stripe.setAccount({ charges_enabled: false });
  stripe.forbid('account', 'rak_accounts_kyc_basic_read');
  stripe.forbid('webhook_endpoints', 'rak_webhook_read');
  await inspect();
  expect(await alerts()).toEqual([]);
});
