import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { orders, users, withdrawals } from '../../../db/schema.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;
type NewWithdrawal = Pick<WithdrawalRow, 'id' | 'orderId' | 'words' | 'statedAt' | 'dueCents'>;

const withdrawalInsert = prepared((db, { id, orderId, words, statedAt, dueCents }: Given<NewWithdrawal>) =>
  db.insert(withdrawals).values({ id, orderId, words, statedAt, dueCents }),
);

export function insertWithdrawal(db: Transaction, withdrawal: NewWithdrawal): void {
  withdrawalInsert(db).run(withdrawal);
}

const countingWithdrawal = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.orderId, orderId), sql`lifted_at IS NULL`)),
);

/** @returns the withdrawal from an order, unless its customer took it back */
export function findWithdrawal(db: Queryable, orderId: string): WithdrawalRow | undefined {
  return countingWithdrawal(db).get({ orderId });
}

/** @returns whether money is due for a withdrawal that no admin has settled */
export function isMoneyDue({ dueCents, settledAt }: WithdrawalRow): boolean {
  return dueCents > 0 && settledAt === null;
}

const withdrawalsOfOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({
      withdrawal: withdrawals,
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

/** @returns all withdrawals from an order, the oldest first */
export function listWithdrawals(db: Queryable, orderId: string) {
  return withdrawalsOfOrder(db)
    .all({ orderId })
    .map(({ withdrawal, ...by }) => ({ ...withdrawal, ...by }));
}

type Settlement = { id: string; settledAt: number; settledById: string };

const withdrawalSettlement = prepared((db, { id, settledAt, settledById }: Given<Settlement>) =>
  db.update(withdrawals).set({ settledAt, settledById }).where(eq(withdrawals.id, id)),
);

export function settle(db: Transaction, settlement: Settlement): void {
  withdrawalSettlement(db).run(settlement);
}

const withdrawalReopening = prepared((db, { id }: Given<{ id: string }>) =>
  db.update(withdrawals).set({ settledAt: null, settledById: null }).where(eq(withdrawals.id, id)),
);

/** Makes the money of a settled withdrawal due again. */
export function reopen(db: Transaction, id: string): void {
  withdrawalReopening(db).run({ id });
}

type End = { id: string; liftedAt: number; liftedById: string };

const withdrawalEnd = prepared((db, { id, liftedAt, liftedById }: Given<End>) =>
  db.update(withdrawals).set({ liftedAt, liftedById }).where(eq(withdrawals.id, id)),
);

export function endWithdrawal(db: Transaction, end: End): void {
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

/** @returns the withdrawn orders whose money is due, the oldest first */
export function listWithdrawnOrders(db: Queryable, limit: number) {
  return withdrawnOrders(db).all({ limit });
}
