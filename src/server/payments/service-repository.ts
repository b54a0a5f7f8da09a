import type { Queryable, Transaction } from '../../../db/client.ts';
import type { PaymentEvent } from '../base/payment-gateway.ts';
import { jsonFact, readFact } from '../shop/facts-repository.ts';

/** Milliseconds; null when the provider's events were never read. */
export const { read: readEventsReadUntil, write: writeEventsReadUntil } =
  jsonFact<number>('events_read_until');

const setAside = jsonFact<{ event: PaymentEvent }[]>('events_set_aside');

/** @returns the service's id from its first migration, which marks its payments */
export function readServiceId(db: Queryable): string {
  const id = readFact(db, 'id');
  if (id === null) throw new Error('The database has no id of its own; it was not made by our migrations.');
  return id;
}

/** Returns the events that could not be handled yet. */
export function readEventsSetAside(db: Queryable): PaymentEvent[] {
  return (setAside.read(db) ?? []).map(({ event }) => event);
}

/** Stores the events that could not be processed yet, in place of all that were stored before. */
export function replaceEventsSetAside(db: Transaction, events: PaymentEvent[]): void {
  setAside.write(
    db,
    events.map((event) => ({ event })),
  );
}
