import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { orders, outbox } from '../../../db/schema.ts';
import { statusesToWrite } from '../../shared/orders/order-status.ts';
import type { NoticeKind } from '../../shared/people/account-schema.ts';
import type { NoticeRow } from '../mail/outbox-repository.ts';
import { isAwaitingReading } from './order-repository.ts';

interface DueTime {
  after: number;
  until: number;
  limit: number;
}

/** Finds a notice of a kind to a user about an order that is queued and not being sent. */
export function findWaitingNotice(
  db: Queryable,
  { kind, orderId, userId }: Pick<NoticeRow, 'kind' | 'orderId' | 'userId'>,
) {
  const isSame = and(eq(outbox.orderId, orderId), isOfUser(userId), eq(outbox.kind, kind));
  return selectNotices(db, and(isSame, eq(outbox.state, 'queued'), isNull(outbox.leasedAt))).get();
}

/** Lists the orders whose readers were not reminded of the current due day, earliest due first. */
export function listUnreminded(db: Queryable, { readerIds, ...due }: DueTime & { readerIds: string[] }) {
  const isReminder = and(hasNoticeForDueDay('due_soon'), isOfUser(orders.assignedReaderId));
  const isToWrite = and(
    inArray(sql`+${orders.status}`, [...statusesToWrite]),
    inArray(sql`+${orders.assignedReaderId}`, readerIds),
  );
  return db
    .select({
      orderId: orders.id,
      readerId: sql<string>`${orders.assignedReaderId}`,
      dueAt: sql<number>`${orders.dueAt}`,
    })
    .from(orders)
    .where(and(isOpenAndDue(due), isToWrite, notExists(selectNotices(db, isReminder))))
    .orderBy(asc(orders.dueAt))
    .limit(due.limit)
    .all();
}

/** Lists overdue orders not yet reported to an admin, the latest due first. */
export function listOverdueUnreported(db: Queryable, due: DueTime) {
  return db
    .select({ orderId: orders.id, dueAt: sql<number>`${orders.dueAt}` })
    .from(orders)
    .where(and(isOpenAndDue(due), notExists(selectNotices(db, hasNoticeForDueDay('order_overdue')))))
    .orderBy(desc(orders.dueAt))
    .limit(due.limit)
    .all();
}

function isOpenAndDue({ after, until }: DueTime) {
  return and(isAwaitingReading, gt(orders.dueAt, after), lte(orders.dueAt, until));
}

/** Returns the SQL condition that an order has a notice, not canceled, about its current due day. */
export function hasNoticeForDueDay(kind: NoticeKind) {
  return and(
    eq(outbox.orderId, orders.id),
    eq(outbox.kind, kind),
    ne(outbox.state, 'canceled'),
    gt(outbox.dueUntil, orders.dueAt),
  );
}

/** Matches mails to a user; the plus keeps SQLite from scanning all of them instead of the order's few. */
function isOfUser(userId: string | typeof orders.assignedReaderId) {
  return sql`+${outbox.userId} = ${userId}`;
}

function selectNotices(db: Queryable, condition: SQL | undefined) {
  return db.select({ id: outbox.id }).from(outbox).where(condition);
}
