import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { serviceFacts } from '../../../db/schema.ts';
import type { FailedBackup, LastBackup } from '../../shared/ops/backup-schema.ts';

export function readFact(db: Queryable, name: string): string | null {
  return db.select().from(serviceFacts).where(eq(serviceFacts.name, name)).get()?.value ?? null;
}

export function writeFact(tx: Transaction, fact: typeof serviceFacts.$inferInsert) {
  tx.insert(serviceFacts).values(fact).onConflictDoUpdate({ target: serviceFacts.name, set: fact }).run();
}

/** Creates functions that read and write a fact as JSON; null if it was never written. */
export function jsonFact<Value>(name: string) {
  return {
    read: (db: Queryable): Value | null => JSON.parse(readFact(db, name) ?? 'null'),
    write: (tx: Transaction, value: Value | null) => writeFact(tx, { name, value: JSON.stringify(value) }),
  };
}

export const { read: readLastBackup, write: writeLastBackup } = jsonFact<LastBackup>('backup.last');
export const { read: readFailedBackup, write: writeFailedBackup } = jsonFact<FailedBackup>('backup.failed');
