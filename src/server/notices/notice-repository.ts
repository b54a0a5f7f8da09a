import type { Queryable } from '../../../db/client.ts';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
  type SQL,
  sql,
} from '../../../db/drizzle.ts';
import { type Builder, type Given, isAmong, listed, prepared } from '../../../db/prepared.ts';
import { isNotRefunding, orders, outbox } from '../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { NoticeKind } from '../../shared/people/notices.ts';

/** When orders are due, in milliseconds since 1970, and how many of them are wanted. */
interface DueTime {
  after: number;
  until: number;
  limit: number;
}

interface Notice {
  kind: NoticeKind;
  orderId: string;
  userId: string;
}

const waitingNotice = prepared((db, { kind, orderId, userId }: Given<Notice>) => {
  const isSame = and(eq(outbox.orderId, orderId), isOfUser(userId), eq(outbox.kind, kind));
  return selectNotices(db, and(isSame, eq(outbox.state, 'queued'), isNull(outbox.leasedAt)));
});

/** @returns whether the same notice is in the outbox already, and is not being sent yet */
export function isNoticeWaiting(db: Queryable, { kind, orderId, userId }: Notice): boolean {
  return waitingNotice(db).get({ kind, orderId, userId }) !== undefined;
}

const unreminded = prepared((db, given: Given<DueTime & { readerIds: string }>) => {
  const isReminder = and(isToldOfDueDay('due_soon'), isOfUser(orders.assignedReaderId));
  const isToWrite = and(
    inArray(sql`+${orders.status}`, [...statusesToWrite]),
    isAmong(sql`+${orders.assignedReaderId}`, given.readerIds),
  );
  return db
    .select({
      orderId: orders.id,
      readerId: sql<string>`${orders.assignedReaderId}`,
      dueAt: sql<number>`${orders.dueAt}`,
    })
    .from(orders)
    .where(and(isOpenAndDue(given), isToWrite, notExists(selectNotices(db, isReminder))))
    .orderBy(asc(orders.dueAt))
    .limit(given.limit);
});

/**
 * @returns the orders that these readers have to write and were not reminded of for the current day, the most urgent
 *   first
 */
export function listUnreminded(
  db: Queryable,
  due: DueTime & { readerIds: string[] },
): { orderId: string; readerId: string; dueAt: number }[] {
  return unreminded(db).all({ ...due, readerIds: listed(due.readerIds) });
}

const overdueUntold = prepared((db, given: Given<DueTime>) =>
  db
    .select({ orderId: orders.id, dueAt: sql<number>`${orders.dueAt}` })
    .from(orders)
    .where(and(isOpenAndDue(given), notExists(selectNotices(db, isToldOfDueDay('order_overdue')))))
    .orderBy(desc(orders.dueAt))
    .limit(given.limit),
);

/** @returns the undelivered orders about whose day no admin was told, the latest due first */
export function listOverdueUntold(db: Queryable, due: DueTime): { orderId: string; dueAt: number }[] {
  return overdueUntold(db).all(due);
}

function isOpenAndDue({ after, until }: Given<DueTime>) {
  return and(
    // Matches the index `orders_open`, so that SQLite uses it; the plus keeps SQLite from using others.
    sql`${orders.status} <> 'approved'`,
    isNull(orders.deletedAt),
    gt(orders.dueAt, after),
    lte(orders.dueAt, until),
    inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
    isNotRefunding,
  );
}

/**
 * The position in its Message-ID where the subject of a mail begins (`enqueueMail`); 0 when that is the order as it is.
 */
const aboutBegins = sql`instr(${outbox.messageId}, '~')`;

/** The text after a beginning of that length. */
const aboutFrom = ({ length }: string) =>
  sql`substr(${outbox.messageId}, ${aboutBegins} + ${sql.raw(String(length))})`;

/** When a later day was last promised; 0 when never. */
const lastMovedAt = sql`coalesce((SELECT max(created_at) FROM order_events WHERE order_id = ${orders.id} AND type = 'day_moved'), 0)`;

/** For a notice without a day: it is about the day that was promised when it was written. */
const toldOfItsTime = sql`CASE WHEN ${outbox.createdAt} > ${lastMovedAt} THEN 9e999 ELSE 0 END`;

/**
 * The end of the day that a notice is about (`toldDay`). A due date only moves to a later time, so one before that end
 * was told. Notices of versions that knew one day for an order have no such end.
 */
const toldUntil = sql`CASE ${aboutBegins} WHEN 0 THEN ${toldOfItsTime} ELSE CAST(${aboutFrom('~2026-11-25.')} AS INTEGER) END`;

/** Whether a notice is about the day on which its order is due. A canceled notice was never read. */
export function isToldOfDueDay(kind: NoticeKind) {
  return and(
    eq(outbox.orderId, orders.id),
    eq(outbox.kind, kind),
    ne(outbox.state, 'canceled'),
    gt(toldUntil, orders.dueAt),
  );
}

/** The plus keeps SQLite from scanning all mails to this user rather than the few of the order. */
function isOfUser(userId: SQL | typeof orders.assignedReaderId) {
  return sql`+${outbox.userId} = ${userId}`;
}

function selectNotices(db: Builder, condition: SQL | undefined) {
  return db.select({ id: outbox.id }).from(outbox).where(condition);
}
