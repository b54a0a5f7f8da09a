import type { Work } from '../payments/context.ts';
import { resourceMissing } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import type { Kind, StoredObject } from '../store.ts';

/** What is listed under `/v1/<name>`. */
export const lists = {
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  'radar/early_fraud_warnings': 'radar.early_fraud_warning',
  reviews: 'review',
  webhook_endpoints: 'webhook_endpoint',
  payment_method_domains: 'payment_method_domain',
  events: 'event',
} as const satisfies Record<string, Kind>;

export type ListName = keyof typeof lists;

const secondsOfEvents = 30 * 24 * 3600;

/** @returns whether it is an event of more than 30 days ago (https://docs.stripe.com/api/events) */
export function isForgotten(object: StoredObject, seconds: number): boolean {
  return object.object === 'event' && object.created < seconds - secondsOfEvents;
}

/** @returns one page of `/v1/<name>`, newest first (https://docs.stripe.com/api/pagination) */
export function listObjects({ store, seconds }: Work, name: ListName, params: Params<'list'>): object {
  const kind = lists[name];
  const since = params.created?.gte ?? 0;
  const found = store.list(kind, {
    limit: params.limit ?? 10,
    startingAfter: params.starting_after,
    since: kind === 'event' ? Math.max(since, seconds - secondsOfEvents) : since,
    until: params.created?.lte,
    charge: params.charge,
    paymentIntent: params.payment_intent,
    types: params.type === undefined ? params.types : [params.type],
    wereTaken: params.delivery_success,
    domainName: params.domain_name,
  });
  if (!found) throw resourceMissing(kind, params.starting_after ?? '', 'starting_after');
  return { object: 'list', data: found.data, has_more: found.hasMore, url: `/v1/${name}` };
}
