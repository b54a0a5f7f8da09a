import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import {
  sampleEndpoint,
  startStripeAccount,
  webhookUrl as url,
} from '../../../../tests/kit/stripe-account.ts';
import { createStripeClient } from './stripe-client.ts';
import { handledEvents } from './stripe-events.ts';
import { findEndpointTrouble, setUpEndpoint } from './webhook-endpoint.ts';

type Endpoint = Stripe.WebhookEndpoint;

/** Sets up at an account that has these endpoints. */
async function start(...endpoints: Endpoint[]) {
  const stripe = await startStripeAccount();
  onTestFinished(() => stripe.close());
  stripe.setEndpoints(...endpoints);
  const client = createStripeClient({ secretKey: 'rk_test_hunter2', apiBase: stripe.apiBase });
  return {
    stripe,
    setUp: (options: { hasSecret?: boolean; endpointId?: string } = {}) =>
      setUpEndpoint(client, { url, hasSecret: true, endpointId: null, ...options }),
  };
}

const told = (lines: string[]) => lines.join('\n');

test('creates one endpoint with the handled events and returns its secret', async () => {
  const { stripe, setUp } = await start();
  const { lines, secret } = await setUp({ hasSecret: false });
  expect(stripe.endpoints).toMatchObject([
    { url, status: 'enabled', enabled_events: [...handledEvents], api_version: Stripe.API_VERSION },
  ]);
  expect(told(lines)).toMatch(new RegExp(`^Created we_1 for ${url}`));
  for (const type of handledEvents) expect(told(lines)).toContain(type);
  expect(secret).toBe('whsec_1');
  expect(told(lines)).not.toContain('whsec_');
  const again = await setUp();
  expect([stripe.endpoints.length, again.secret]).toEqual([1, null]);
  expect(again.lines[0]).toBe(`we_1 for ${url} is set up correctly.`);
});

test('corrects an endpoint’s events and lists each change', async () => {
  const events = ['payout.paid', ...handledEvents.slice(1)];
  const { stripe, setUp } = await start(sampleEndpoint({ enabled_events: events }));
  const { lines, secret } = await setUp();
  expect(stripe.endpoints[0]?.enabled_events).toEqual([...handledEvents]);
  expect(lines).toContain('we_1: now also receives payment_intent.succeeded.');
  expect(lines).toContain('we_1: no longer receives payout.paid, which the service doesn’t use.');
  expect(secret).toBeNull();
  stripe.setEndpoints(sampleEndpoint({ enabled_events: ['*'] }));
  const only = `we_1: now receives only the ${handledEvents.length} kinds of events that the service uses.`;
  expect((await setUp()).lines).toContain(only);
  expect(stripe.endpoints[0]?.enabled_events).toEqual([...handledEvents]);
});

test('enables a disabled endpoint and corrects its address', async () => {
  const { stripe, setUp } = await start(sampleEndpoint({ status: 'disabled', url: `${url}/` }));
  const { lines } = await setUp();
  expect(stripe.endpoints).toMatchObject([{ status: 'enabled', url }]);
  expect(lines).toContain('we_1: is enabled again.');
  expect(lines).toContain(`we_1: now calls ${url}, not ${url}/.`);
});

test('leaves an endpoint with another API version alone and says so', async () => {
  const { stripe, setUp } = await start(sampleEndpoint({ api_version: '2019-02-19' }));
  expect(told((await setUp()).lines)).toMatch(/2019-02-19.*ids/);
  expect(stripe.calls).toEqual(['GET webhook_endpoints']);
});

test('fixes every enabled endpoint, leaves disabled ones and says what to do', async () => {
  const { stripe, setUp } = await start(
    sampleEndpoint({ enabled_events: ['payment_intent.succeeded'] }),
    sampleEndpoint({ id: 'we_2' }),
    sampleEndpoint({ id: 'we_3', status: 'disabled', created: 5 }),
    sampleEndpoint({ id: 'we_4', status: 'disabled', created: 9 }),
  );
  const { lines } = await setUp();
  const statuses = () => stripe.endpoints.map(({ status }) => status);
  expect(statuses()).toEqual(['enabled', 'enabled', 'disabled', 'disabled']);
  expect(stripe.endpoints[0]?.enabled_events).toEqual([...handledEvents]);
  expect(told(lines)).toMatch(/4 endpoints .*we_4, we_3, we_2, we_1.*STRIPE_WEBHOOK_SECRET/);
  // Of several that are all disabled the newest is enabled, wherever in the list it is.
  stripe.setEndpoints(...stripe.endpoints.slice(2).reverse());
  await setUp();
  expect(statuses()).toEqual(['enabled', 'disabled']);
});

