import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, ne, sql } from '../../../db/drizzle.ts';
import { emailColumnsOf } from '../../../db/email-columns.ts';
import {
  type Builder,
  type Columns,
  definedKeys,
  findIn,
  isInList,
  jsonList,
  type Params,
  pickParams,
  prepared,
  preparedPer,
} from '../../../db/prepared.ts';
import { isNotRefunding, isUndelivered, offerSlug, orders, users, waitsSince } from '../../../db/schema.ts';
import { canonicalEmail } from '../../shared/email/email-address.ts';
import {
  type OrderStatus,
  type PaymentStatus,
  statusesToWrite,
  workablePaymentStatuses,
} from '../../shared/orders/order-status.ts';
import { isAutoAssigned } from './order-events-repository.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, 'seq'>;

/** What an order asks of its reader, and by when. */
export const askedColumns = [
  'orderNumber',
  'customerName',
  'readingAddresseeName',
  'readingType',
  'customQuestion',
  'backgroundContext',
  'dueAt',
  'offerName',
  'offerDays',
  'offerWords',
  'answers',
  'addOns',
] as const;

export const shownColumns = [
  ...askedColumns,
  'id',
  'customerEmail',
  'createdAt',
  'status',
  'paymentStatus',
  'amountMinor',
  'currency',
  'refundedMinor',
  'refundingMinor',
  'dispute',
  'hold',
  'paidAt',
  'deliveredAt',
  'assignedReaderId',
  'code',
  'discountMinor',
] as const;

type BesideOrder = {
  readerName: string | null;
  waitsSince: number | null;
  isUndelivered: number;
  offerSlug: string;
};
export type ShownOrder = Pick<OrderRow, (typeof shownColumns)[number]> & BesideOrder;

export const readersColumns = [...askedColumns, 'seq', 'id', 'createdAt', 'assignedAt', 'status'] as const;
export type ReadersOrder = Pick<OrderRow, (typeof readersColumns)[number]> &
  Pick<BesideOrder, 'waitsSince'> & {
    submittedAt: number | null;
    feedback: string | null;
    customerAnswer: string | null;
  };

/** The columns of JSON as `rawStatement` reads them. */
export type Unparsed<Row> = Omit<Row, 'answers' | 'addOns'> & { answers: string; addOns: string };

/** Parses what `rawStatement` leaves as text. */
export function parseRow<Row>(row: Unparsed<Row>): Row {
  return { ...row, answers: JSON.parse(row.answers), addOns: JSON.parse(row.addOns) } as Row;
}

/**
 * Selects orders that wait for their reading, as `awaitsReading` in shared/orders/order-status.ts does. It matches the
 * index `orders_open`; the plus rules out others.
 */
export const isAwaited = and(
  sql`${orders.status} <> 'approved'`,
  isNull(orders.deletedAt),
  inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
  isNotRefunding,
);

export const findOrderEvenDeleted = findIn(orders, orders.id);

/** Returns an order that is not deleted. */
export function findOrder(db: Queryable, id: string): OrderRow | undefined {
  return unlessDeleted(findOrderEvenDeleted(db, id));
}

function unlessDeleted(order: OrderRow | undefined): OrderRow | undefined {
  return order?.deletedAt === null ? order : undefined;
}

const orderByNumber = findIn(orders, orders.orderNumber);

export function findOrderByNumber(db: Queryable, orderNumber: string): OrderRow | undefined {
  return unlessDeleted(orderByNumber(db, orderNumber));
}

export function isOrderNumberTaken(db: Queryable, orderNumber: string): boolean {
  return orderByNumber(db, orderNumber) !== undefined;
}

export const findOrderByPayment = findIn(orders, orders.paymentIntentId);

const paidOrdersOf = prepared((db, { email, limit }: Params<{ email: string; limit: number }>) =>
  db
    .select()
    .from(orders)
    .where(
      and(eq(orders.canonicalEmail, email), ne(orders.paymentStatus, 'unpaid'), isNull(orders.deletedAt)),
    )
    .orderBy(desc(orders.seq))
    .limit(limit),
);

/** Returns the newest orders of an address in any spelling that are not unpaid, also refunded ones. */
export function listPaidOrdersOf(db: Queryable, email: string, limit: number): OrderRow[] {
  return paidOrdersOf(db).all({ email: canonicalEmail(email), limit });
}

