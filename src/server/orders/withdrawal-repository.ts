import type { Queryable, Transaction } from '../../../db/client.ts';
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
import {
  type Columns,
  definedKeys,
  type Params,
  pickParams,
  prepared,
  preparedPer,
} from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { orders, users, withdrawals } from '../../../db/schema.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;
type NewWithdrawal = Pick<WithdrawalRow, 'id' | 'orderId' | 'words' | 'statedAt' | 'dueMinor'>;

export const insertWithdrawal = prepared(
  (db, { id, orderId, words, statedAt, dueMinor }: Params<NewWithdrawal>) =>
    db.insert(withdrawals).values({ id, orderId, words, statedAt, dueMinor }),
);

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

type Changes = Partial<Omit<WithdrawalRow, 'id'>>;

const withdrawalUpdate = preparedPer(
  (db, columns: Columns<Changes>, given: Params<Changes & { withdrawalId: string }>) =>
    db.update(withdrawals).set(pickParams(given, columns)).where(eq(withdrawals.id, given.withdrawalId)),
);

export function updateWithdrawal(db: Transaction, withdrawalId: string, changes: Changes): void {
  withdrawalUpdate(db, definedKeys(changes)).run({ ...changes, withdrawalId });
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
