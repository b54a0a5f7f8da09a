import Stripe from 'stripe';
import { DomainError } from '../basics/errors.ts';
import { handledEvents } from '../payments/stripe/handled-events.ts';
import { ask, isRefusal } from '../payments/stripe/stripe-client.ts';
import { isEnabled, listEndpoints, missingEvents, ownEndpoints } from './webhook-endpoint.ts';

type Endpoint = Stripe.WebhookEndpoint;

interface SetUpRequest {
  /** Where Stripe is to call. */
  url: string;
  /** One that is to call there from now on, wherever it calls today; null for those that do already. */
  endpointId: string | null;
  /** Whether STRIPE_WEBHOOK_SECRET is set, even to another endpoint's secret. */
  hasSecret: boolean;
  /** What speaks Stripe's API instead of Stripe; null for Stripe itself. */
  apiBase: string | null;
}

/** What was done. */
export interface SetUp {
  /** What was changed or is to be known, a sentence each. */
  lines: string[];
  /** The signing secret, when an endpoint was made: Stripe tells it only then. */
  secret: string | null;
}

/**
 * Makes the webhook endpoint, or mends the one there is: address, events, enabled. A second time changes nothing.
 *
 * @throws {DomainError} `payment_provider_failed`; `invalid_request` in Stripe's words when it refuses what it is
 * asked for, or when there is no such endpoint
 */
export async function setUpEndpoint(stripe: Stripe, request: SetUpRequest): Promise<SetUp> {
  const { url, endpointId } = request;
  const all = await ask(() => listEndpoints(stripe));
  const own = endpointId === null ? ownEndpoints(all, url) : [requireEndpoint(all, endpointId)];
  if (own.length === 0) return create(stripe, request, all);
  const lines: string[] = [];
  for (const endpoint of toMend(own)) lines.push(...(await mend(stripe, endpoint, url)));
  if (own.length > 1) lines.push(aboutSeveral(own));
  return {
    lines: [...lines, ...toMend(own).map((endpoint) => aboutSecret(endpoint, request))],
    secret: null,
  };
}

async function create(stripe: Stripe, { url, hasSecret }: SetUpRequest, others: Endpoint[]): Promise<SetUp> {
  const made = await change(() =>
    stripe.webhookEndpoints.create({
      url,
      enabled_events: [...handledEvents],
      api_version: Stripe.API_VERSION,
      description: 'Career Tarot',
    }),
  );
  const lines = [
    `Created ${made.id} for ${url}, with events of API version ${Stripe.API_VERSION}.`,
    `${made.id}: is told of ${handledEvents.join(', ')}.`,
  ];
  const { pathname } = new URL(url);
  for (const other of others.filter((endpoint) => URL.canParse(endpoint.url) && endpoint.url !== url)) {
    if (new URL(other.url).pathname !== pathname) continue;
    lines.push(
      `${other.id} calls ${other.url}. If that was the address of this service, delete it at Stripe; npm run stripe -- setup ${other.id} would have moved it here.`,
    );
  }
  if (hasSecret)
    lines.push('STRIPE_WEBHOOK_SECRET is the secret of another endpoint: replace it by this one.');
  return { lines, secret: made.secret ?? null };
}

/** Those that are enabled; where none is, the newest. */
function toMend(own: Endpoint[]): Endpoint[] {
  const enabled = own.filter(isEnabled);
  return enabled.length > 0 ? enabled : own.toSorted((a, b) => b.created - a.created).slice(0, 1);
}

async function mend(stripe: Stripe, endpoint: Endpoint, url: string): Promise<string[]> {
  const { id, enabled_events: events, api_version: version } = endpoint;
  const missing = missingEvents(endpoint);
  const handled: readonly string[] = handledEvents;
  const surplus = events.filter((type) => !handled.includes(type));
  const lines = [
    endpoint.url === url ? '' : `${id}: calls ${url} instead of ${endpoint.url}.`,
    isEnabled(endpoint) ? '' : `${id}: is enabled again.`,
    missing.length > 0 ? `${id}: is told of ${missing.join(', ')} now.` : '',
    aboutSurplus(id, surplus),
  ].filter((line) => line !== '');
  if (lines.length > 0) {
    await change(() =>
      stripe.webhookEndpoints.update(id, { url, enabled_events: [...handledEvents], disabled: false }),
    );
  }
  const first = lines.length > 0 ? lines : [`${id} for ${url} is as it should be.`];
  if (version === null || version === Stripe.API_VERSION) return first;
  // It cannot be changed, and another endpoint would have another secret.
  return [
    ...first,
    `${id}: its events have API version ${version}, not ${Stripe.API_VERSION}. They are understood all the same: only ids are read from them.`,
  ];
}

function aboutSurplus(id: string, surplus: string[]): string {
  if (surplus.length === 0) return '';
  if (surplus.includes('*')) {
    return `${id}: is told of the ${handledEvents.length} kinds of events that are handled, no longer of all there are.`;
  }
  return `${id}: is no longer told of ${surplus.join(', ')}, which the service doesn’t use.`;
}

function aboutSeveral(own: Endpoint[]): string {
  const ids = own.map(({ id }) => id).join(', ');
  return `${own.length} endpoints call the same address: ${ids}. Each signs with a secret of its own and only one of them is STRIPE_WEBHOOK_SECRET, so what the others send is refused: delete them at dashboard.stripe.com/webhooks.`;
}

function aboutSecret({ id, livemode }: Endpoint, { hasSecret, apiBase }: SetUpRequest): string {
  if (apiBase !== null) {
    const first = hasSecret
      ? 'STRIPE_WEBHOOK_SECRET has to be its signing secret, which was said when it was made, and only then.'
      : 'STRIPE_WEBHOOK_SECRET is not set: its signing secret was said when it was made, and only then.';
    return `${first} If it is lost, delete the endpoint (curl -X DELETE -u KEY: ${apiBase}/v1/webhook_endpoints/${id}, with the STRIPE_SECRET_KEY as KEY), and run npm run stripe -- setup again.`;
  }
  const place = `dashboard.stripe.com/${livemode ? '' : 'test/'}webhooks/${id}`;
  return hasSecret
    ? `STRIPE_WEBHOOK_SECRET has to be its signing secret. Stripe tells it only at ${place}, where it can be replaced as well ("Roll secret").`
    : `STRIPE_WEBHOOK_SECRET is not set. Reveal the signing secret at ${place}, or replace it there ("Roll secret"), and put it into STRIPE_WEBHOOK_SECRET.`;
}

function requireEndpoint(all: Endpoint[], id: string): Endpoint {
  const found = all.find((endpoint) => endpoint.id === id);
  if (found) return found;
  const known = all.map((endpoint) => endpoint.id).join(', ') || 'none';
  throw new DomainError(
    'invalid_request',
    `There is no webhook endpoint ${id} in this mode. There is: ${known}.`,
  );
}

/**
 * Passes on Stripe's words, which are about no payment: an address that Stripe cannot reach, or more endpoints than it
 * allows.
 */
async function change(request: () => Promise<Endpoint>): Promise<Endpoint> {
  return ask(() =>
    request().catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      throw new DomainError('invalid_request', `Stripe refuses: ${error.message}`);
    }),
  );
}
