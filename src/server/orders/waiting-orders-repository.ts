import { and, inArray, isNull, sql } from '../../../db/drizzle.ts';
import { type Params, prepared } from '../../../db/prepared.ts';
import { isNotRefunding, orders } from '../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import { isAutoAssigned } from './order-events-repository.ts';

/** Returns unwritten orders without a reader by due date, but none that an admin left unassigned. */
export const listWaitingOrders = prepared((db, { limit }: Params<{ limit: number }>) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      dueAt: orders.dueAt,
      assignedReaderId: orders.assignedReaderId,
    })
    .from(orders)
    .where(
      and(
        // By its statistics SQLite would scan all orders: nearly all have a reader.
        sql`unlikely(${orders.assignedReaderId} IS NULL)`,
        inArray(orders.status, [...statusesToWrite]),
        inArray(orders.paymentStatus, [...workablePaymentStatuses]),
        isNull(orders.deletedAt),
        isNotRefunding,
        isAutoAssigned,
      ),
    )
    .orderBy(sql`${orders.dueAt} ASC NULLS LAST`)
    .limit(limit),
);
