import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, asc, eq, inArray, isNull, sql } from '../../../db/drizzle.ts';
import { emailColumnsOf } from '../../../db/email-columns.ts';
import {
  type Builder,
  type Columns,
  columnsOf,
  type Given,
  isAmong,
  listed,
  named,
  only,
  prepared,
  preparedPer,
  written,
} from '../../../db/prepared.ts';
import { isNotRefunding, isUndelivered, orders, users, waitsSince } from '../../../db/schema.ts';
import { parseOrderNumber } from '../../shared/orders/order-number.ts';
import {
  type OrderStatus,
  type PaymentStatus,
  statusesToWrite,
  workablePaymentStatuses,
} from '../../shared/orders/order-status.ts';
import { searchWords } from '../../shared/orders/search-text.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, 'seq'>;
/** Since when an order waits for its customer's answer; null when it does not. */
interface Waiting {
  waitsSince: number | null;
}
export type OrderWithReader = OrderRow & Waiting & { readerName: string | null; isUndelivered: number };

/** What the admin's lists show of an order. SQLite has all of it as it is in a row. */
export const shownColumns = [
  'id',
  'orderNumber',
  'customerName',
  'customerEmail',
  'readingAddresseeName',
  'createdAt',
  'status',
  'paymentStatus',
  'amountCents',
  'refundedCents',
  'refundingCents',
  'dispute',
  'hold',
  'customQuestion',
  'readingType',
  'backgroundContext',
  'paidAt',
  'dueAt',
  'deliveredAt',
  'assignedReaderId',
] as const satisfies readonly (keyof OrderRow)[];
export type ShownOrder = Pick<
  OrderWithReader,
  (typeof shownColumns)[number] | 'readerName' | 'waitsSince' | 'isUndelivered'
>;

/** What their reader's list shows of an order. SQLite has all of it as it is in a row. */
export const readersColumns = [
  'seq',
  'id',
  'orderNumber',
  'customerName',
  'readingAddresseeName',
  'createdAt',
  'assignedAt',
  'dueAt',
  'status',
  'readingType',
  'customQuestion',
  'backgroundContext',
] as const satisfies readonly (keyof OrderRow)[];
export type ReadersOrder = Pick<OrderRow, (typeof readersColumns)[number]> &
  Waiting & { submittedAt: number | null; feedback: string | null };

const orderById = prepared((db, { id }: Given<{ id: string }>) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt))),
);

/** @returns an order that was not deleted */
export function findOrder(db: Queryable, id: string): OrderRow | undefined {
  return orderById(db).get({ id });
}

const orderEvenDeleted = prepared((db, { id }: Given<{ id: string }>) =>
  db.select().from(orders).where(eq(orders.id, id)),
);

/** @returns an order, deleted or not: money does not care */
export function findOrderEvenDeleted(db: Queryable, id: string): OrderRow | undefined {
  return orderEvenDeleted(db).get({ id });
}

const orderByNumber = prepared((db, { orderNumber }: Given<{ orderNumber: string }>) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), isNull(orders.deletedAt))),
);

/** @returns an order that was not deleted */
export function findOrderByNumber(db: Queryable, orderNumber: string): OrderRow | undefined {
  return orderByNumber(db).get({ orderNumber });
}

const orderByPayment = prepared((db, { paymentIntentId }: Given<{ paymentIntentId: string }>) =>
  db.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)),
);

export function findOrderByPayment(db: Queryable, paymentIntentId: string): OrderRow | undefined {
  return orderByPayment(db).get({ paymentIntentId });
}

/** What is compared of a paid order without refunds, disputes or warnings. */
export type PlainOrder = Pick<OrderRow, 'id' | 'receivedCents' | 'moneyAskedAt'>;

// The reconciler asks this of every payment of the last days: as SQL it takes a fifth of what the whole row takes.
const plainOrderByPayment = prepared((db, { paymentIntentId }: Given<{ paymentIntentId: string }>) =>
  written<PlainOrder>(
    db,
    sql`SELECT ${named(orders, ['id', 'receivedCents', 'moneyAskedAt'])} FROM ${orders}
      WHERE ${orders.paymentIntentId} = ${paymentIntentId} AND ${orders.paymentStatus} = 'paid'
        AND ${orders.refundedCents} = 0 AND ${orders.refundingCents} = 0
        AND ${orders.dispute} IS NULL AND ${orders.hold} IS NULL`,
  ),
);

/** @returns the order of a payment, when it is paid and has no refund, dispute or warning */
export function findPlainOrder(db: Queryable, paymentIntentId: string): PlainOrder | undefined {
  return plainOrderByPayment(db).get({ paymentIntentId });
}

const seqByNumber = prepared((db, { orderNumber }: Given<{ orderNumber: string }>) =>
  db.select({ seq: orders.seq }).from(orders).where(eq(orders.orderNumber, orderNumber)),
);

export function isOrderNumberTaken(db: Queryable, orderNumber: string): boolean {
  return seqByNumber(db).get({ orderNumber }) !== undefined;
}

