import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from '../../../db/drizzle.ts';
import { aliasedColumns, type Params, prepared, preparedPer, rawStatement } from '../../../db/prepared.ts';
import { isNotRefunding, lastAnswer, orders, readings, waitsSince } from '../../../db/schema.ts';
import {
  concernsReader,
  isToBeWritten,
  type OrderStatus,
  openStatuses,
  paymentStatuses,
} from '../../shared/orders/order-status.ts';
import { parseRow, type ReadersOrder, readersColumns, type Unparsed } from '../orders/order-repository.ts';
import type { DuePlace } from './reading-repository.ts';

/** `after` is where the page before ended. */
type Part = { readerId: string; after: DuePlace | null; limit: number };

/** The due date of an order that waits for its customer. */
const never = Number.MAX_SAFE_INTEGER;

/** Returns a reader's undelivered orders, the most urgent first, those that wait for their customers last. */
export function listOpenOrdersOfReader(db: Queryable, { readerId, after, limit }: Part): ReadersOrder[] {
  const place = after ? { dueAt: after.dueAt || never, seq: after.seq } : { dueAt: 0, seq: 0 };
  return ordersOfReader(db, false)
    .all({ readerId, ...place, limit })
    .map(parseRow<ReadersOrder>);
}

/** Returns a reader's delivered orders, the latest due first. */
export function listDoneOrdersOfReader(db: Queryable, { readerId, after, limit }: Part): ReadersOrder[] {
  const place = after ?? { dueAt: never, seq: never };
  return ordersOfReader(db, true)
    .all({ readerId, ...place, limit })
    .map(parseRow<ReadersOrder>);
}

const ordersOfReader = preparedPer(
  (db, isDone: boolean, given: Params<DuePlace & { readerId: string; limit: number }>) => {
    const { readerId, dueAt, seq, limit } = given;
    const statuses: OrderStatus[] = isDone ? ['approved'] : [...openStatuses];
    const isOfStatus = (status: OrderStatus) => {
      const business = paymentStatuses.filter((paymentStatus) => concernsReader({ status, paymentStatus }));
      // The plus keeps SQLite to the index of readers.
      return and(
        eq(sql`+${orders.status}`, status),
        inArray(sql`+${orders.paymentStatus}`, business),
        isToBeWritten(status) ? isNotRefunding : undefined,
      );
    };
    const due = sql`ifnull(${orders.dueAt}, ${isDone ? 0 : never})`;
    const isAfter = sql`(${due}, ${orders.seq}) ${sql.raw(isDone ? '<' : '>')} (${dueAt}, ${seq})`;
    const isWanted = and(
      eq(orders.assignedReaderId, readerId),
      inArray(orders.status, statuses),
      isAfter,
      isNull(orders.deletedAt),
      or(...statuses.map(isOfStatus)),
    );
    // The many delivered orders are read in the order of the index.
    const order = isDone ? sql`${orders.dueAt} DESC, ${orders.seq} DESC` : sql`${due}, ${orders.seq}`;
    // Drizzle's mapping of so many rows takes longer than finding them.
    return rawStatement<Unparsed<ReadersOrder>>(
      db,
      sql`SELECT ${aliasedColumns(orders, readersColumns)}, ${readings.submittedAt} AS submittedAt,
          ${readings.feedback} AS feedback, ${waitsSince} AS waitsSince, ${lastAnswer} AS customerAnswer
        FROM ${orders} LEFT JOIN ${readings} ON ${readings.orderId} = ${orders.id}
        WHERE ${isWanted} ORDER BY ${order} LIMIT ${limit}`,
    );
  },
);

type Asked = { canonicalEmail: string; seq: number; limit: number };

export const listDeliveredTo = prepared((db, { canonicalEmail, seq, limit }: Params<Asked>) => {
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
    .limit(limit);
});
