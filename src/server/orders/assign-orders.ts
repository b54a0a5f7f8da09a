import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { csvHeader, csvLines } from '../../shared/csv.ts';
import type {
  BulkAssigned,
  Order,
  OrderEvent,
  OrderExportQuery,
  OrderList,
  OrderListQuery,
} from '../../shared/orders.ts';
import { type Page, pageRows } from '../../shared/pages.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { DomainError } from '../errors.ts';
import { notify } from '../notices/notify.ts';
import { decodeCursor, decodePlace, encodeCursor, encodePlace } from '../order-views/order-cursor.ts';
import { listOrders } from '../order-views/order-list-repository.ts';
import { findUser } from '../people/directory/people-repository.ts';
import { recallDelivery } from '../readings/recall-delivery.ts';
import { leaveClosedAccount } from './leave-closed-account.ts';
import { listEvents, recordEvent } from './order-events-repository.ts';
import {
  findOrder,
  findOrderEvenDeleted,
  findOrderWithReader,
  listOrdersWithReader,
  type OrderRow,
  setReader,
  updateOrderIf,
} from './order-repository.ts';
import { presentEvent, presentOrder } from './present-order.ts';

/** How many orders of an export are read at once. */
const exportedAtOnce = 200;

const notFound = () =>
  new DomainError('order_not_found', 'There is no such order. It may have been deleted.');

/** @returns a page of the admin's list */
export function listOrdersForAdmin(context: Context, query: OrderListQuery): OrderList {
  const direction = query.direction ?? (query.sort === 'date' ? 'desc' : 'asc');
  const list = { ...query, direction, now: context.clock.now() };
  const page = listOrders(context.db, list, query.cursor ? decodeCursor(query.cursor, list) : null);
  return {
    orders: page.rows.map(presentOrder),
    total: page.total,
    ...(page.isTotalExact ? {} : { isTotalAtLeast: true }),
    nextCursor: page.next && encodeCursor(page.next, list),
  };
}

/**
 * Writes a whole list as CSV, page by page, so that others are served in between.
 *
 * @returns parts of the file
 */
