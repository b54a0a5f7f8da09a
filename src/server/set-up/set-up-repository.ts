import type { Queryable, Transaction } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { prepared, written } from '../../../db/prepared.ts';
import { orderTallies, users } from '../../../db/schema.ts';
import { readFact, writeFact } from '../settings/facts-repository.ts';
import { readSetting, writeSetting } from '../settings/settings-repository.ts';

const names = { key: 'set_up_key', closed: 'set_up_closed', goingOn: 'set_up_going_on' };

/** A set-up whose admin has not named the business yet. */
export interface SetUpGoingOn {
  userId: string;
  since: number;
}

export function isSetUpClosed(db: Queryable): boolean {
  return readFact(db, names.closed) !== null || anybody(db).get() !== undefined;
}

/** Closes the set-up for good, and opens a new shop’s list of first steps. */
export function noteSetUpClosed(db: Transaction, now: number): void {
  if (readFact(db, names.closed) !== null) return;
  writeFact(db, names.closed, String(now));
  const isNew = !hasDelivered(db) && readSetting(db, firstStepsName) === undefined;
  if (isNew) writeFirstStepsState(db, 'open', now);
}

const firstStepsName = 'first_steps';

type FirstStepsState = 'open' | 'looked' | 'over';

/** @returns `over` in a shop older than this list */
export function readFirstStepsState(db: Queryable): FirstStepsState {
  return (readSetting(db, firstStepsName) as FirstStepsState | undefined) ?? 'over';
}

export function writeFirstStepsState(db: Transaction, state: FirstStepsState, now: number): void {
  writeSetting(db, { name: firstStepsName, value: state, updatedAt: now });
}

export function readSetUpKey(db: Queryable): string | null {
  return readFact(db, names.key);
}

export function writeSetUpKey(db: Transaction, hash: string): void {
  writeFact(db, names.key, hash);
}

export function readGoingOn(db: Queryable): SetUpGoingOn | null {
  return JSON.parse(readFact(db, names.goingOn) ?? 'null');
}

export function writeGoingOn(db: Transaction, goingOn: SetUpGoingOn | null): void {
  writeFact(db, names.goingOn, JSON.stringify(goingOn));
}

const deliveredTally = prepared((db) =>
  written<{ count: number }>(
    db,
    sql`SELECT count FROM ${orderTallies} WHERE status = 'approved' AND count > 0 LIMIT 1`,
  ),
);

function hasDelivered(db: Queryable): boolean {
  return deliveredTally(db).get() !== undefined;
}

const anybody = prepared((db) => db.select({ id: users.id }).from(users).limit(1));