const old = sampleEndpoint({ url: 'https://old.example.com/api/stripe/webhook' });
const foreign = sampleEndpoint({ id: 'we_2', url: 'https://shop.example.com/hooks' });

test('reports an endpoint at an old address and creates a new one', async () => {
  const { stripe, setUp } = await start(old, foreign);
  expect(told((await setUp()).lines)).toMatch(
    new RegExp(`we_1 .*${old.url}.*delete that endpoint in Stripe`),
  );
  expect(stripe.endpoints).toHaveLength(3);
});

test('moves an endpoint from an old address on request', async () => {
  const { stripe, setUp } = await start(old, foreign);
  const { lines, secret } = await setUp({ endpointId: 'we_1' });
  expect(stripe.endpoints).toMatchObject([{ url }, { url: foreign.url }]);
  expect(lines).toContain(`we_1: now calls ${url}, not ${old.url}.`);
  expect(secret).toBeNull();
});

test('refuses an unknown endpoint id with one message', async () => {
  const { stripe, setUp } = await start(sampleEndpoint());
  await expect(setUp({ endpointId: 'we_9' })).rejects.toThrow(/we_9.*we_1/);
  expect(stripe.calls).toEqual(['GET webhook_endpoints']);
});

test.each([
  [true, /must be its signing secret/],
  [false, /STRIPE_WEBHOOK_SECRET is not set/],
])('says where an existing endpoint’s secret is (set: %s)', async (hasSecret, words) => {
  const { setUp } = await start(sampleEndpoint());
  const { lines } = await setUp({ hasSecret });
  expect(told(lines)).toMatch(words);
  expect(told(lines)).toContain('dashboard.stripe.com/test/webhooks/we_1');
});

test('shows Stripe’s words when it refuses the address', async () => {
  const { stripe, setUp } = await start();
  stripe.refused['POST webhook_endpoints'] = {
    status: 400,
    error: { code: 'url_invalid', param: 'url', message: 'Invalid URL: URL must be publicly accessible.' },
  };
  await expect(setUp()).rejects.toThrow(`Stripe refuses: Invalid URL: URL must be publicly accessible.`);
});

const some = sampleEndpoint({ id: 'we_2', enabled_events: ['payment_intent.succeeded'] });
const disabled = sampleEndpoint({ id: 'we_3', status: 'disabled' });
const none = { kind: 'none' };
const missing = { kind: 'events', missing: handledEvents.slice(1) };

const more = sampleEndpoint({ enabled_events: ['payout.paid', ...handledEvents] });
const spelled = sampleEndpoint({ url: 'https://Tarot.example.com/api/stripe/webhook/' });

test.each([
  ['exactly the handled events', [sampleEndpoint()], null],
  ['more than the handled events', [more], null],
  ['all events', [sampleEndpoint({ enabled_events: ['*'] })], null],
  ['an address in another spelling', [spelled], null],
  ['a disabled one beside it', [disabled, sampleEndpoint()], null],
  ['no endpoint', [], none],
  ['another address', [old], none],
  ['an address that cannot be read', [sampleEndpoint({ url: 'nowhere' })], none],
  ['an endpoint of a connected application', [sampleEndpoint({ application: 'ca_1' })], none],
  ['disabled', [disabled], { kind: 'disabled' }],
  ['some events missing', [some], missing],
  ['events missing at one of several', [sampleEndpoint(), some], missing],
])('finds the problem of an endpoint: %s', (_what, endpoints, trouble) => {
  expect(findEndpointTrouble(endpoints, url)).toEqual(trouble);
});
