import type { Queryable } from '../../../db/client.ts';
import { eq } from '../../../db/drizzle.ts';
import { settings } from '../../../db/schema.ts';

const priceName = 'price_cents';

/** What a reading costs in a fresh database (docs/product.md §4). */
const initialPriceCents = 6_000;

/** @returns the price of a reading in cents */
export function readPriceCents(db: Queryable): number {
  const row = db.select({ value: settings.value }).from(settings).where(eq(settings.name, priceName)).get();
  return row ? Number(row.value) : initialPriceCents;
}

export function writePriceCents(db: Queryable, priceCents: number, now: number): void {
  const value = { value: String(priceCents), updatedAt: now };
  db.insert(settings)
    .values({ name: priceName, ...value })
    .onConflictDoUpdate({ target: settings.name, set: value })
    .run();
}
