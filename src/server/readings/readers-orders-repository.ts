import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import {
  awaitsReply,
  isNotRefunding,
  lastAnswer,
  lastAnswered,
  orders,
  readingComments,
  readings,
  waitsSince,
} from '../../../db/schema.ts';
import {
  concernsReader,
  isToBeWritten,
  type OrderStatus,
  openStatuses,
  paymentStatuses,
} from '../../shared/orders/order-status.ts';
import type { DuePlace } from './reading-repository.ts';

/** `after` is where the previous page ended. */
type Part = { readerId: string; after: DuePlace | null; limit: number };

/** The due date of an order that waits for its customer. */
const never = Number.MAX_SAFE_INTEGER;

/** Lists a reader's orders without an approved reading, earliest due first, those that wait for customers last. */
export function listOpenOrdersOfReader(db: Queryable, { readerId, after, limit }: Part) {
  const place = after ? { dueAt: after.dueAt || never, seq: after.seq } : { dueAt: 0, seq: 0 };
  const due = sql`ifnull(${orders.dueAt}, ${never})`;
  const isAfter = sql`(${due}, ${orders.seq}) > (${place.dueAt}, ${place.seq})`;
  return selectOrders(db)
    .where(and(isOfReader(readerId, [...openStatuses]), isAfter))
    .orderBy(due, orders.seq)
    .limit(limit)
    .all();
}

/** Lists a reader's orders with an approved reading, sent or not, the latest due first. */
export function listDoneOrdersOfReader(db: Queryable, { readerId, after, limit }: Part) {
  const { dueAt, seq } = after ?? { dueAt: never, seq: never };
  const isAfter = sql`(ifnull(${orders.dueAt}, 0), ${orders.seq}) < (${dueAt}, ${seq})`;
  // These may be many orders, so they are read in index order.
  return selectOrders(db)
    .where(and(isOfReader(readerId, ['approved']), isAfter))
    .orderBy(desc(orders.dueAt), desc(orders.seq))
    .limit(limit)
    .all();
}

/** Finds a reader's assigned order. @param name an order's number or its id */
export function findOrderOfReader(db: Queryable, readerId: string, name: string) {
  const isNamed = or(eq(orders.orderNumber, name), eq(orders.id, name));
  return selectOrders(db)
    .where(and(isNamed, eq(orders.assignedReaderId, readerId), isNull(orders.deletedAt)))
    .get();
}

function selectOrders(db: Queryable) {
  const { submittedAt, feedback } = readings;
  const ofMessages = { waitsSince, answeredQuestion: lastAnswered, customerAnswer: lastAnswer, awaitsReply };
  const ofReading = and(
    eq(readingComments.readingId, readings.id),
    eq(readingComments.revision, readings.revision),
  );
  const commentCount = db.$count(readingComments, ofReading);
  return db
    .select({ ...getTableColumns(orders), submittedAt, feedback, commentCount, ...ofMessages })
    .from(orders)
    .leftJoin(readings, eq(readings.orderId, orders.id));
}

function isOfReader(readerId: string, statuses: OrderStatus[]) {
  const isOfStatus = (status: OrderStatus) => {
    const business = paymentStatuses.filter((paymentStatus) => concernsReader({ status, paymentStatus }));
    // The plus makes SQLite use the index of readers.
    return and(
      eq(sql`+${orders.status}`, status),
      inArray(sql`+${orders.paymentStatus}`, business),
      isToBeWritten(status) ? isNotRefunding : undefined,
    );
  };
  return and(
    eq(orders.assignedReaderId, readerId),
    inArray(orders.status, statuses),
    isNull(orders.deletedAt),
    or(...statuses.map(isOfStatus)),
  );
}

/** Returns the delivered readings of an address from orders before `seq`, newest first. */
export function listDeliveredTo(db: Queryable, canonicalEmail: string, seq: number, limit: number) {
  const { orderNumber, readingType, customQuestion, offerName, answers, deliveredAt } = orders;
  const { content, cards } = readings;
  return db
    .select({ orderNumber, readingType, customQuestion, offerName, answers, deliveredAt, content, cards })
    .from(orders)
    .innerJoin(readings, eq(readings.orderId, orders.id))
    .where(
      and(
        eq(orders.canonicalEmail, canonicalEmail),
        lt(orders.seq, seq),
        eq(orders.status, 'approved'),
        isNotNull(orders.deliveredAt),
        isNull(orders.deletedAt),
        isNull(orders.erasedAt),
      ),
    )
    .orderBy(desc(orders.seq))
    .limit(limit)
    .all();
}
