import { invalidRequest } from '../rest/errors.ts';
import type { Kind, Store, StoredObject } from '../store.ts';

/** Members that hold an id, and the kind of object the id names. */
const references: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  review: 'review',
};

interface Loose {
  id?: unknown;
  object?: unknown;
  [member: string]: unknown;
}

function expandOne(store: Store, object: Loose, path: string[], name: string): void {
  const [member = '', ...rest] = path;
  if (member === 'refunds' && object.object === 'charge') {
    const found = store.list('refund', { charge: String(object.id), limit: 10 });
    object[member] = {
      object: 'list',
      data: found?.data ?? [],
      has_more: found?.hasMore ?? false,
      url: `/v1/charges/${object.id}/refunds`,
    };
    return;
  }
  const kind = references[member];
  if (!kind || !Object.hasOwn(object, member)) {
    throw invalidRequest(`This property cannot be expanded (${name.slice(0, 80)}).`, { param: 'expand' });
  }
  const value = object[member];
  if (typeof value === 'string') object[member] = store.get(kind, value) ?? value;
  const inner = object[member];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) {
    expandOne(store, inner as Loose, rest, name);
  }
}

/**
 * A copy of the object with ids replaced by what they name, for `expand[]=latest_charge.refunds`;
 * up to four levels deep, as at Stripe.
 * @throws ApiError 400 for a member that cannot be expanded
 */
export function expandObject<T extends StoredObject>(store: Store, object: T, names: string[] = []): T {
  if (names.length === 0) return object;
  const copy = structuredClone(object);
  for (const name of names) {
    const path = name.split('.');
    if (path.length > 4) throw invalidRequest('Expansion is limited to four levels.', { param: 'expand' });
    expandOne(store, copy as unknown as Loose, path, name);
  }
  return copy;
}

/** The same for every object of a list, whose paths start with `data.`. */
export function expandList<T extends StoredObject>(store: Store, data: T[], names: string[] = []): T[] {
  const inner = names.map((name) => {
    if (!name.startsWith('data.')) {
      throw invalidRequest(`This property cannot be expanded (${name.slice(0, 80)}).`, { param: 'expand' });
    }
    return name.slice('data.'.length);
  });
  return data.map((object) => expandObject(store, object, inner));
}
