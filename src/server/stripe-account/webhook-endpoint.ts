import type Stripe from 'stripe';
import type { EndpointTrouble } from '../context/account-troubles.ts';
import { handledEvents } from '../payments/stripe/handled-events.ts';

/** @returns all webhook endpoints that the key can see: those of its mode */
export function listEndpoints(stripe: Stripe): Promise<Stripe.WebhookEndpoint[]> {
  return stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
}

/**
 * @returns the endpoints through which Stripe calls us; an endpoint for the accounts of others (Stripe Connect) does
 *   not count
 */
export function ownEndpoints(endpoints: Stripe.WebhookEndpoint[], url: string): Stripe.WebhookEndpoint[] {
  return endpoints.filter((endpoint) => endpoint.application === null && isSameAddress(endpoint.url, url));
}

/** @returns the handled events that an endpoint does not receive; `*` stands for all */
export function missingEvents({ enabled_events }: Stripe.WebhookEndpoint): string[] {
  if (enabled_events.includes('*')) return [];
  return handledEvents.filter((type) => !enabled_events.includes(type));
}

/**
 * Finds what keeps events from us. Each endpoint signs with a secret of its own, and we do not know whose secret we
 * have: an event that any enabled endpoint lacks may be one that we lack.
 */
export function findEndpointTrouble(
  endpoints: Stripe.WebhookEndpoint[],
  url: string,
): EndpointTrouble | null {
  const own = ownEndpoints(endpoints, url);
  const enabled = own.filter(isEnabled);
  if (enabled.length === 0) return { kind: own.length === 0 ? 'none' : 'disabled' };
  const missing = handledEvents.filter((type) => enabled.some((one) => missingEvents(one).includes(type)));
  return missing.length > 0 ? { kind: 'events', missing } : null;
}

/** @returns what keeps events from the endpoint at a URL, as a sentence */
export function describeEndpointTrouble(trouble: EndpointTrouble, url: string): string {
  switch (trouble.kind) {
    case 'none':
      return `Stripe has no webhook endpoint for ${url}.`;
    case 'disabled':
      return `Stripe's webhook endpoint for ${url} is disabled.`;
    case 'events':
      return `Stripe's webhook endpoint is not told of ${trouble.missing.join(', ')}.`;
  }
}

export function isEnabled({ status }: Stripe.WebhookEndpoint): boolean {
  return status === 'enabled';
}

/** A slash at the end, or capitals in the name of the host, lead to the same place. */
function isSameAddress(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}
