import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, asc, eq, isNull, lt, or } from '../../../db/drizzle.ts';
import {
  type Columns,
  definedKeys,
  findIn,
  listIn,
  type Params,
  pickParams,
  prepared,
  preparedPer,
  storeIn,
  updateIn,
} from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { disputes, paymentWarnings, refunds } from '../../../db/schema.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;
type NewRefund = typeof refunds.$inferInsert;
type AtOrder = { orderId: string; now: number };

export const listRefunds = listIn(refunds, refunds.orderId, asc(refunds.createdAt), asc(rowOrder(refunds)));

export const findRefund = prepared((db, { stripeId, id }: Params<{ stripeId: string; id: string | null }>) =>
  db
    .select()
    .from(refunds)
    .where(or(eq(refunds.stripeId, stripeId), eq(refunds.id, id))),
);

export const findRefundById = findIn(refunds, refunds.id);

export const markFailuresSeen = prepared((db, { orderId, now }: Params<AtOrder>) =>
  db
    .update(refunds)
    .set({ seenAt: now })
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'failed'), isNull(refunds.seenAt))),
);

const refundInsert = preparedPer((db, columns: Columns<NewRefund>, given: Params<NewRefund>) =>
  db.insert(refunds).values(pickParams(given, columns)).returning(),
);

export function insertRefund(db: Transaction, refund: NewRefund): RefundRow {
  return refundInsert(db, definedKeys(refund)).get(refund);
}

const refundUpdate = preparedPer(
  (
    db,
    columns: Columns<RefundRow>,
    given: Params<Partial<RefundRow> & { refundId: string; expected: RefundRow['status'] }>,
  ) =>
    db
      .update(refunds)
      .set(pickParams(given, columns))
      .where(and(eq(refunds.id, given.refundId), eq(refunds.status, given.expected)))
      .returning(),
);

/** Updates a refund that has the `expected` status; with another it changes nothing and returns undefined. */
export function updateRefundIf(
  db: Transaction,
  id: string,
  expected: RefundRow['status'],
  changes: Partial<RefundRow>,
): RefundRow | undefined {
  return refundUpdate(db, definedKeys(changes)).get({ ...changes, refundId: id, expected });
}

/** Finds the refund of an order whose outcome at Stripe is unknown yet. */
export function findAskedRefund(db: Queryable, orderId: string): RefundRow | undefined {
  return listRefunds(db, orderId).find(({ status }) => status === 'asked');
}

export const updateRefund = updateIn(refunds);

export const listAskedRefunds = prepared((db, { before }: Params<{ before: number }>) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'asked'), lt(refunds.createdAt, before))),
);

export const listDisputes = listIn(disputes, disputes.orderId, asc(disputes.createdAt));

export const storeDispute = storeIn(disputes, disputes.id);

export const listWarnings = listIn(paymentWarnings, paymentWarnings.orderId, asc(paymentWarnings.createdAt));

/** Stores a warning, or updates it without undoing its dismissal. */
export const storeWarning = storeIn(paymentWarnings, paymentWarnings.id);

export const dismissWarnings = prepared((db, { orderId, now }: Params<AtOrder>) =>
  db
    .update(paymentWarnings)
    .set({ dismissedAt: now })
    .where(
      and(
        eq(paymentWarnings.orderId, orderId),
        eq(paymentWarnings.isOpen, true),
        isNull(paymentWarnings.dismissedAt),
      ),
    ),
);
