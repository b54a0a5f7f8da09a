import type { Queryable, Transaction } from '../../../db/client.ts';
import { findIn, storeIn } from '../../../db/prepared.ts';
import { serviceFacts } from '../../../db/schema.ts';
import type { FailedBackup, LastBackup } from '../../shared/ops/backups.ts';

const factByName = findIn(serviceFacts, serviceFacts.name);

export function readFact(db: Queryable, name: string): string | null {
  return factByName(db, name)?.value ?? null;
}

export const writeFact = storeIn(serviceFacts, serviceFacts.name);

/** Declares how a fact is read and written as JSON; null for one that was never written. */
export function jsonFact<Value>(name: string) {
  return {
    read: (db: Queryable): Value | null => JSON.parse(readFact(db, name) ?? 'null'),
    write: (db: Transaction, value: Value | null) => writeFact(db, { name, value: JSON.stringify(value) }),
  };
}

export const { read: readLastBackup, write: writeLastBackup } = jsonFact<LastBackup>('backup.last');
export const { read: readFailedBackup, write: writeFailedBackup } = jsonFact<FailedBackup>('backup.failed');
