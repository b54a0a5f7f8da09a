import type { Queryable, Transaction } from '../../../../db/client.ts';
import { sql } from '../../../../db/drizzle.ts';
import { prepared, rawStatement } from '../../../../db/prepared.ts';
import { orderTallies, users } from '../../../../db/schema.ts';
import { readFact, writeFact } from '../../shop/facts-repository.ts';
import { readSetting, writeSetting } from '../../shop/settings-repository.ts';

const closedFact = 'set_up_closed';
const firstStepsName = 'first_steps';

const anyUser = prepared((db) => db.select({ id: users.id }).from(users).limit(1));

/** Returns true once the set-up was closed, or when there is any account. */
export function isSetUpClosed(db: Queryable): boolean {
  return readFact(db, closedFact) !== null || anyUser(db).get() !== undefined;
}

/** Closes the set-up for good, and opens a new shop’s list of first steps. Repeats change nothing. */
export function markSetUpClosed(db: Transaction, now: number): void {
  if (readFact(db, closedFact) !== null) return;
  writeFact(db, { name: closedFact, value: String(now) });
  const isNew = deliveredTally(db).get() === undefined && readSetting(db, firstStepsName) === undefined;
  if (isNew) writeFirstStepsState(db, 'open', now);
}

type FirstStepsState = 'open' | 'looked' | 'over';

/** Returns how far the list of first steps is: `over` when none is stored, as in a shop older than this list. */
export function readFirstStepsState(db: Queryable): FirstStepsState {
  return (readSetting(db, firstStepsName) as FirstStepsState | undefined) ?? 'over';
}

export function writeFirstStepsState(db: Transaction, state: FirstStepsState, now: number): void {
  writeSetting(db, { name: firstStepsName, value: state, updatedAt: now });
}

const deliveredTally = prepared((db) =>
  rawStatement<{ count: number }>(
    db,
    sql`SELECT count FROM ${orderTallies} WHERE status = 'approved' AND count > 0 LIMIT 1`,
  ),
);
