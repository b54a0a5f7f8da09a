import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from '../../../../db/drizzle.ts';
import { shownEmail } from '../../../../db/email-columns.ts';
import { type Given, only, prepared } from '../../../../db/prepared.ts';
import { orders, ordersGoingOn, orderTallies, passwordResets, users } from '../../../../db/schema.ts';
import { canonicalEmail } from '../../../shared/email-address.ts';
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

/** Finds a user by name, whatever the case of its ASCII letters, as in the unique index. */
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
    .where(eq(sql`canonical_email(${users.email})`, email)),
);

export function findUserByEmail(db: Queryable, email: string): UserRow | undefined {
  return userByEmail(db).get({ email: canonicalEmail(email) });
}

type NewUser = Pick<UserRow, 'id' | 'username' | 'passwordHash' | 'role' | 'createdAt'> &
  Partial<Pick<UserRow, 'email'>>;

const userInsert = prepared((db, given: Given<NewUser>) => {
  const { id, username, passwordHash, role, email, createdAt } = given;
  return db.insert(users).values({ id, username, passwordHash, role, email, createdAt });
});

export function insertUser(db: Transaction, user: NewUser): void {
  userInsert(db).run({ ...user, email: shownOrNone(user.email) });
}

const shownOrNone = (email: string | null | undefined) => (email ? shownEmail(email) : null);

const resetsDelete = prepared((db, { userId }: Given<{ userId: string }>) =>
  db.delete(passwordResets).where(eq(passwordResets.userId, userId)),
);

export function deleteResetsOf(db: Transaction, userId: string): void {
  resetsDelete(db).run({ userId });
}

const passwordUpdate = prepared(
  (db, { userId, passwordHash }: Given<{ userId: string; passwordHash: string }>) =>
    db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
);

export function setPasswordHash(db: Transaction, userId: string, passwordHash: string): void {
  passwordUpdate(db).run({ userId, passwordHash });
  deleteResetsOf(db, userId);
}

const accountColumns = [
  ...(['role', 'email', 'mutedNotices', 'daysAway', 'maxOpenOrders', 'readingsPerDay'] as const),
  ...(['displayName', 'readingSince', 'signature'] as const),
];
export type AccountColumns = Pick<UserRow, (typeof accountColumns)[number]>;

const accountUpdate = prepared((db, given: Given<AccountColumns & { userId: string }>) =>
  db.update(users).set(only(given, accountColumns)).where(eq(users.id, given.userId)),
);

export function setAccount(db: Transaction, userId: string, columns: AccountColumns): void {
  accountUpdate(db).run({ ...columns, userId, email: shownOrNone(columns.email) });
}

export const setActive = prepared((db, { userId, isActive }: Given<{ userId: string; isActive: boolean }>) =>
  db.update(users).set({ isActive }).where(eq(users.id, userId)),
);

const allAccounts = prepared((db) =>
  db
    .select({ user: users, openOrders })
    .from(users)
    .orderBy(asc(users.role), asc(sql`lower(${users.username})`)),
);

export function listPeople(db: Queryable): (UserRow & { openOrders: number })[] {
  return allAccounts(db)
    .all()
    .map((row) => ({ ...row.user, openOrders: row.openOrders }));
}

const activeOfRole = prepared((db, { role }: Given<{ role: Role }>) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.role, role), eq(users.isActive, true))),
);

export function listReachable(db: Queryable, role: Role, id?: string): UserRow[] {
  return activeOfRole(db)
    .all({ role })
    .filter((user) => user.email !== null && (id === undefined || user.id === id));
}

export function countActiveAdmins(db: Queryable): number {
  return activeOfRole(db).all({ role: 'admin' }).length;
}

/** The number of a reader's open orders (`listOpenOrderIds`), from the tallies. */
const openOrders = sql<number>`(SELECT ${ordersGoingOn} FROM ${orderTallies} WHERE ${and(
  eq(orderTallies.readerId, users.id),
  inArray(orderTallies.status, [...statusesToWrite]),
  inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
  eq(orderTallies.isDeleted, false),
)})`;

const activeReaders = prepared((db) =>
  db
    .select({
      id: users.id,
      username: users.username,
      daysAway: users.daysAway,
      maxOpenOrders: users.maxOpenOrders,
      openOrders,
    })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true)))
    .orderBy(asc(users.username)),
);

export function listActiveReaders(db: Queryable) {
  return activeReaders(db).all();
}

type OrderDays = { today: string; dueDay: string };

/** Comparing with `[]` first spares most readers the unpacking. */
function isAwayBetween(first: SQL, last: SQL): SQL {
  const isSpan = sql`value ->> 'from' <= ${last} AND value ->> 'to' >= ${first}`;
  const spans = sql`SELECT 1 FROM json_each(${users.daysAway}) WHERE ${isSpan}`;
  return sql`(${users.daysAway} <> '[]' AND EXISTS (${spans}))`;
}

const leastBusyReader = prepared((db, { today, dueDay }: Given<OrderDays>) =>
  db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(
        eq(users.role, 'reader'),
        eq(users.isActive, true),
        not(isAwayBetween(today, today)),
        or(isNull(users.maxOpenOrders), sql`${openOrders} < ${users.maxOpenOrders}`),
      ),
    )
    .orderBy(
      isAwayBetween(today, dueDay),
      openOrders,
      // By its index: max() would read every order of the reader.
      sql`ifnull((SELECT ${orders.assignedAt} FROM ${orders} WHERE ${orders.assignedReaderId} = ${users.id}
        ORDER BY ${orders.assignedAt} DESC LIMIT 1), 0)`,
      asc(users.username),
    )
    .limit(1),
);

/** Prefers readers who are here until the order is due, then the fewest open orders, then the longest wait. */
export function findLeastBusyReader(db: Queryable, days: OrderDays): ReaderRef | undefined {
  return leastBusyReader(db).get(days);
}
