import type { Queryable } from '../../../db/client.ts';
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
import { insertInto, type Params, prepared, updateIn } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { orders, users, withdrawals } from '../../../db/schema.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;

export const insertWithdrawal = insertInto(withdrawals);
export const updateWithdrawal = updateIn(withdrawals);

const countingWithdrawal = prepared((db, { orderId }: Params<{ orderId: string }>) =>
  db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.orderId, orderId), sql`lifted_at IS NULL`)),
);

/** @returns the withdrawal from an order, unless its customer took it back */
export function findWithdrawal(db: Queryable, orderId: string): WithdrawalRow | undefined {
  return countingWithdrawal(db).get({ orderId });
}

/** Returns whether a withdrawal's refund has still to be settled. */
export function isMoneyDue({ dueMinor, settledAt }: WithdrawalRow): boolean {
  return dueMinor > 0 && settledAt === null;
}

const withdrawalsOfOrder = prepared((db, { orderId }: Params<{ orderId: string }>) =>
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

export function listWithdrawals(db: Queryable, orderId: string) {
  return withdrawalsOfOrder(db).all({ orderId });
}

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