export function* exportOrders(context: Context, query: OrderExportQuery): Generator<string> {
  yield csvHeader();
  let cursor: string | undefined;
  do {
    const page = listOrdersForAdmin(context, { ...query, limit: exportedAtOnce, cursor });
    yield csvLines(page.orders);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * @returns the order, if this person may work with it: an admin with all, a reader with their own
 * @throws {DomainError} `order_not_found`, also for somebody else's order
 */
export function findOrderFor(db: Queryable, user: SignedIn, orderId: string): OrderRow {
  const order = findOrder(db, orderId);
  const isOwn = order?.assignedReaderId === user.id && mayReaderKnow(order);
  if (!order || (user.role !== 'admin' && !isOwn)) throw notFound();
  return order;
}

/** An order whose money is in question is nobody's work yet; one that was paid once can be asked about. */
export function mayReaderKnow({ paymentStatus }: OrderRow): boolean {
  return paymentStatus !== 'unpaid' && paymentStatus !== 'review';
}

/** @returns a part of what happened to an order, oldest first */
export function readTimeline(context: Context, orderId: string, cursor?: string): Page<OrderEvent> {
  if (!findOrderEvenDeleted(context.db, orderId)) throw notFound();
  const [after = 0] = decodePlace('events', cursor, 1) ?? [];
  const found = listEvents(context.db, orderId, { after, limit: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  const last = rows.at(-1);
  const next = found.length > rows.length && last ? encodePlace('events', [last.id]) : null;
  return { rows: rows.map(presentEvent), next };
}

/**
 * Takes an order off all lists. Nothing is destroyed: it can be restored, and its money stays on record.
 *
 * @throws {DomainError} `order_not_found`
 */
export function deleteOrder(context: Context, user: SignedIn, orderId: string): void {
  writeTransaction(context.db, (tx) => {
    const now = context.clock.now();
    const order = findOrder(tx, orderId);
    if (!order) throw notFound();
    recallDelivery(context, tx, order, user.username);
    updateOrderIf(tx, orderId, {}, { deletedAt: now });
    recordEvent(tx, { orderId, type: 'order_deleted', actor: user.username, at: now });
  });
}

/**
 * Brings a deleted order back.
 *
 * @throws {DomainError} `order_not_found`
 */
export function restoreOrder(context: Context, user: SignedIn, orderId: string): Order {
  writeTransaction(context.db, (tx) => {
    const order = findOrderEvenDeleted(tx, orderId);
    if (!order) throw notFound();
    if (order.deletedAt === null) return;
    updateOrderIf(tx, orderId, {}, { deletedAt: null });
    recordEvent(tx, { orderId, type: 'order_restored', actor: user.username, at: context.clock.now() });
    leaveClosedAccount(context, tx, orderId);
  });
  return readOrder(context, orderId);
}

/**
 * Gives an order to a reader, or to nobody.
 *
 * @throws {DomainError} `order_not_found`, `reader_not_found`, or `order_conflict` when it is not paid, or its
 *   reading was approved
 */
export function assignOrder(
  context: Context,
  user: SignedIn,
  orderId: string,
  readerId: string | null,
): Order {
  const refusals = writeTransaction(context.db, (tx) => giveOrders(context, tx, user, [orderId], readerId));
  const refusal = refusals.get(orderId);
  if (refusal) throw refusal;
  return readOrder(context, orderId);
}

/**
 * Gives many orders to a reader, or to nobody: those that can be given away.
 *
 * @throws {DomainError} `reader_not_found`
 */
export function assignOrders(
  context: Context,
  user: SignedIn,
  orderIds: string[],
  readerId: string | null,
): BulkAssigned {
  const ids = [...new Set(orderIds)];
  const refusals = writeTransaction(context.db, (tx) => giveOrders(context, tx, user, ids, readerId));
  const given = ids.filter((id) => !refusals.has(id));
  const orders = new Map(listOrdersWithReader(context.db, given).map((order) => [order.id, order]));
  return {
    assigned: given.flatMap((id) => orders.get(id) ?? []).map(presentOrder),
    refused: [...refusals].map(([orderId, { message }]) => ({ orderId, message })),
  };
}

/** @returns why orders cannot be given away, by their ids; all others are the reader's now */
function giveOrders(
  context: Context,
  tx: Queryable,
  user: SignedIn,
  orderIds: string[],
  readerId: string | null,
): Map<string, DomainError> {
  const reader = readerId === null ? null : requireActiveReader(tx, readerId);
  const refusals = new Map<string, DomainError>();
  const given: OrderRow[] = [];
  const now = context.clock.now();
  const found = new Map(listOrdersWithReader(tx, orderIds).map((order) => [order.id, order]));
  for (const orderId of orderIds) {
    const order = found.get(orderId);
    const refusal = order ? refusalToGive(order, readerId) : notFound();
    if (refusal) refusals.set(orderId, refusal);
    if (!order || refusal || order.assignedReaderId === readerId) continue;
    const data = { reader: reader?.username ?? null };
    recordEvent(tx, { orderId, type: 'assigned', actor: user.username, at: now, data });
    given.push(order);
  }
  setReader(tx, idsOf(given), readerId, now);
  for (const [previous, taken] of Map.groupBy(given, ({ assignedReaderId }) => assignedReaderId)) {
    if (!previous) continue;
    notify(context, tx, { kind: 'order_taken_away', orderIds: idsOf(taken), readerId: previous, by: user });
  }
  if (readerId) notify(context, tx, { kind: 'order_assigned', orderIds: idsOf(given), readerId, by: user });
  return refusals;
}

function idsOf(orders: OrderRow[]): string[] {
  return orders.map(({ id }) => id);
}

function requireActiveReader(db: Queryable, id: string) {
  const reader = findUser(db, id);
  if (reader?.role === 'reader' && reader.isActive) return reader;
  throw new DomainError('reader_not_found', 'There is no active reader of that name.');
}

function refusalToGive(
  { status, paymentStatus, assignedReaderId }: OrderRow,
  readerId: string | null,
): DomainError | null {
  if (status === 'approved' && assignedReaderId !== readerId) {
    return new DomainError(
      'order_conflict',
      'The reading of this order was approved, so the order stays with its reader.',
    );
  }
  if (paymentStatus === 'unpaid') {
    return new DomainError('order_conflict', 'This order is not paid yet, so nobody can work on it.');
  }
  if (paymentStatus === 'review') {
    return new DomainError(
      'order_conflict',
      'The payment of this order has to be checked first, so nobody can work on it yet.',
    );
  }
  return null;
}

/**
 * @returns an order as the admin sees it
 * @throws {DomainError} `order_not_found`
 */
export function readOrder(context: Context, orderId: string): Order {
  const row = findOrderWithReader(context.db, orderId);
  if (!row) throw notFound();
  return presentOrder(row);
}
