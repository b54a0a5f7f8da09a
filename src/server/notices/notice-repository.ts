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

/** When orders fall due, in milliseconds since 1970, and how many of them are wanted. */
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

/** @returns whether the same notice is in the outbox already, and nobody is sending it yet */
export function isNoticeWaiting(db: Queryable, { kind, orderId, userId }: Notice): boolean {
  return waitingNotice(db).get({ kind, orderId, userId }) !== undefined;
}

const unreminded = prepared((db, given: Given<DueTime & { readerIds: string }>) => {
  const isReminder = and(isNoticeOfOrder('due_soon'), isOfUser(orders.assignedReaderId));
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

/** @returns the orders that these readers have to write and were not reminded of, the most urgent first */
export function listUnreminded(
  db: Queryable,
  due: DueTime & { readerIds: string[] },
): { orderId: string; readerId: string; dueAt: number }[] {
  return unreminded(db).all({ ...due, readerIds: listed(due.readerIds) });
}

const overdueUntold = prepared((db, given: Given<DueTime>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOpenAndDue(given), notExists(selectNotices(db, isNoticeOfOrder('order_overdue')))))
    .orderBy(desc(orders.dueAt))
    .limit(given.limit),
);

/** @returns the orders that were not delivered and of which no admin was told, the latest due first */
export function listOverdueUntold(db: Queryable, due: DueTime): string[] {
  const rows = overdueUntold(db).all(due);
  return rows.map(({ id }) => id);
}

function isOpenAndDue({ after, until }: Given<DueTime>) {
  return and(
    // As the index `orders_open` has it, or it would not be used; the plus keeps SQLite from the others.
    sql`${orders.status} <> 'approved'`,
    isNull(orders.deletedAt),
    gt(orders.dueAt, after),
    lte(orders.dueAt, until),
    inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
    isNotRefunding,
  );
}

/** One that was canceled was never read: its reason may be there again. */
function isNoticeOfOrder(kind: NoticeKind) {
  return and(eq(outbox.orderId, orders.id), eq(outbox.kind, kind), ne(outbox.state, 'canceled'));
}

/** The plus keeps SQLite from going through all mails to this user rather than the few of the order. */
function isOfUser(userId: SQL | typeof orders.assignedReaderId) {
  return sql`+${outbox.userId} = ${userId}`;
}

function selectNotices(db: Builder, condition: SQL | undefined) {
  return db.select({ id: outbox.id }).from(outbox).where(condition);
}
