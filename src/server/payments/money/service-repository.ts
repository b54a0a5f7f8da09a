import type { Queryable, Transaction } from '../../../../db/client.ts';
import { eq } from '../../../../db/drizzle.ts';
import { type Given, prepared } from '../../../../db/prepared.ts';
import { serviceFacts } from '../../../../db/schema.ts';
import type { PaymentEvent } from '../../context/payment-gateway.ts';

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

const factUpsert = prepared((db, { name, value }: Given<{ name: string; value: string }>) =>
  db
    .insert(serviceFacts)
    .values({ name, value })
    .onConflictDoUpdate({ target: serviceFacts.name, set: { value } }),
);

/** Notes something of the service itself under a name. */
export function writeFact(db: Transaction, name: string, value: string): void {
  factUpsert(db).run({ name, value });
}

const factByName = prepared((db, { name }: Given<{ name: string }>) =>
  db.select({ value: serviceFacts.value }).from(serviceFacts).where(eq(serviceFacts.name, name)),
);

/** @returns what the service has noted of itself under a name; null when it has not */
export function readFact(db: Queryable, name: string): string | null {
  return factByName(db).get({ name })?.value ?? null;
}
