import type { Queryable } from '../../../db/client.ts';
import { eq } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { settings } from '../../../db/schema.ts';

const priceName = 'price_cents';

/** What a reading costs in a fresh database (docs/product.md §4). */
const initialPriceCents = 6_000;

const price = prepared((db) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.name, priceName)),
);

/** @returns the price of a reading in cents */
export function readPriceCents(db: Queryable): number {
  const row = price(db).get();
  return row ? Number(row.value) : initialPriceCents;
}

const priceWrite = prepared((db, { value, updatedAt }: Given<{ value: string; updatedAt: number }>) =>
  db
    .insert(settings)
    .values({ name: priceName, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt } }),
);

export function writePriceCents(db: Queryable, priceCents: number, now: number): void {
  priceWrite(db).run({ value: String(priceCents), updatedAt: now });
}
