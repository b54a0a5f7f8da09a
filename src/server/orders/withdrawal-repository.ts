import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, inArray, isNull, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { orders, users, withdrawals } from '../../../db/schema.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;
type NewWithdrawal = Pick<WithdrawalRow, 'id' | 'orderId' | 'words' | 'statedAt'>;

const withdrawalInsert = prepared((db, { id, orderId, words, statedAt }: Given<NewWithdrawal>) =>
  db.insert(withdrawals).values({ id, orderId, words, statedAt }),
);

export function insertWithdrawal(db: Queryable, withdrawal: NewWithdrawal): void {
  withdrawalInsert(db).run(withdrawal);
}

const countingWithdrawal = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.orderId, orderId), sql`lifted_at IS NULL`)),
);

/** @returns the withdrawal from an order that counts; nothing when its customer did not withdraw, or took it back */
export function findWithdrawal(db: Queryable, orderId: string): WithdrawalRow | undefined {
  return countingWithdrawal(db).get({ orderId });
}

const withdrawalsOfOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({ withdrawal: withdrawals, liftedBy: users.username })
    .from(withdrawals)
    .leftJoin(users, eq(users.id, withdrawals.liftedById))
    .where(eq(withdrawals.orderId, orderId))
    .orderBy(asc(withdrawals.statedAt), asc(withdrawals.id)),
);

/** @returns all withdrawals from an order, the oldest first */
export function listWithdrawals(
  db: Queryable,
  orderId: string,
): (WithdrawalRow & { liftedBy: string | null })[] {
  return withdrawalsOfOrder(db)
    .all({ orderId })
    .map(({ withdrawal, liftedBy }) => ({ ...withdrawal, liftedBy }));
}

interface End {
  id: string;
  liftedAt: number;
  liftedById: string;
}

const withdrawalEnd = prepared((db, { id, liftedAt, liftedById }: Given<End>) =>
  db.update(withdrawals).set({ liftedAt, liftedById }).where(eq(withdrawals.id, id)),
);

export function endWithdrawal(db: Queryable, end: End): void {
  withdrawalEnd(db).run(end);
}

const withdrawnOrders = prepared((db, { limit }: Given<{ limit: number }>) =>
  db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(
      and(
        sql`hold = 'withdrawal'`,
        isNull(orders.deletedAt),
        inArray(sql`+${orders.paymentStatus}`, ['paid', 'partially_refunded', 'review']),
        sql`+${orders.amountCents} > 0`,
      ),
    )
    .orderBy(asc(orders.seq))
    .limit(limit),
);

/** @returns the orders whose customers withdrew and have not all of their money back, the oldest first */
export function listWithdrawnOrders(db: Queryable, limit: number): { id: string; orderNumber: string }[] {
  return withdrawnOrders(db).all({ limit });
}
