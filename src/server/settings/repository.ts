import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { settings } from '../../../db/schema.ts';

const priceName = 'price_cents';

/** What a reading costs in a fresh database (spec/decisions.md, "Money"). */
const initialPriceCents = 6_000;

/** @returns the price of a reading in cents */
export function readPriceCents(db: Queryable): number {
  const row = db.select({ value: settings.value }).from(settings).where(eq(settings.name, priceName)).get();
  return row ? Number(row.value) : initialPriceCents;
}

export function writePriceCents(db: Queryable, priceCents: number, now: number): void {
  write(db, priceName, priceCents, now);
}

/** When something last happened that the admin should know of. */
export type NotableTime = 'webhook_missed_at';

/** @returns milliseconds since 1970; null when it never happened */
export function readTime(db: Queryable, name: NotableTime): number | null {
  const row = db.select({ value: settings.value }).from(settings).where(eq(settings.name, name)).get();
  return row ? Number(row.value) : null;
}

export function writeTime(db: Queryable, name: NotableTime, time: number): void {
  write(db, name, time, time);
}

function write(db: Queryable, name: string, number: number, now: number): void {
  const value = { value: String(number), updatedAt: now };
  db.insert(settings)
    .values({ name, ...value })
    .onConflictDoUpdate({ target: settings.name, set: value })
    .run();
}