/** @returns the words of a search; where it reads as the number of an order, only that number */
export function searchedWords(db: Queryable, search: string): string[] {
  const orderNumber = parseOrderNumber(search);
  return searchWords(orderNumber && isOrderNumberTaken(db, orderNumber) ? orderNumber : search);
}

const orderInsert = preparedPer((db, columns: Columns<NewOrder>, given: Given<NewOrder>) =>
  db.insert(orders).values(only(given, columns)).returning(),
);

export function insertOrder(db: Transaction, order: NewOrder): OrderRow {
  const row = { ...order, ...emailColumnsOf(order) };
  return orderInsert(db, columnsOf(row)).get(row);
}

interface Expected {
  status?: OrderStatus;
  paymentStatus?: PaymentStatus;
}

const orderUpdate = preparedPer(
  (
    db,
    form: { changed: Columns<NewOrder>; expected: Columns<Expected> },
    given: Given<
      Partial<NewOrder> & {
        orderId: string;
        expected_status?: OrderStatus;
        expected_paymentStatus?: PaymentStatus;
      }
    >,
  ) =>
    db
      .update(orders)
      .set(only(given, form.changed))
      .where(
        and(
          eq(orders.id, given.orderId),
          ...form.expected.map((column) => eq(orders[column], given[`expected_${column}`])),
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
  const updated = orderUpdate(db, { changed: columnsOf(changes), expected: columnsOf(expected) }).get({
    ...changes,
    ...{ orderId: id, expected_status: expected.status, expected_paymentStatus: expected.paymentStatus },
  });
  return updated && (isNamedAnew(changes) ? refold(db, updated) : updated);
}

function isNamedAnew({ customerName, customerEmail, orderNumber }: Partial<NewOrder>): boolean {
  return customerName !== undefined || customerEmail !== undefined || orderNumber !== undefined;
}

type EmailColumns = ReturnType<typeof emailColumnsOf>;

const emailColumnsUpdate = prepared((db, given: Given<EmailColumns & { id: string }>) => {
  const { id, customerEmail, canonicalEmail, searchText } = given;
  return db.update(orders).set({ customerEmail, canonicalEmail, searchText }).where(eq(orders.id, id));
});

function refold(db: Transaction, order: OrderRow): OrderRow {
  const columns = emailColumnsOf(order);
  emailColumnsUpdate(db).run({ id: order.id, ...columns });
  return { ...order, ...columns };
}

const readerUpdate = prepared(
  (db, { ids, readerId, now }: Given<{ ids: string; readerId: string | null; now: number | null }>) =>
    db.update(orders).set({ assignedReaderId: readerId, assignedAt: now }).where(isAmong(orders.id, ids)),
);

/** Assigns orders to a reader, or (null) to none. */
export function setReader(db: Transaction, ids: string[], readerId: string | null, now: number): void {
  readerUpdate(db).run({ ids: listed(ids), readerId, now: readerId === null ? null : now });
}

const firstDelivery = prepared((db, { id, now }: Given<{ id: string; now: number }>) =>
  db
    .update(orders)
    .set({ deliveredAt: now })
    .where(and(eq(orders.id, id), isNull(orders.deliveredAt))),
);

/** Notes when a reading was first delivered; sending it again is no second delivery. */
export function noteDelivery(db: Transaction, id: string, now: number): void {
  firstDelivery(db).run({ id, now });
}

const orderWithReader = prepared((db, { id }: Given<{ id: string }>) =>
  selectWithReader(db).where(and(eq(orders.id, id), isNull(orders.deletedAt))),
);

/** @returns an order with the name of its reader */
export function findOrderWithReader(db: Queryable, id: string): OrderWithReader | undefined {
  const row = orderWithReader(db).get({ id });
  return row && flat(row);
}

const ordersWithReader = prepared((db, { ids }: Given<{ ids: string }>) =>
  selectWithReader(db).where(and(isAmong(orders.id, ids), isNull(orders.deletedAt))),
);

/** @returns those of these orders that there are, with the names of their readers */
export function listOrdersWithReader(db: Queryable, ids: string[]): OrderWithReader[] {
  const rows = ordersWithReader(db).all({ ids: listed(ids) });
  return rows.map(flat);
}

function flat({
  order,
  ...beside
}: { order: OrderRow } & Omit<OrderWithReader, keyof OrderRow>): OrderWithReader {
  return { ...order, ...beside };
}

/** Orders with the names of their readers; to be filtered. */
function selectWithReader(db: Pick<Builder, 'select'>) {
  return db
    .select({ order: orders, readerName: users.username, waitsSince, isUndelivered })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}

const openOrderIds = prepared((db, { readerId }: Given<{ readerId: string }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.assignedReaderId, readerId),
        inArray(orders.status, [...statusesToWrite]),
        inArray(orders.paymentStatus, [...workablePaymentStatuses]),
        isNull(orders.deletedAt),
        isNotRefunding,
      ),
    )
    .orderBy(asc(orders.seq)),
);

/** @returns the ids of the orders that a reader has to write or rewrite, the oldest first */
export function listOpenOrderIds(db: Queryable, readerId: string): string[] {
  return openOrderIds(db)
    .all({ readerId })
    .map(({ id }) => id);
}
