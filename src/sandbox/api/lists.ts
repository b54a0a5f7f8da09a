import type { Work } from '../payments/context.ts';
import { listDomains } from '../payments/domains.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { FormGroup } from '../rest/form.ts';
import { type Params, parseParams } from '../rest/params.ts';
import type { Kind, ListQuery, StoredObject } from '../store.ts';
import { expandList } from './expand.ts';

const lists = {
  payment_intents: { kind: 'payment_intent', params: 'list' },
  charges: { kind: 'charge', params: 'listByPayment' },
  refunds: { kind: 'refund', params: 'listByPayment' },
  disputes: { kind: 'dispute', params: 'listByPayment' },
  'radar/early_fraud_warnings': { kind: 'radar.early_fraud_warning', params: 'listByPayment' },
  reviews: { kind: 'review', params: 'list' },
  webhook_endpoints: { kind: 'webhook_endpoint', params: 'list' },
  payment_method_domains: { kind: 'payment_method_domain', params: 'listDomains' },
  events: { kind: 'event', params: 'listEvents' },
} as const satisfies Record<
  string,
  { kind: Kind; params: 'list' | 'listByPayment' | 'listDomains' | 'listEvents' }
>;

export type ListName = keyof typeof lists;
export const listNames = Object.keys(lists) as ListName[];

/** The kind of object under `/v1/<name>`. */
export function kindOf(name: ListName): Kind {
  return lists[name].kind;
}

function queryOf(
  params: Params<'list'> & Partial<Params<'listByPayment'> & Params<'listEvents'>>,
): ListQuery {
  if (params.starting_after !== undefined && params.ending_before !== undefined) {
    throw invalidRequest('Give either starting_after or ending_before, not both.', {
      param: 'ending_before',
    });
  }
  return {
    limit: params.limit ?? 10,
    startingAfter: params.starting_after,
    endingBefore: params.ending_before,
    created: params.created,
    charge: params.charge,
    paymentIntent: params.payment_intent,
    types: params.type === undefined ? params.types : [params.type],
    wereTaken: params.delivery_success,
  };
}

const secondsOfEvents = 30 * 24 * 3600;

/** Events are kept for 30 days (https://docs.stripe.com/api/events). */
export function isForgotten(object: StoredObject, seconds: number): boolean {
  return object.object === 'event' && object.created < seconds - secondsOfEvents;
}

/** One page of `/v1/<name>`, newest first (https://docs.stripe.com/api/pagination). */
export function listObjects({ store, seconds }: Work, name: ListName, form: FormGroup): object {
  const { kind, params: schema } = lists[name];
  const params = parseParams(schema, form);
  const query = queryOf(params);
  if (kind === 'event') {
    query.created = {
      ...query.created,
      gte: Math.max(query.created?.gte ?? 0, seconds - secondsOfEvents),
    };
  }
  if (kind === 'payment_method_domain') return listDomains(store, params);
  const found = store.list(kind, query);
  if (!found) {
    const param = query.startingAfter === undefined ? 'ending_before' : 'starting_after';
    throw resourceMissing(kind, query.startingAfter ?? query.endingBefore ?? '', param);
  }
  return {
    object: 'list',
    data: expandList(store, found.data, params.expand),
    has_more: found.hasMore,
    url: `/v1/${name}`,
  };
}
