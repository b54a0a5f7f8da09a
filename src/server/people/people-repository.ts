import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { shownEmail } from '../../../db/computed-columns.ts';
import { hasPassword, personName, portraits, users } from '../../../db/schema.ts';
import { prepareOnce } from '../../../db/sql.ts';
import { canonicalEmail } from '../../shared/email/email-address.ts';
import type { ReaderProfile } from '../../shared/people/profile-schema.ts';
import type { Role } from '../../shared/people/signed-in-user.ts';
import { foldCase } from '../../shared/text.ts';
import { DomainError } from '../base/domain-error.ts';

export type UserRow = typeof users.$inferSelect;

export function findUser(db: Queryable, id: string): UserRow | undefined {
  return db.select().from(users).where(eq(users.id, id)).get();
}

/** Finds a user by name in any case, accents composed or not. */
export function findUserByName(db: Queryable, username: string): UserRow | undefined {
  const folded = foldCase(username);
  // Doctor's connection has no SQL function for this, and a shop has a handful of accounts.
  const found = db
    .select()
    .from(users)
    .all()
    .filter((user) => foldCase(user.username) === folded);
  // Earlier versions told Åsa and åsa apart, and both may have an account.
  const typed = username.normalize('NFC');
  return found.find((user) => user.username.normalize('NFC') === typed) ?? found[0];
}

/** Finds a user by an email address in any spelling. */
export function findUserByEmail(db: Queryable, email: string): UserRow | undefined {
  const hasAddress = eq(sql`canonical_email(${users.email})`, canonicalEmail(email));
  return db.select().from(users).where(hasAddress).get();
}

export function requirePerson(context: { db: Queryable }, id: string): UserRow {
  const person = findUser(context.db, id);
  if (!person) throw new DomainError('person_not_found', 'There is no such account.');
  return person;
}

/** Refuses an address that another account has. @throws {DomainError} `account_conflict` */
export function refuseTakenEmail(db: Queryable, email: string, userId?: string): void {
  const owner = findUserByEmail(db, email);
  if (owner && owner.id !== userId) {
    throw new DomainError('account_conflict', 'Another account has this email address already.');
  }
}

/** Refuses if this is the last active admin. @throws {DomainError} `person_conflict` */
export function refuseLastAdmin(db: Queryable, { role, isActive }: UserRow): void {
  if (role === 'admin' && isActive && listActive(db, 'admin').length === 1) {
    throw new DomainError('person_conflict', 'This is the last admin, and the business needs one.');
  }
}

/** Inserts a user; a reader always writes. */
export function insertUser(tx: Transaction, user: typeof users.$inferInsert): void {
  const writes = user.role === 'reader' || user.writes;
  tx.insert(users)
    .values(withShownEmail({ ...user, writes }))
    .run();
}

/** Updates a user; stores an address as `shownEmail`. Does nothing if all changes are undefined. */
export function updateUser(tx: Transaction, id: string, changes: Partial<UserRow>): void {
  if (Object.values(changes).every((value) => value === undefined)) return;
  tx.update(users).set(withShownEmail(changes)).where(eq(users.id, id)).run();
}

function withShownEmail<User extends { email?: string | null }>(user: User): User {
  return user.email ? { ...user, email: shownEmail(user.email) } : user;
}

/** Lists all accounts, closed ones too: admins first, then by name. */
export function listUsers(db: Queryable): UserRow[] {
  return db
    .select()
    .from(users)
    .orderBy(asc(users.role), asc(sql`lower(${users.username})`))
    .all();
}

/** Returns a function from a username to the displayed name; other words, such as `stripe`, stay. */
export function readNames(db: Queryable): (username: string) => string {
  const names = new Map(
    db
      .select({ username: users.username, name: personName })
      .from(users)
      .all()
      .map(({ username, name }) => [username, name]),
  );
  return (username) => names.get(username) ?? username;
}

const selectActive = (db: Queryable, condition: SQL | undefined) =>
  db
    .select()
    .from(users)
    .where(and(condition, eq(users.isActive, true)));
const activeAdmins = prepareOnce((db) => selectActive(db, eq(users.role, 'admin')).prepare());
const activeWriters = prepareOnce((db) =>
  selectActive(db, and(eq(users.writes, true), hasPassword)).prepare(),
);

/** Returns the active accounts with a role (`hasRole`); as readers only those with a password. */
export function listActive(db: Queryable, role: Role): UserRow[] {
  return role === 'reader' ? activeWriters(db).all() : activeAdmins(db).all();
}

/** Returns whether one admin, who also writes, has the only account in use, so that no other person reviews a reading. */
export function isOnePerson(db: Queryable): boolean {
  // One who was invited and has no password yet reviews nothing.
  const [admin, ...otherAdmins] = listActive(db, 'admin').filter(({ passwordHash }) => passwordHash !== '');
  return (
    otherAdmins.length === 0 &&
    listActive(db, 'reader').every(({ id }) => id === admin?.id) &&
    admin?.writes === true
  );
}

/** Returns active accounts with a role and an email address; with `id`, only that one. */
export function listReachable(db: Queryable, role: Role, id?: string): UserRow[] {
  return listActive(db, role).filter((user) => user.email !== null && (id === undefined || user.id === id));
}

export function storePortrait(tx: Transaction, portrait: typeof portraits.$inferInsert) {
  const conflict = { target: portraits.userId, set: portrait };
  tx.insert(portraits).values(portrait).onConflictDoUpdate(conflict).run();
}

/** Changes the alt text of a user's portrait; the result has 0 `changes` if the user has no portrait. */
export function setAlt(tx: Transaction, userId: string, changes: { alt: string; updatedAt: number }) {
  return tx.update(portraits).set(changes).where(eq(portraits.userId, userId)).run();
}

export function deletePortrait(tx: Transaction, userId: string) {
  tx.delete(portraits).where(eq(portraits.userId, userId)).run();
}

/** Returns the picture at `/portraits/HASH.webp` or `.jpg`, while its reader is active and writes. */
export function findShownPortrait(db: Queryable, path: string): Buffer | undefined {
  const [, hash] = /^\/portraits\/([\w-]+)\.(?:webp|jpg)$/.exec(path) ?? [];
  if (!hash) return undefined;
  const found = db
    .select({ picture: portraits.picture })
    .from(portraits)
    .innerJoin(users, eq(users.id, portraits.userId))
    .where(and(eq(portraits.hash, hash), eq(users.isActive, true), eq(users.writes, true)))
    .get();
  return found?.picture;
}

/** Returns a writer's public profile for customers; null for users who do not write. */
export function profileOf(db: Queryable, user: UserRow): ReaderProfile | null {
  if (!user.writes) return null;
  const { displayName, readingSince, signature, about } = user;
  const row = db
    .select({ hash: portraits.hash, alt: portraits.alt })
    .from(portraits)
    .where(eq(portraits.userId, user.id))
    .get();
  const portrait = row ? { address: `/portraits/${row.hash}.webp`, alt: row.alt } : null;
  return { displayName, readingSince, signature, about, portrait };
}

/** Returns the profiles of all active readers, by when they joined. */
export function listPublicReaders(db: Queryable): ReaderProfile[] {
  return listActive(db, 'reader')
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .flatMap((reader) => profileOf(db, reader) ?? []);
}
