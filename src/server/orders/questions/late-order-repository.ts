import { and, asc, eq, gt, inArray, isNull, lt, lte, notExists, sql } from '../../../../db/drizzle.ts';
import { countIn, type Params, preparedPer } from '../../../../db/prepared.ts';
import { orderEvents, orders, outbox } from '../../../../db/schema.ts';
import { statusesToWrite } from '../../../shared/orders/order-status.ts';
import { hasNoticeForDueDay } from '../notice-repository.ts';
import { isAwaited } from '../order-repository.ts';

const isToWrite = and(isAwaited, inArray(sql`+${orders.status}`, [...statusesToWrite]));

/** When the customer was last told a later day; 0 when never. */
const lastMove = sql`ifnull((SELECT max(${orderEvents.createdAt}) FROM ${orderEvents} WHERE ${and(
  eq(orderEvents.orderId, orders.id),
  sql`${orderEvents.type} = 'day_moved'`,
)}), 0)`;

type Due = { after: number; until: number; movedBefore: number; limit: number };

/** Returns unwritten orders due in a span, not on hold or moved since a time, the most urgent first. */
export const listDueOrders = preparedPer((db, which: 'all' | 'not asked about', given: Params<Due>) => {
  const asked = db.select({ id: outbox.id }).from(outbox).where(hasNoticeForDueDay('reading_late'));
  return db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      paidAt: orders.paidAt,
      dueAt: sql<number>`${orders.dueAt}`,
    })
    .from(orders)
    .where(
      and(
        isToWrite,
        // A reading on hold has its own alert.
        isNull(orders.hold),
        gt(orders.dueAt, given.after),
        lte(orders.dueAt, given.until),
        lt(lastMove, given.movedBefore),
        which === 'all' ? undefined : notExists(asked),
      ),
    )
    .orderBy(asc(orders.dueAt))
    .limit(given.limit);
});

export const countDueBefore = countIn(orders, ({ dueAt }: Params<{ dueAt: number }>) =>
  and(isToWrite, lt(orders.dueAt, dueAt)),
);