const orderInsert = preparedPer((db, columns: Columns<NewOrder>, given: Params<NewOrder>) =>
  db.insert(orders).values(pickParams(given, columns)).returning(),
);

export function insertOrder(db: Transaction, order: NewOrder): OrderRow {
  const row = { ...order, ...emailColumnsOf(order) };
  return orderInsert(db, definedKeys(row)).get(row);
}

type Expected = { status?: OrderStatus; paymentStatus?: PaymentStatus };
type OrderUpdate = Partial<NewOrder> & {
  orderId: string;
  /** Null: any. */
  expectedStatus: OrderStatus | null;
  expectedPayment: PaymentStatus | null;
};

const orderUpdate = preparedPer((db, changed: Columns<NewOrder>, given: Params<OrderUpdate>) =>
  db
    .update(orders)
    .set(pickParams(given, changed))
    .where(
      and(
        eq(orders.id, given.orderId),
        sql`${orders.status} = ifnull(${given.expectedStatus}, ${orders.status})`,
        sql`${orders.paymentStatus} = ifnull(${given.expectedPayment}, ${orders.paymentStatus})`,
      ),
    )
    .returning(),
);

/** @returns the changed order, or undefined when it is no longer in the expected state */
export function updateOrderIf(
  db: Transaction,
  id: string,
  expected: Expected,
  changes: Partial<NewOrder>,
): OrderRow | undefined {
  const { status: expectedStatus = null, paymentStatus: expectedPayment = null } = expected;
  const conditions = { orderId: id, expectedStatus, expectedPayment };
  const updated = orderUpdate(db, definedKeys(changes)).get({ ...changes, ...conditions });
  const { customerName, customerEmail, orderNumber } = changes;
  const isSearchedBy = [customerName, customerEmail, orderNumber].some((value) => value !== undefined);
  if (!updated || !isSearchedBy) return updated;
  const searched = emailColumnsOf(updated);
  return orderUpdate(db, definedKeys(searched)).get({
    ...searched,
    ...{ orderId: id, expectedStatus: null, expectedPayment: null },
  });
}

const readerUpdate = prepared(
  (db, { ids, readerId, now }: Params<{ ids: string; readerId: string | null; now: number | null }>) =>
    db.update(orders).set({ assignedReaderId: readerId, assignedAt: now }).where(isInList(orders.id, ids)),
);

/** Sets the orders' reader, or null, and nothing else: no checks, no history, no notice. */
export function setReader(db: Transaction, ids: string[], readerId: string | null, now: number): void {
  readerUpdate(db).run({ ids: jsonList(ids), readerId, now: readerId === null ? null : now });
}

export const markDelivered = prepared((db, { id, now }: Params<{ id: string; now: number }>) =>
  db
    .update(orders)
    .set({ deliveredAt: now })
    .where(and(eq(orders.id, id), isNull(orders.deliveredAt))),
);

/** Selects orders with what the desks show beside their columns. */
export function selectShown(db: Builder) {
  return db
    .select({ ...getTableColumns(orders), readerName: users.username, waitsSince, isUndelivered, offerSlug })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}

const shownOrders = prepared((db, { ids }: Params<{ ids: string }>) =>
  selectShown(db).where(and(isInList(orders.id, ids), isNull(orders.deletedAt))),
);

/** Returns orders as the desks show them, in no order; unknown and deleted ones are left out. */
export function listShownOrders(db: Queryable, ids: string[]): (OrderRow & ShownOrder)[] {
  return shownOrders(db).all({ ids: jsonList(ids) });
}

const isToWrite = and(
  inArray(orders.status, [...statusesToWrite]),
  inArray(orders.paymentStatus, [...workablePaymentStatuses]),
  isNull(orders.deletedAt),
  isNotRefunding,
);

const openOrderIds = prepared((db, { readerId }: Params<{ readerId: string }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.assignedReaderId, readerId), isToWrite))
    .orderBy(asc(orders.seq)),
);

/** Returns the paid orders that a reader still has to write, oldest first; readings under review are not among them. */
export function listOpenOrderIds(db: Queryable, readerId: string): string[] {
  return openOrderIds(db)
    .all({ readerId })
    .map(({ id }) => id);
}

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
        isToWrite,
        isAutoAssigned,
      ),
    )
    .orderBy(sql`${orders.dueAt} ASC NULLS LAST`)
    .limit(limit),
);
