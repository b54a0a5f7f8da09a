import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import type { BulkAssigned, Order } from '../../shared/orders/order-schema.ts';
import { endedReason, hasEnded, isActive, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { findUser } from '../people/people-repository.ts';
import {
  findAssignedByAdmin,
  findFreeReader,
  listWaitingOrders,
  setReader,
} from './assignment-repository.ts';
import { orderNotFound, readOrder } from './find-order.ts';
import { notify } from './notify.ts';
import { recordEvent } from './order-events-repository.ts';
import { findOrder, listShownOrders, type OrderRow, type ShownOrder } from './order-repository.ts';
import { presentOrder } from './present-order.ts';

/** Assigns an order to a reader; null unassigns it and stops automatic assignment. @throws {DomainError} */
export async function assignOrder(
  context: Context,
  user: SignedIn,
  orderId: string,
  readerId: string | null,
): Promise<Order> {
  const refusals = await writeTransaction(context.db, (tx) =>
    reassignOrders(context, tx, user, [orderId], readerId),
  );
  const refusal = refusals.get(orderId);
  if (refusal) throw refusal;
  return readOrder(context, orderId);
}

/** Assigns orders to a reader or to none (null); returns the others as `refused`. @throws `reader_not_found` */
export async function assignOrders(
  context: Context,
  user: SignedIn,
  orderIds: string[],
  readerId: string | null,
): Promise<BulkAssigned> {
  const ids = [...new Set(orderIds)];
  const refusals = await writeTransaction(context.db, (tx) =>
    reassignOrders(context, tx, user, ids, readerId),
  );
  const given = ids.filter((id) => !refusals.has(id));
  const orders = new Map(listShownOrders(context.db, given).map((order) => [order.id, order]));
  return {
    assigned: given.flatMap((id) => orders.get(id) ?? []).map(presentOrder),
    refused: [...refusals].map(([orderId, { message }]) => ({ orderId, message })),
  };
}

/** Assigns orders, with history and notice. Returns refusals by order id. @throws {DomainError} `reader_not_found` */
export function reassignOrders(
  context: Context,
  tx: Transaction,
  user: SignedIn,
  orderIds: string[],
  readerId: string | null,
): Map<string, DomainError> {
  const reader = readerId === null ? null : requireActiveReader(tx, readerId);
  const refusals = new Map<string, DomainError>();
  const given: ShownOrder[] = [];
  const now = context.clock.now();
  const found = new Map(listShownOrders(tx, orderIds).map((order) => [order.id, order]));
  for (const orderId of orderIds) {
    const order = found.get(orderId);
    const refusal = order ? refusalToGive(order, readerId) : orderNotFound();
    if (refusal) refusals.set(orderId, refusal);
    if (!order || refusal || isAlreadyAssigned(tx, order, readerId)) continue;
    const data = { reader: reader?.username ?? null };
    recordEvent(tx, { orderId, type: 'assigned', actor: user.username, at: now, data });
    given.push(order);
  }
  setReader(tx, idsOf(given), readerId, now);
  if (readerId) notify(context, tx, { kind: 'order_assigned', orderIds: idsOf(given), readerId, by: user });
  return refusals;
}

/** Returns whether an order already has that reader, or was unassigned by an admin. */
function isAlreadyAssigned(
  tx: Queryable,
  { id, assignedReaderId }: ShownOrder,
  readerId: string | null,
): boolean {
  if (assignedReaderId !== readerId) return false;
  return readerId !== null || findAssignedByAdmin(tx, id) !== undefined;
}

function idsOf(orders: ShownOrder[]): string[] {
  return orders.map(({ id }) => id);
}

function requireActiveReader(db: Queryable, id: string) {
  const reader = findUser(db, id);
  if (reader?.writes && reader.isActive) return reader;
  throw new DomainError('reader_not_found', 'There is no active reader with that name.');
}

function refusalToGive(
  { status, paymentStatus, hold, assignedReaderId }: ShownOrder,
  readerId: string | null,
): DomainError | null {
  const refusal = (message: string) => new DomainError('order_conflict', message);
  if (status === 'approved' && assignedReaderId !== readerId) {
    return refusal('The reading of this order was approved, so the order stays with its reader.');
  }
  if (paymentStatus === 'unpaid') return refusal('This order is not paid yet, so it can’t be worked on.');
  if (paymentStatus === 'review') {
    return refusal('The payment of this order has to be checked first, so it can’t be worked on yet.');
  }
  if (!hasEnded({ paymentStatus, hold })) return null;
  return refusal(`${endedReason({ paymentStatus, hold })}, so work on it has stopped.`);
}

const batchSize = 100;

/** Assigns an order to a free reader, maybe its current one, and notifies them; unassigns it if none is free. */
export function assignToFreeReader(
  context: Context,
  tx: Transaction,
  { id, dueAt, assignedReaderId }: Pick<OrderRow, 'id' | 'dueAt' | 'assignedReaderId'>,
): void {
  const now = context.clock.now();
  const reader = findFreeReader(context, tx, dueAt ?? now);
  if (!reader && assignedReaderId === null) return;
  setReader(tx, [id], reader?.id ?? null, now);
  const data = { reader: reader?.username ?? null };
  recordEvent(tx, { orderId: id, type: 'assigned', actor: 'system', at: now, data });
  if (reader) notify(context, tx, { kind: 'order_assigned', orderIds: [id], readerId: reader.id });
}

/** Reassigns a restored, unwritten order if its reader's account was closed or no longer writes. */
export function reassignFromClosedAccount(context: Context, tx: Transaction, orderId: string): void {
  const order = findOrder(tx, orderId);
  if (!order?.assignedReaderId || !isToBeWritten(order.status) || !isActive(order)) return;
  const reader = findUser(tx, order.assignedReaderId);
  if (reader?.isActive && reader.writes) return;
  assignToFreeReader(context, tx, order);
}

/** Assigns up to 100 unwritten orders without a reader, except those an admin unassigned, to free readers. */
export async function assignWaitingOrders(context: Context): Promise<void> {
  const { db, clock } = context;
  if (listWaitingOrders(db, 1).length === 0 || !findFreeReader(context, db, clock.now())) return;
  await writeTransaction(db, (tx) => {
    for (const order of listWaitingOrders(tx, batchSize)) assignToFreeReader(context, tx, order);
  });
}
