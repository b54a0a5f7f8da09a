import type Stripe from 'stripe';
import type { EndpointTrouble } from '../../base/provider-failure.ts';
import { handledEvents } from './handled-events.ts';

export function listEndpoints(stripe: Stripe): Promise<Stripe.WebhookEndpoint[]> {
  return stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
}

/** @returns the endpoints that call us, without those of Stripe Connect */
export function ownEndpoints(endpoints: Stripe.WebhookEndpoint[], url: string): Stripe.WebhookEndpoint[] {
  return endpoints.filter(
    (endpoint) => endpoint.application === null && normalized(endpoint.url) === normalized(url),
  );
}

export function missingEvents({ enabled_events }: Stripe.WebhookEndpoint): string[] {
  if (enabled_events.includes('*')) return [];
  return handledEvents.filter((type) => !enabled_events.includes(type));
}

/** Finds what keeps events from us. Any enabled endpoint may be the one whose secret we have: all must be complete. */
export function findEndpointTrouble(
  endpoints: Stripe.WebhookEndpoint[],
  url: string,
): EndpointTrouble | null {
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

export function isEndpointEnabled({ status }: Stripe.WebhookEndpoint): boolean {
  return status === 'enabled';
}

function normalized(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}
