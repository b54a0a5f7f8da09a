import type { Queryable, Transaction } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { type Given, prepared, writing, written } from '../../../db/prepared.ts';
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
  writing(db, sql`INSERT OR REPLACE INTO service_facts (name, value) VALUES (${name}, ${value})`),
);

export function writeLastRun(db: Transaction, run: LastRun): void {
  factWrite(db).run({ value: JSON.stringify(run) });
}

/** Whose customers are erased in a night. */
type ErasedBy = 'neverPaidDays' | 'endedOrderYears';

const countName = (by: ErasedBy) => `forgotten_${by}`;

const countUp = prepared((db, { fact }: Given<{ fact: string }>) =>
  writing(
    db,
    sql`INSERT INTO service_facts (name, value) VALUES (${fact}, '1')
      ON CONFLICT (name) DO UPDATE SET value = value + 1`,
  ),
);

/** Counts an order whose customer was erased, until that is written down; to be called in its transaction. */
export function countErased(db: Transaction, by: ErasedBy): void {
  countUp(db).run({ fact: countName(by) });
}

const countTake = prepared((db, { fact }: Given<{ fact: string }>) =>
  writing<{ value: string }>(db, sql`DELETE FROM service_facts WHERE name = ${fact} RETURNING value`),
);

/** @returns how many were counted since this was asked last: those of a night that broke off as well */
export function takeErasedCount(db: Transaction, by: ErasedBy): number {
  return Number(countTake(db).get({ fact: countName(by) })?.value ?? 0);
}
