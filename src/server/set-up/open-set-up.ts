import { timingSafeEqual } from 'node:crypto';
import { type Database, type Queryable, writeTransaction } from '../../../db/client.ts';
import { DomainError } from '../basics/errors.ts';
import { hashToken } from '../basics/random.ts';
import type { Clock } from '../context/clock.ts';
import type { Context } from '../context/context.ts';
import { isSetUpClosed, noteSetUpClosed, readSetUpKey, writeSetUpKey } from './set-up-repository.ts';

/**
 * Opens the set-up with a new key if there never was an account. @returns the address of its page; null when it is
 * closed
 */
export async function openSetUp({ db, clock, config, random }: Context): Promise<string | null> {
  const key = await writeTransaction(db, (tx) => {
    if (isSetUpClosed(tx)) {
      noteSetUpClosed(tx, clock.now());
      return null;
    }
    const made = random.newToken();
    writeSetUpKey(tx, hashToken(made));
    return made;
  });
  await db.commits.written();
  return key === null ? null : `${config.publicUrl}/set-up/${key}`;
}

export async function closeSetUp({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await writeTransaction(db, (tx) => noteSetUpClosed(tx, clock.now()));
}

/** @returns whether this is the newest key, whatever it opens */
export function isSetUpKey(db: Queryable, key: string): boolean {
  const known = readSetUpKey(db);
  return known !== null && key !== '' && timingSafeEqual(Buffer.from(hashToken(key)), Buffer.from(known));
}

/** @throws {DomainError} `set_up_not_found` for a wrong key, `set_up_conflict` when there is an admin already */
export function requireOpen(db: Queryable, key: string): void {
  if (!isSetUpKey(db, key)) {
    throw new DomainError('set_up_not_found', 'This link does not open the set-up.');
  }
  if (isSetUpClosed(db)) {
    throw new DomainError('set_up_conflict', 'This link was used: there is an admin now.');
  }
}
