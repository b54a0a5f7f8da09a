import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { ApiError } from '../../lib/answers.ts';
import type { FetchedState } from '../../lib/fetched.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import { matchesIdOrNumber, type ReaderDesk } from './reader-desk.ts';

const $nowhere = atom<FetchedState<ReaderOrder>>({ loading: false });

/** The view for the desk's address. `order` is null while loading. */
export type ReaderView =
  | { name: 'list' }
  | { name: 'writing'; order: ReaderOrder | null }
  | { name: 'submitted'; order: ReaderOrder | null }
  /** Not one of their orders, or loading it failed with `error`. */
  | { name: 'missing'; named: string; error: Error | null; retry: () => Promise<void> };

/** Returns the view for the desk's address. Fetches the order if it is not in the reader's list. */
export function useReaderView(desk: ReaderDesk): ReaderView {
  const named = useStore(desk.$named);
  const orders = useStore(desk.$orders);
  const selected = useStore(desk.$selected);
  const taken = useStore(desk.$taken);
  const { error: listError } = useStore(desk.orders.$state);
  const listed = orders?.find((order) => matchesIdOrNumber(named, order));
  const isTaken = taken.some(({ orderId: id, orderNumber }) => matchesIdOrNumber(named, { id, orderNumber }));
  const isElsewhere = named !== '' && orders !== null && !listed && !isTaken;
  const fetched = isElsewhere ? desk.orderOf(named) : null;
  const { data, error } = useStore(fetched?.$state ?? $nowhere);

  if (selected) return { name: 'writing', order: selected };
  if (named === '' || (isTaken && !listed)) return { name: 'list' };
  if (!orders) return listError ? { name: 'list' } : { name: 'writing', order: null };
  const order = listed ?? data ?? null;
  if (order || !fetched || !error) return { name: 'submitted', order };
  const isUnknown = error instanceof ApiError && error.status === 404;
  return { name: 'missing', named, error: isUnknown ? null : error, retry: fetched.refresh };
}
