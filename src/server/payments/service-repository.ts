import type { Queryable, Transaction } from '../../../db/client.ts';
import type { PaymentEvent } from '../base/payment-gateway.ts';
import { readFact, writeFact } from '../shop/facts-repository.ts';

const eventsReadUntil = 'events_read_until';
const eventsSetAside = 'events_set_aside';

/** @returns the service's id from its first migration, which marks its payments */
export function readServiceId(db: Queryable): string {
  const id = readFact(db, 'id');
  if (id === null) throw new Error('The database has no id of its own; it was not made by our migrations.');
  return id;
}

/** @returns milliseconds, or null when the provider's events were never read */
export function readEventsReadUntil(db: Queryable): number | null {
  const until = readFact(db, eventsReadUntil);
  return until === null ? null : Number(until);
}

export function writeEventsReadUntil(db: Transaction, time: number): void {
  writeFact(db, { name: eventsReadUntil, value: String(time) });
}

/** Returns the events that could not be handled yet. */
export function readEventsSetAside(db: Queryable): PaymentEvent[] {
  const stored: { event: PaymentEvent }[] = JSON.parse(readFact(db, eventsSetAside) ?? '[]');
  return stored.map(({ event }) => event);
}

/** Stores the events that could not be processed yet, in place of all that were stored before. */
export function replaceEventsSetAside(db: Transaction, events: PaymentEvent[]): void {
  writeFact(db, { name: eventsSetAside, value: JSON.stringify(events.map((event) => ({ event }))) });
}
