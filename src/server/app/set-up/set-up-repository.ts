import { and, eq, gt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../../db/client.ts';
import { orderTallies, users } from '../../../../db/schema.ts';
import { readFact, writeFact } from '../../shop/facts-repository.ts';
import { readSetting, writeSetting } from '../../shop/settings-repository.ts';

const closedFact = 'set_up_closed';
const firstStepsName = 'first_steps';

/** Returns whether the set-up was closed, or any account exists. */
export function isSetUpClosed(db: Queryable): boolean {
  if (readFact(db, closedFact) !== null) return true;
  return db.select({ id: users.id }).from(users).limit(1).get() !== undefined;
}

/** Closes the set-up for good, and opens a new shop's list of first steps. Repeats change nothing. */
export function markSetUpClosed(db: Transaction, now: number): void {
  if (readFact(db, closedFact) !== null) return;
  writeFact(db, { name: closedFact, value: String(now) });
  const isDelivered = and(eq(orderTallies.status, 'approved'), gt(orderTallies.count, 0));
  const delivered = db.select().from(orderTallies).where(isDelivered).limit(1).get();
  const isNew = delivered === undefined && readSetting(db, firstStepsName) === undefined;
  if (isNew) writeFirstStepsStage(db, 'open', now);
}

type FirstStepsStage = 'open' | 'looked' | 'over';

/** Returns what is stored about the first steps; `over` if nothing is, as in a shop older than their list. */
export function readFirstStepsStage(db: Queryable): FirstStepsStage {
  return (readSetting(db, firstStepsName) as FirstStepsStage | undefined) ?? 'over';
}

export function writeFirstStepsStage(db: Transaction, state: FirstStepsStage, now: number): void {
  writeSetting(db, { name: firstStepsName, value: state, updatedAt: now });
}
