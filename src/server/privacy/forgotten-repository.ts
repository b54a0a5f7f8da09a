import type { Queryable } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { type Given, prepared, written } from '../../../db/prepared.ts';
import type { KnownRetention } from '../../shared/privacy/privacy.ts';

type LastRun = NonNullable<KnownRetention['lastRun']>;

const name = 'forgotten_last';

const factRow = prepared((db) =>
  written<{ value: string }>(db, sql`SELECT value FROM service_facts WHERE name = ${name}`),
);

/** @returns when what is kept no longer was forgotten last, and how many of each; null when it never was */
export function readLastRun(db: Queryable): LastRun | null {
  const row = factRow(db).get();
  return row ? JSON.parse(row.value) : null;
}

const factWrite = prepared((db, { value }: Given<{ value: string }>) =>
  written(db, sql`INSERT OR REPLACE INTO service_facts (name, value) VALUES (${name}, ${value})`),
);

export function writeLastRun(db: Queryable, run: LastRun): void {
  factWrite(db).run({ value: JSON.stringify(run) });
}
