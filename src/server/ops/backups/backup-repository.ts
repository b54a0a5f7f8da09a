import type { Queryable, Transaction } from '../../../../db/client.ts';
import { sql } from '../../../../db/drizzle.ts';
import { prepared, rawStatement } from '../../../../db/prepared.ts';
import { orderTallies, users } from '../../../../db/schema.ts';
import type { FailedBackup, LastBackup } from '../../../shared/ops/backups.ts';
import { readFact, writeFact } from '../../shop/facts-repository.ts';

const lastBackupName = 'backup.last';
const failedBackupName = 'backup.failed';

export function readLastBackup(db: Queryable): LastBackup | null {
  return JSON.parse(readFact(db, lastBackupName) ?? 'null');
}

export function writeLastBackup(db: Transaction, last: LastBackup): void {
  writeFact(db, { name: lastBackupName, value: JSON.stringify(last) });
}

export function readFailedBackup(db: Queryable): FailedBackup | null {
  return JSON.parse(readFact(db, failedBackupName) ?? 'null');
}

export function writeFailedBackup(db: Transaction, failed: FailedBackup | null): void {
  writeFact(db, { name: failedBackupName, value: JSON.stringify(failed) });
}

const firstAccount = prepared((db) =>
  rawStatement<{ at: number | null }>(db, sql`SELECT min(created_at) AS at FROM ${users}`),
);

/** Returns when the oldest account was created, in milliseconds; null without any. */
export function readFirstAccountTime(db: Queryable): number | null {
  return firstAccount(db).get()?.at ?? null;
}

const takenTally = prepared((db) =>
  rawStatement<{ count: number }>(
    db,
    sql`SELECT count FROM ${orderTallies} WHERE payment_status <> 'unpaid' AND count > 0 LIMIT 1`,
  ),
);

/** Returns true if any order is no longer unpaid; free, refunded and deleted ones count as well. */
export function hasConfirmedOrder(db: Queryable): boolean {
  return takenTally(db).get() !== undefined;
}
