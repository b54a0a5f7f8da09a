import type { Queryable } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { type Given, prepared, written } from '../../../db/prepared.ts';
import { settings } from '../../../db/schema.ts';

const priceName = 'price_cents';

/** What a reading costs in a fresh database (docs/product.md §4). */
const initialPriceCents = 6_000;

// Every visitor's page asks for the price: as SQL it is found in half the time.
const setting = prepared((db, { name }: Given<{ name: string }>) =>
  written<{ value: string }>(db, sql`SELECT value FROM ${settings} WHERE name = ${name}`),
);

/** @returns what a setting was set to; undefined for as long as it never was */
export function readSetting(db: Queryable, name: string): string | undefined {
  return setting(db).get({ name })?.value;
}

interface Setting {
  name: string;
  value: string;
  updatedAt: number;
}

const settingWrite = prepared((db, { name, value, updatedAt }: Given<Setting>) =>
  db
    .insert(settings)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt } }),
);

export function writeSetting(db: Queryable, changed: Setting): void {
  settingWrite(db).run(changed);
}

/** @returns the price of a reading in cents */
export function readPriceCents(db: Queryable): number {
  const value = readSetting(db, priceName);
  return value === undefined ? initialPriceCents : Number(value);
}

export function writePriceCents(db: Queryable, priceCents: number, now: number): void {
  writeSetting(db, { name: priceName, value: String(priceCents), updatedAt: now });
}
