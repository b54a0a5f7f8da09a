import type { Queryable } from '../../../../db/client.ts';
import { and, asc, eq, inArray, isNotNull, sql } from '../../../../db/drizzle.ts';
import { type Given, prepared, preparedPer } from '../../../../db/prepared.ts';
import { orders, orderTallies, passwordResets, users } from '../../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../../shared/orders/order-status.ts';
import type { ReaderRef } from '../../../shared/orders/orders.ts';
import type { Role } from '../../../shared/people/staff.ts';

export type UserRow = typeof users.$inferSelect;

const userByName = prepared((db, { username }: Given<{ username: string }>) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.username})`, sql`lower(${username})`)),
);

/** @returns the user of that name, whatever the case of its ASCII letters (the unique index sees it so too) */
export function findUserByName(db: Queryable, username: string): UserRow | undefined {
  return userByName(db).get({ username });
}

const userById = prepared((db, { id }: Given<{ id: string }>) =>
  db.select().from(users).where(eq(users.id, id)),
);

export function findUser(db: Queryable, id: string): UserRow | undefined {
  return userById(db).get({ id });
}

const userByEmail = prepared((db, { email }: Given<{ email: string }>) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`)),
);

/** @returns the user with that mail address, whatever its case */
export function findUserByEmail(db: Queryable, email: string): UserRow | undefined {
  return userByEmail(db).get({ email });
}

interface NewUser {
  id: string;
  username: string;
  passwordHash: string;
  role: Role;
  email?: string | null;
  createdAt: number;
}

const userInsert = prepared((db, given: Given<NewUser>) => {
  const { id, username, passwordHash, role, email, createdAt } = given;
  return db.insert(users).values({ id, username, passwordHash, role, email, createdAt });
});

export function insertUser(db: Queryable, user: NewUser): void {
  userInsert(db).run({ ...user, email: user.email ?? null });
}

const resetsDelete = prepared((db, { userId }: Given<{ userId: string }>) =>
  db.delete(passwordResets).where(eq(passwordResets.userId, userId)),
);

/** Links to a new password that somebody has been sent open nothing any more. */
export function deleteResetsOf(db: Queryable, userId: string): void {
  resetsDelete(db).run({ userId });
}

const passwordUpdate = prepared(
  (db, { userId, passwordHash }: Given<{ userId: string; passwordHash: string }>) =>
    db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
);

/** Sets a new password. Links to set another one are worth nothing any more. */
export function setPasswordHash(db: Queryable, userId: string, passwordHash: string): void {
  passwordUpdate(db).run({ userId, passwordHash });
  deleteResetsOf(db, userId);
}

const emailUpdate = prepared((db, { userId, email }: Given<{ userId: string; email: string | null }>) =>
  db.update(users).set({ email }).where(eq(users.id, userId)),
);

/** Sets or removes a mail address. What was sent to the old one opens nothing any more. */
export function setEmail(db: Queryable, userId: string, email: string | null): void {
  emailUpdate(db).run({ userId, email });
  deleteResetsOf(db, userId);
}

const activeUpdate = prepared((db, { userId, isActive }: Given<{ userId: string; isActive: boolean }>) =>
  db.update(users).set({ isActive }).where(eq(users.id, userId)),
);

export function setActive(db: Queryable, userId: string, isActive: boolean): void {
  activeUpdate(db).run({ userId, isActive });
}

const everybody = prepared((db) =>
  db
    .select({ user: users, openOrders })
    .from(users)
    .orderBy(asc(users.role), asc(sql`lower(${users.username})`)),
);

/** @returns everybody, admins first, by name; with how many orders wait for them */
export function listPeople(db: Queryable): (UserRow & { openOrders: number })[] {
  return everybody(db)
    .all()
    .map((row) => ({ ...row.user, openOrders: row.openOrders }));
}

const reachable = preparedPer(
  (db, { isOne }: { isOne: boolean }, { role, id }: Given<{ role: Role; id: string }>) =>
    db
      .select()
      .from(users)
      .where(
        and(
          eq(users.role, role),
          eq(users.isActive, true),
          isNotNull(users.email),
          isOne ? eq(users.id, id) : undefined,
        ),
      ),
);

/** @returns the active people of a role whom mail can reach; of them only the one of an id, if it is given */
export function listReachable(db: Queryable, role: Role, id?: string): UserRow[] {
  return reachable(db, { isOne: id !== undefined }).all({ role, id: id ?? '' });
}

const activeAdmins = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true))),
);

export function countActiveAdmins(db: Queryable): number {
  return activeAdmins(db).all().length;
}

/** How many orders wait for somebody: those of `listOpenOrderIds`, of which the tallies know the number. */
const openOrders = sql<number>`(SELECT ifnull(sum(${orderTallies.count}), 0) FROM ${orderTallies} WHERE ${and(
  eq(orderTallies.readerId, users.id),
  inArray(orderTallies.status, [...statusesToWrite]),
  inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
  eq(orderTallies.isDeleted, false),
)})`;

const activeReaders = prepared((db) =>
  db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true)))
    .orderBy(asc(users.username)),
);

/** @returns the readers who can be given orders, by name */
export function listActiveReaders(db: Queryable): ReaderRef[] {
  return activeReaders(db).all();
}

const leastBusyReader = prepared((db) =>
  db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true)))
    .orderBy(
      openOrders,
      // The latest by its index: max() would go through every order that the reader ever had.
      sql`ifnull((SELECT ${orders.assignedAt} FROM ${orders} WHERE ${orders.assignedReaderId} = ${users.id}
        ORDER BY ${orders.assignedAt} DESC LIMIT 1), 0)`,
      asc(users.username),
    )
    .limit(1),
);

/** @returns the active reader with the fewest open orders; the one who has waited longest wins a tie */
export function findLeastBusyReader(db: Queryable): ReaderRef | undefined {
  return leastBusyReader(db).get();
}
