import type { Queryable, Transaction } from '../../../../db/client.ts';
import type { PaymentEvent } from '../../context/payment-gateway.ts';
import { readFact, writeFact } from '../../settings/facts-repository.ts';

const eventsReadUntil = 'events_read_until';
const eventsSetAside = 'events_set_aside';

/** An event that could not be followed. */
export interface EventSetAside {
  event: PaymentEvent;
}

/** @returns the id that the migration gave this service, by which its payments are marked */
export function readServiceId(db: Queryable): string {
  const id = readFact(db, 'id');
  if (id === null) throw new Error('The database has no id of its own; it was not made by our migrations.');
  return id;
}

/** @returns until when the provider's events were read, in milliseconds; null when they never were */
export function readEventsReadUntil(db: Queryable): number | null {
  const until = readFact(db, eventsReadUntil);
  return until === null ? null : Number(until);
}

export function writeEventsReadUntil(db: Transaction, time: number): void {
  writeFact(db, eventsReadUntil, String(time));
}

/** @returns the events that could not be followed, in the order in which they are to be tried again */
export function readEventsSetAside(db: Queryable): EventSetAside[] {
  return JSON.parse(readFact(db, eventsSetAside) ?? '[]');
}

export function writeEventsSetAside(db: Transaction, events: EventSetAside[]): void {
  writeFact(db, eventsSetAside, JSON.stringify(events));
}
