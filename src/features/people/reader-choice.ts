import { formatDay } from '../../lib/format.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import type { ReaderChoice } from '../../shared/people/staff.ts';
import type { DeskBase } from '../desk/desk-base.ts';

/** Creates the store of the readers to choose from, with their numbers of open orders. */
export function createReaders({ api, fetching }: DeskBase) {
  const readers = fetching.store('readers', () => api.readers(), 'staff');
  fetching.follow('orders', readers.refresh);
  return readers;
}

/** Returns the reasons why a reader gets no orders automatically: `away until Nov 30`, `full (5 of 5)`. */
export function whyNoOrders(reader: Omit<ReaderChoice, 'id' | 'username'>): string[] {
  const { awayUntil, openOrders, maxOpenOrders } = reader;
  const reasons: string[] = [];
  if (awayUntil !== null) reasons.push(`away until ${formatDay(awayUntil)}`);
  if (maxOpenOrders !== null && openOrders >= maxOpenOrders) {
    reasons.push(`full (${openOrders} of ${maxOpenOrders})`);
  }
  return reasons;
}

/** Returns a reader's label in a `<select>`: `rita · away until Nov 30` */
export function readerLabel(reader: ReaderChoice): string {
  return [nameOf(reader), ...whyNoOrders(reader)].join(' · ');
}
