import type { Queryable } from '../../../../db/client.ts';
import { eq } from '../../../../db/drizzle.ts';
import { serviceFacts } from '../../../../db/schema.ts';

const eventsReadUntil = 'events_read_until';

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

export function writeEventsReadUntil(db: Queryable, time: number): void {
  const value = String(time);
  db.insert(serviceFacts)
    .values({ name: eventsReadUntil, value })
    .onConflictDoUpdate({ target: serviceFacts.name, set: { value } })
    .run();
}

function readFact(db: Queryable, name: string): string | null {
  const fact = db.select({ value: serviceFacts.value }).from(serviceFacts).where(eq(serviceFacts.name, name));
  return fact.get()?.value ?? null;
}
