import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { orderEvents } from '../../../db/schema.ts';
import { prepareOnce } from '../../../db/sql.ts';

export type OrderEventType =
  | 'order_placed'
  | 'payment_succeeded'
  | 'payment_failed'
  | 'payment_review'
  | 'payment_changed'
  | 'payment_warning'
  | 'payment_cleared'
  | 'refund_made'
  | 'refund_refused'
  | 'refund_changed'
  | 'dispute_changed'
  | 'assigned'
  | 'day_moved'
  | 'reading_submitted'
  | 'reading_edited'
  | 'notes_edited'
  | 'question_asked'
  | 'question_answered'
  | 'question_closed'
  | 'message_sent'
  | 'message_received'
  | 'problem_told'
  | 'problem_closed'
  | 'feedback_given'
  | 'feedback_permission_ended'
  | 'feedback_published'
  | 'feedback_taken_off'
  | 'consent_given'
  | 'withdrawal_stated'
  | 'withdrawal_lifted'
  | 'withdrawal_settled'
  | 'withdrawal_reopened'
  | 'reading_approved'
  | 'approval_undone'
  | 'reading_rejected'
  | 'order_deleted'
  | 'order_restored'
  | 'address_corrected'
  | 'background_corrected'
  | 'customer_erased'
  | 'mail_resent'
  | 'mail_sent'
  | 'mail_failed';

export type EventRow = typeof orderEvents.$inferSelect;

const eventInsert = prepareOnce((db) =>
  db
    .insert(orderEvents)
    .values({
      orderId: sql.placeholder('orderId'),
      type: sql.placeholder('type'),
      actor: sql.placeholder('actor'),
      data: sql.placeholder('data'),
      createdAt: sql.placeholder('at'),
    })
    .prepare(),
);

/** Adds an event to an order's history, and returns its id. `actor`: a username, `customer`, `stripe` or `system`. */
export function recordEvent(
  tx: Transaction,
  event: Pick<EventRow, 'orderId' | 'actor'> & {
    type: OrderEventType;
    at: number;
    /** Must contain no text that people wrote, and no name but `reader`, which exports leave out. */
    data?: EventRow['data'];
  },
): number {
  return Number(eventInsert(tx).run({ ...event, data: event.data ?? {} }).lastInsertRowid);
}

/** Returns an order's events, oldest first: all of them, or up to `limit` after an event's id. */
export function listEvents(
  db: Queryable,
  orderId: string,
  { after, limit }: { after: number; limit: number } = { after: 0, limit: -1 },
) {
  return db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), gt(orderEvents.id, after)))
    .orderBy(asc(orderEvents.id))
    .limit(limit)
    .all();
}

/** Finds the last time the promised day was changed, with both days as `2026-11-25`; undefined if never. */
export function findLastMove(db: Queryable, orderId: string) {
  return db
    .select({
      id: orderEvents.id,
      fromDay: sql<string>`${orderEvents.data} ->> 'fromDay'`,
      toDay: sql<string>`${orderEvents.data} ->> 'toDay'`,
      at: orderEvents.createdAt,
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), sql`${orderEvents.type} = 'day_moved'`))
    .orderBy(desc(orderEvents.createdAt), desc(orderEvents.id))
    .get();
}

/** Finds whether an order was ever assigned to a reader; usernames never change. */
export function findAssignment(db: Queryable, orderId: string, username: string) {
  const isToReader = sql`${orderEvents.data} ->> 'reader' = ${username}`;
  return db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.type, 'assigned'), isToReader))
    .get();
}
