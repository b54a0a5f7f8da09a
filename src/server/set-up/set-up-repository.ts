import type { Queryable, Transaction } from '../../../db/client.ts';
import { eq, sql } from '../../../db/drizzle.ts';
import { type Given, prepared, written } from '../../../db/prepared.ts';
import { orderTallies, serviceFacts, users } from '../../../db/schema.ts';
import type { SetUpStep } from '../../shared/set-up.ts';
import { readSetting, writeSetting } from '../settings/settings-repository.ts';

/** The key of the link, as its hash; that it was closed, and when; and what is left of the set-up of an admin. */
const names = { key: 'set_up_key', closed: 'set_up_closed', goingOn: 'set_up_going_on' };

/** A set-up whose admin exists. */
export interface SetUpGoingOn {
  /** The admin whom it has made. */
  userId: string;
  /** In milliseconds since 1970. */
  since: number;
  step: Exclude<SetUpStep, 'admin'>;
}

/** @returns whether an admin was ever made in this database, or it has any account */
export function isSetUpClosed(db: Queryable): boolean {
  return readFact(db, names.closed) !== null || anybody(db).get() !== undefined;
}

/** Closes the set-up for good, and opens the list of first steps of a new shop. @param now in milliseconds since 1970 */
export function noteSetUpClosed(db: Transaction, now: number): void {
  if (readFact(db, names.closed) !== null) return;
  writeFact(db, names.closed, String(now));
  const isNew = !hasDelivered(db) && readSetting(db, firstStepsName) === undefined;
  if (isNew) writeFirstStepsState(db, 'open', now);
}

const firstStepsName = 'first_steps';

/** Open until it is dismissed; `looked` when the owner has looked at the shop meanwhile. */
type FirstStepsState = 'open' | 'looked' | 'over';

/** @returns over in a shop that was set up before there was this list */
export function readFirstStepsState(db: Queryable): FirstStepsState {
  return (readSetting(db, firstStepsName) as FirstStepsState | undefined) ?? 'over';
}

export function writeFirstStepsState(db: Transaction, state: FirstStepsState, now: number): void {
  writeSetting(db, { name: firstStepsName, value: state, updatedAt: now });
}

/** @returns the hash of the key that was printed last; null when none ever was */
export function readSetUpKey(db: Queryable): string | null {
  return readFact(db, names.key);
}

/** What was printed before opens nothing any more. */
export function writeSetUpKey(db: Transaction, hash: string): void {
  writeFact(db, names.key, hash);
}

export function readGoingOn(db: Queryable): SetUpGoingOn | null {
  return JSON.parse(readFact(db, names.goingOn) ?? 'null');
}

export function writeGoingOn(db: Transaction, goingOn: SetUpGoingOn): void {
  writeFact(db, names.goingOn, JSON.stringify(goingOn));
}

export function deleteGoingOn(db: Transaction): void {
  factDelete(db).run({ name: names.goingOn });
}

const deliveredTally = prepared((db) =>
  written<{ count: number }>(
    db,
    sql`SELECT count FROM ${orderTallies} WHERE status = 'approved' AND count > 0 LIMIT 1`,
  ),
);

/** @returns whether a reading was ever delivered */
function hasDelivered(db: Queryable): boolean {
  return deliveredTally(db).get() !== undefined;
}

const anybody = prepared((db) => db.select({ id: users.id }).from(users).limit(1));

const factByName = prepared((db, { name }: Given<{ name: string }>) =>
  db.select({ value: serviceFacts.value }).from(serviceFacts).where(eq(serviceFacts.name, name)),
);

function readFact(db: Queryable, name: string): string | null {
  return factByName(db).get({ name })?.value ?? null;
}

const factUpsert = prepared((db, { name, value }: Given<{ name: string; value: string }>) =>
  db
    .insert(serviceFacts)
    .values({ name, value })
    .onConflictDoUpdate({ target: serviceFacts.name, set: { value } }),
);

function writeFact(db: Transaction, name: string, value: string): void {
  factUpsert(db).run({ name, value });
}

const factDelete = prepared((db, { name }: Given<{ name: string }>) =>
  db.delete(serviceFacts).where(eq(serviceFacts.name, name)),
);
