import type Stripe from 'stripe';
import { newId } from '../ids.ts';

export interface NewWebhookEndpoint {
  url: string;
  enabledEvents: string[];
  description: string | null;
  metadata: Record<string, string>;
  apiVersion: string | null;
  created: number;
}

/** An address that is told of events; its secret is kept apart, for it is shown only once. */
export function buildWebhookEndpoint(from: NewWebhookEndpoint): Stripe.WebhookEndpoint {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: from.apiVersion,
    application: null,
    created: from.created,
    description: from.description,
    enabled_events: from.enabledEvents,
    livemode: false,
    metadata: from.metadata,
    status: 'enabled',
    url: from.url,
  } satisfies Stripe.WebhookEndpoint;
}
