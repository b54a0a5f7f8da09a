import type { Queryable, Transaction } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { type Given, prepared, preparedPer, written } from '../../../db/prepared.ts';
import { settings } from '../../../db/schema.ts';

export const priceName = 'price_cents';

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

const settingTime = prepared((db, { name }: Given<{ name: string }>) =>
  written<{ updatedAt: number }>(
    db,
    sql`SELECT updated_at AS updatedAt FROM ${settings} WHERE name = ${name}`,
  ),
);

/** @returns when a setting was last written, in milliseconds; null for as long as it never was */
export function readSettingTime(db: Queryable, name: string): number | null {
  return settingTime(db).get({ name })?.updatedAt ?? null;
}

/** What was set, by its name. */
export type Settings = ReadonlyMap<string, string>;

// Each list that is asked for is a statement of its own: there are two.
const settingsAmong = preparedPer((db, names: readonly string[]) => {
  const list = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  );
  return written<{ name: string; value: string }>(
    db,
    sql`SELECT name, value FROM ${settings} WHERE name IN (${list})`,
  );
});

/**
 * @param names the same few in every call of a place
 * @returns several settings in one look; what was never set is missing
 */
export function readSettings(db: Queryable, names: readonly string[]): Settings {
  const rows = settingsAmong(db, names).all();
  return new Map(rows.map(({ name, value }) => [name, value]));
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

export function writeSetting(db: Transaction, changed: Setting): void {
  settingWrite(db).run(changed);
}

/** @returns whether a setting is on; `first` for as long as it never was set */
export function readSwitch(db: Queryable, name: string, first: boolean): boolean {
  const value = readSetting(db, name);
  return value === undefined ? first : value === 'yes';
}

/** Sets what `readSwitch` answers. */
export function writeSwitch(db: Transaction, name: string, isOn: boolean, now: number): void {
  writeSetting(db, { name, value: isOn ? 'yes' : 'no', updatedAt: now });
}

/** @returns the price of a reading in cents */
export function readPriceCents(db: Queryable): number {
  return priceCentsOf(readSetting(db, priceName));
}

/** @param value the price as it was set */
export function priceCentsOf(value: string | undefined): number {
  return value === undefined ? initialPriceCents : Number(value);
}

export function writePriceCents(db: Transaction, priceCents: number, now: number): void {
  writeSetting(db, { name: priceName, value: String(priceCents), updatedAt: now });
}
