import type { Queryable } from '../../../../db/client.ts';
import { and, desc, eq, inArray, isNull, lt, ne, sql } from '../../../../db/drizzle.ts';
import { type Builder, type Given, isAmong, prepared, preparedPer } from '../../../../db/prepared.ts';
import { isNotRefunding, orders, readings, users, waitsSince } from '../../../../db/schema.ts';
import type { OrderStatus } from '../../../shared/orders/order-status.ts';
import type { DuePlace } from '../../orders/due-place-repository.ts';

/** A reading, its order, and what the API shows of other tables. */
export type ShownReading = ReturnType<typeof listReadings>[number];

/** The readings of these orders (`listed`), unless an order was deleted. */
export const readingsOfOrders = prepared((db, { orderIds }: Given<{ orderIds: string }>) =>
  selectReadings(db).where(and(isAmong(readings.orderId, orderIds), isNull(orders.deletedAt))),
);

/** Of `pending` ones a reading can still be sent. */
export type ReadingList = 'pending' | 'open' | 'approved';

const statusesOf: Record<ReadingList, OrderStatus[]> = {
  pending: ['reading_uploaded'],
  open: ['reading_uploaded', 'rejected'],
  approved: ['approved'],
};

/** Stands for the due date of an order that waits for its customer. */
const never = Number.MAX_SAFE_INTEGER;

/** Lists pending readings by due date, those that wait for their customers last; others by order, the newest first. */
export function listReadings(db: Queryable, list: ReadingList, after: DuePlace | null, limit: number) {
  const start = { dueAt: 0, seq: list === 'pending' ? 0 : never };
  const place = after ? { dueAt: after.dueAt || never, seq: after.seq } : start;
  return readingsAfter(db, list).all({ ...place, limit });
}

const readingsAfter = preparedPer((db, list: ReadingList, given: Given<DuePlace & { limit: number }>) => {
  // Few orders are open and are sorted; the plus keeps SQLite from reading all orders in their sequence instead.
  const seq = list === 'approved' ? sql`${orders.seq}` : sql`+${orders.seq}`;
  const due = sql`ifnull(${orders.dueAt}, ${never})`;
  const isPending = list === 'pending';
  return selectReadings(db)
    .where(
      and(
        inArray(orders.status, statusesOf[list]),
        isNull(orders.deletedAt),
        isPending ? sql`(${due}, ${seq}) > (${given.dueAt}, ${given.seq})` : lt(seq, given.seq),
        ...(isPending ? [ne(orders.paymentStatus, 'refunded'), isNotRefunding] : []),
      ),
    )
    .orderBy(...(isPending ? [due, seq] : [desc(seq)]))
    .limit(given.limit);
});

function selectReadings(db: Builder) {
  return db
    .select({ reading: readings, order: orders, readerName: users.username, waitsSince })
    .from(orders)
    .innerJoin(readings, eq(readings.orderId, orders.id))
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}
