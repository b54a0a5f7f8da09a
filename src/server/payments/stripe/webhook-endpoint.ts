import Stripe from 'stripe';
import { DomainError } from '../../base/domain-error.ts';
import type { EndpointTrouble } from '../../base/provider-failure.ts';
import { callStripe, callStripeForAdmin } from './stripe-client.ts';
import { handledEvents } from './stripe-events.ts';

type Endpoint = Stripe.WebhookEndpoint;

/** Lists the account's webhook endpoints. Throws Stripe's errors: call it within `callStripe`. */
export function listEndpoints(stripe: Stripe): Promise<Endpoint[]> {
  return stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
}

/** Returns the endpoints with our URL, without Stripe Connect's. */
export function ownEndpoints(endpoints: Endpoint[], url: string): Endpoint[] {
  return endpoints.filter(
    (endpoint) => endpoint.application === null && normalized(endpoint.url) === normalized(url),
  );
}

function missingEvents({ enabled_events }: Endpoint): string[] {
  if (enabled_events.includes('*')) return [];
  return handledEvents.filter((type) => !enabled_events.includes(type));
}

/** Returns why we miss events. All enabled endpoints must be complete, since any may be the one with our secret. */
export function findEndpointTrouble(endpoints: Endpoint[], url: string): EndpointTrouble | null {
  const own = ownEndpoints(endpoints, url);
  const enabled = own.filter(isEndpointEnabled);
  if (enabled.length === 0) return { kind: own.length === 0 ? 'none' : 'disabled' };
  const missing = handledEvents.filter((type) => enabled.some((one) => missingEvents(one).includes(type)));
  return missing.length > 0 ? { kind: 'events', missing } : null;
}

export function describeEndpointTrouble(trouble: EndpointTrouble, url: string): string {
  switch (trouble.kind) {
    case 'none':
      return `Stripe has no webhook endpoint for ${url}.`;
    case 'disabled':
      return `Stripe's webhook endpoint for ${url} is disabled.`;
    case 'events':
      return `Stripe's webhook endpoint does not receive ${trouble.missing.join(', ')}.`;
  }
}

function isEndpointEnabled({ status }: Endpoint): boolean {
  return status === 'enabled';
}

function normalized(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}

interface SetUpRequest {
  url: string;
  endpointId: string | null;
  hasSecret: boolean;
}

/** Creates or repairs our webhook endpoint, or moves `endpointId` here. Returns sentences, and a new one's secret. */
export async function setUpEndpoint(
  stripe: Stripe,
  request: SetUpRequest,
): Promise<{ lines: string[]; secret: string | null }> {
  const { url, endpointId } = request;
  const all = await callStripe(() => listEndpoints(stripe));
  const own = endpointId === null ? ownEndpoints(all, url) : [requireEndpoint(all, endpointId)];
  if (own.length === 0) return create(stripe, request, all);
  const used = usedOf(own);
  const lines: string[] = [];
  for (const endpoint of used) lines.push(...(await repair(stripe, endpoint, url)));
  if (own.length > 1) lines.push(aboutSeveral(own));
  return {
    lines: [...lines, ...used.map((endpoint) => aboutSecret(endpoint, request.hasSecret))],
    secret: null,
  };
}

async function create(stripe: Stripe, { url, hasSecret }: SetUpRequest, others: Endpoint[]) {
  const made = await callStripeForAdmin(() =>
    stripe.webhookEndpoints.create({
      url,
      enabled_events: [...handledEvents],
      api_version: Stripe.API_VERSION,
      description: 'Career Tarot',
    }),
  );
  const lines = [
    `Created ${made.id} for ${url}, with events of API version ${Stripe.API_VERSION}.`,
    `${made.id}: receives ${handledEvents.join(', ')}.`,
  ];
  const { pathname } = new URL(url);
  const isLikeOurs = (other: string) => other !== url && URL.parse(other)?.pathname === pathname;
  for (const other of others.filter((endpoint) => isLikeOurs(endpoint.url))) {
    lines.push(
      `${other.id} calls ${other.url}. If that was this service’s old address, delete that endpoint in Stripe.`,
    );
  }
  if (hasSecret)
    lines.push('STRIPE_WEBHOOK_SECRET is the secret of another endpoint: replace it with this one.');
  return { lines, secret: made.secret ?? null };
}

/** Returns the enabled endpoints, or the newest when none is enabled. */
function usedOf(own: Endpoint[]): Endpoint[] {
  const enabled = own.filter(isEndpointEnabled);
  return enabled.length > 0 ? enabled : own.toSorted((a, b) => b.created - a.created).slice(0, 1);
}

async function repair(stripe: Stripe, endpoint: Endpoint, url: string): Promise<string[]> {
  const { id, enabled_events: events, api_version: version } = endpoint;
  const missing = missingEvents(endpoint);
  const handled: readonly string[] = handledEvents;
  const surplus = events.filter((type) => !handled.includes(type));
  const lines = [
    endpoint.url === url ? '' : `${id}: now calls ${url}, not ${endpoint.url}.`,
    isEndpointEnabled(endpoint) ? '' : `${id}: is enabled again.`,
    missing.length > 0 ? `${id}: now also receives ${missing.join(', ')}.` : '',
    aboutSurplus(id, surplus),
  ].filter((line) => line !== '');
  if (lines.length > 0) {
    await callStripeForAdmin(() =>
      stripe.webhookEndpoints.update(id, { url, enabled_events: [...handledEvents], disabled: false }),
    );
  }
  const first = lines.length > 0 ? lines : [`${id} for ${url} is set up correctly.`];
  if (version === null || version === Stripe.API_VERSION) return first;
  // The version of an endpoint cannot be changed.
  return [
    ...first,
    `${id}: its events have API version ${version}, not ${Stripe.API_VERSION}. They work anyway: only ids are read from them.`,
  ];
}

function aboutSurplus(id: string, surplus: string[]): string {
  if (surplus.length === 0) return '';
  if (surplus.includes('*')) {
    return `${id}: now receives only the ${handledEvents.length} kinds of events that the service uses.`;
  }
  return `${id}: no longer receives ${surplus.join(', ')}, which the service doesn’t use.`;
}

function aboutSeveral(own: Endpoint[]): string {
  const ids = own.map(({ id }) => id).join(', ');
  return `${own.length} endpoints call the same address: ${ids}. Each has its own signing secret, and STRIPE_WEBHOOK_SECRET holds only one, so messages from the others are refused: delete them at dashboard.stripe.com/webhooks.`;
}

function aboutSecret({ id, livemode }: Endpoint, hasSecret: boolean): string {
  const place = `dashboard.stripe.com/${livemode ? '' : 'test/'}webhooks/${id}`;
  return hasSecret
    ? `STRIPE_WEBHOOK_SECRET must be its signing secret. Stripe shows it only at ${place}, where you can also replace it ("Roll secret").`
    : `STRIPE_WEBHOOK_SECRET is not set. Reveal the signing secret at ${place}, or replace it there ("Roll secret"), and set STRIPE_WEBHOOK_SECRET to it.`;
}

function requireEndpoint(all: Endpoint[], id: string): Endpoint {
  const found = all.find((endpoint) => endpoint.id === id);
  if (found) return found;
  const known = all.map((endpoint) => endpoint.id).join(', ') || 'none';
  throw new DomainError(
    'invalid_request',
    `There is no webhook endpoint ${id} in this mode. Found: ${known}.`,
  );
}
