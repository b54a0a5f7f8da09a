import type { Queryable, Transaction } from '../../../db/client.ts';
import { eq, sql } from '../../../db/drizzle.ts';
import { type Given, prepared, written } from '../../../db/prepared.ts';
import { orderTallies, serviceFacts, users } from '../../../db/schema.ts';
import type { FailedBackup, LastBackup } from '../../shared/backups.ts';

/** What the table `service_facts` calls the last complete copy. */
export const lastBackupName = 'backup.last';
const failedBackupName = 'backup.failed';

const factByName = prepared((db, { name }: Given<{ name: string }>) =>
  db.select({ value: serviceFacts.value }).from(serviceFacts).where(eq(serviceFacts.name, name)),
);

const factUpsert = prepared((db, { name, value }: Given<{ name: string; value: string }>) =>
  db
    .insert(serviceFacts)
    .values({ name, value })
    .onConflictDoUpdate({ target: serviceFacts.name, set: { value } }),
);

/** @returns the last complete copy, by the service or by a command; null without any */
export function readLastBackup(db: Queryable): LastBackup | null {
  return JSON.parse(factByName(db).get({ name: lastBackupName })?.value ?? 'null');
}

export function writeLastBackup(db: Transaction, last: LastBackup): void {
  factUpsert(db).run({ name: lastBackupName, value: JSON.stringify(last) });
}

/** @returns why the service's last attempt failed; null when it succeeded */
export function readFailedBackup(db: Queryable): FailedBackup | null {
  return JSON.parse(factByName(db).get({ name: failedBackupName })?.value ?? 'null');
}

export function writeFailedBackup(db: Transaction, failed: FailedBackup | null): void {
  factUpsert(db).run({ name: failedBackupName, value: JSON.stringify(failed) });
}

const firstAccount = prepared((db) =>
  written<{ at: number | null }>(db, sql`SELECT min(created_at) AS at FROM ${users}`),
);

/** @returns when the first account was made, in milliseconds; null without any */
export function findFirstAccount(db: Queryable): number | null {
  return firstAccount(db).get()?.at ?? null;
}

const takenTally = prepared((db) =>
  written<{ count: number }>(
    db,
    sql`SELECT count FROM ${orderTallies} WHERE payment_status <> 'unpaid' AND count > 0 LIMIT 1`,
  ),
);

/** @returns whether the shop has ever taken money */
export function hasTakenMoney(db: Queryable): boolean {
  return takenTally(db).get() !== undefined;
}
