import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  notExists,
  sql,
} from '../../../db/drizzle.ts';
import { findIn, insertInto, type Params, prepared, updateIn } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { orders, users, withdrawals } from '../../../db/schema.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;

export const insertWithdrawal = insertInto(withdrawals);
export const updateWithdrawal = updateIn(withdrawals);

/** Finds the withdrawal from an order, unless its customer took it back. */
export const findWithdrawal = findIn(withdrawals, withdrawals.orderId, sql`lifted_at IS NULL`);

/** Returns whether a withdrawal's refund has still to be settled. */
export function isMoneyDue({ dueMinor, settledAt }: WithdrawalRow): boolean {
  return dueMinor > 0 && settledAt === null;
}

export const listWithdrawals = prepared((db, { orderId }: Params<{ orderId: string }>) =>
  db
    .select({
      ...getTableColumns(withdrawals),
      liftedBy: users.username,
      settledBy: sql<
        string | null
      >`(SELECT username FROM users settlers WHERE settlers.id = ${withdrawals.settledById})`,
    })
    .from(withdrawals)
    .leftJoin(users, eq(users.id, withdrawals.liftedById))
    .where(eq(withdrawals.orderId, orderId))
    .orderBy(asc(withdrawals.statedAt), asc(rowOrder(withdrawals))),
);

export const listWithdrawnOrders = prepared((db, { limit }: Params<{ limit: number }>) =>
  db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(
      and(
        sql`hold = 'withdrawal'`,
        isNull(orders.deletedAt),
        inArray(sql`+${orders.paymentStatus}`, ['paid', 'partially_refunded', 'review']),
        sql`+${orders.amountMinor} > 0`,
        notExists(
          db
            .select({ id: withdrawals.id })
            .from(withdrawals)
            .where(
              and(
                eq(withdrawals.orderId, orders.id),
                sql`${withdrawals.liftedAt} IS NULL`,
                isNotNull(withdrawals.settledAt),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(orders.seq))
    .limit(limit),
);
