import type { Queryable } from '../../../../db/client.ts';
import { and, asc, eq, inArray, isNotNull, sql } from '../../../../db/drizzle.ts';
import { orders, orderTallies, passwordResets, users } from '../../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../../shared/orders/order-status.ts';
import type { ReaderRef } from '../../../shared/orders/orders.ts';
import type { Role } from '../../../shared/people/staff.ts';

export type UserRow = typeof users.$inferSelect;

/** @returns the user of that name, whatever the case of its ASCII letters (the unique index sees it so too) */
export function findUserByName(db: Queryable, username: string): UserRow | undefined {
  return db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.username})`, sql`lower(${username})`))
    .get();
}

export function findUser(db: Queryable, id: string): UserRow | undefined {
  return db.select().from(users).where(eq(users.id, id)).get();
}

/** @returns the user with that mail address, whatever its case */
export function findUserByEmail(db: Queryable, email: string): UserRow | undefined {
  return db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`))
    .get();
}

export function insertUser(
  db: Queryable,
  user: {
    id: string;
    username: string;
    passwordHash: string;
    role: Role;
    email?: string | null;
    createdAt: number;
  },
): void {
  db.insert(users).values(user).run();
}

/** Sets a new password. Links to set another one are worth nothing any more. */
export function setPasswordHash(db: Queryable, userId: string, passwordHash: string): void {
  db.update(users).set({ passwordHash }).where(eq(users.id, userId)).run();
  db.delete(passwordResets).where(eq(passwordResets.userId, userId)).run();
}

/** Sets or removes a mail address. What was sent to the old one opens nothing any more. */
export function setEmail(db: Queryable, userId: string, email: string | null): void {
  db.update(users).set({ email }).where(eq(users.id, userId)).run();
  db.delete(passwordResets).where(eq(passwordResets.userId, userId)).run();
}

export function setActive(db: Queryable, userId: string, isActive: boolean): void {
  db.update(users).set({ isActive }).where(eq(users.id, userId)).run();
}

/** @returns everybody, admins first, by name; with how many orders wait for them */
export function listPeople(db: Queryable): (UserRow & { openOrders: number })[] {
  return db
    .select({ user: users, openOrders })
    .from(users)
    .orderBy(asc(users.role), asc(sql`lower(${users.username})`))
    .all()
    .map((row) => ({ ...row.user, openOrders: row.openOrders }));
}

/** @returns the active people of a role whom mail can reach; of them only the one of an id, if it is given */
export function listReachable(db: Queryable, role: Role, id?: string): UserRow[] {
  const isAsked = id === undefined ? undefined : eq(users.id, id);
  return db
    .select()
    .from(users)
    .where(and(eq(users.role, role), eq(users.isActive, true), isNotNull(users.email), isAsked))
    .all();
}

export function countActiveAdmins(db: Queryable): number {
  const isActiveAdmin = and(eq(users.role, 'admin'), eq(users.isActive, true));
  return db.select({ id: users.id }).from(users).where(isActiveAdmin).all().length;
}

/** How many orders wait for somebody: those of `listOpenOrderIds`, of which the tallies know the number. */
const openOrders = sql<number>`(SELECT ifnull(sum(${orderTallies.count}), 0) FROM ${orderTallies} WHERE ${and(
  eq(orderTallies.readerId, users.id),
  inArray(orderTallies.status, [...statusesToWrite]),
  inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
  eq(orderTallies.isDeleted, false),
)})`;

/** @returns the readers who can be given orders, by name */
export function listActiveReaders(db: Queryable): ReaderRef[] {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true)))
    .orderBy(asc(users.username))
    .all();
}

/** @returns the active reader with the fewest open orders; the one who has waited longest wins a tie */
export function findLeastBusyReader(db: Queryable): ReaderRef | undefined {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.role, 'reader'), eq(users.isActive, true)))
    .orderBy(
      openOrders,
      sql`(SELECT ifnull(max(${orders.assignedAt}), 0) FROM ${orders} WHERE ${orders.assignedReaderId} = ${users.id})`,
      asc(users.username),
    )
    .limit(1)
    .get();
}
