import { invalidRequest } from '../rest/errors.ts';
import type { Kind, Store } from '../store.ts';

/** Members that hold an id, and the kind of object the id names. */
const references: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  review: 'review',
};

interface Loose {
  [member: string]: unknown;
}

/**
 * @returns a copy of the object with ids replaced by what they name, as `expand[]=latest_charge` asks; of a list with
 *   `expand[]=data.latest_charge`
 * @throws {ApiError} 400 for a member that cannot be expanded
 */
export function expandObject(store: Store, object: object, names: string[]): object {
  if (names.length === 0) return object;
  const copy = structuredClone(object);
  for (const name of names) expandPath(store, copy as Loose, name.split('.'), name);
  return copy;
}

function expandPath(store: Store, object: Loose, path: string[], name: string): void {
  const [member = '', ...rest] = path;
  if (object.object === 'list' && member === 'data' && rest.length > 0) {
    for (const one of object.data as Loose[]) expandPath(store, one, rest, name);
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
    expandPath(store, inner as Loose, rest, name);
  }
}
