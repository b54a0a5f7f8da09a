import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { maybePersonName, orders, users, withdrawals } from '../../../db/schema.ts';
import { rowOrder } from '../../../db/sql.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;

export function insertWithdrawal(tx: Transaction, withdrawal: typeof withdrawals.$inferInsert): void {
  tx.insert(withdrawals).values(withdrawal).run();
}

export function updateWithdrawal(tx: Transaction, id: string, changes: Partial<WithdrawalRow>): void {
  tx.update(withdrawals).set(changes).where(eq(withdrawals.id, id)).run();
}

/** Finds the current withdrawal from an order: not a lifted one. */
export function findWithdrawal(db: Queryable, orderId: string) {
  return db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.orderId, orderId), isNull(withdrawals.liftedAt)))
    .get();
}

export function isMoneyDue({ dueMinor, settledAt }: WithdrawalRow): boolean {
  return dueMinor > 0 && settledAt === null;
}

/** Lists an order's withdrawals, also lifted ones, oldest first, with the names of who lifted and settled them. */
export function listWithdrawals(db: Queryable, orderId: string) {
  return db
    .select({
      ...getTableColumns(withdrawals),
      liftedBy: maybePersonName,
      settledBy: sql<
        string | null
      >`(SELECT ifnull(display_name, username) FROM users settlers WHERE settlers.id = ${withdrawals.settledById})`,
    })
    .from(withdrawals)
    .leftJoin(users, eq(users.id, withdrawals.liftedById))
    .where(eq(withdrawals.orderId, orderId))
    .orderBy(asc(withdrawals.statedAt), asc(rowOrder(withdrawals)))
    .all();
}

/** Lists id and number of withdrawn orders whose money is neither refunded nor settled, oldest first. */
export function listWithdrawnOrders(db: Queryable, limit: number) {
  const settled = db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(
      and(eq(withdrawals.orderId, orders.id), isNull(withdrawals.liftedAt), isNotNull(withdrawals.settledAt)),
    );
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(
      and(
        sql`${orders.hold} = 'withdrawal'`,
        isNull(orders.deletedAt),
        inArray(sql`+${orders.paymentStatus}`, ['paid', 'partially_refunded', 'review']),
        sql`+${orders.amountMinor} > 0`,
        notExists(settled),
      ),
    )
    .orderBy(asc(orders.seq))
    .limit(limit)
    .all();
}
