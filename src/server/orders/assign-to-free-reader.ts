import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { isActive, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context } from '../base/context.ts';
import { findUser } from '../people/people-repository.ts';
import { findFreeReader, listWaitingOrders, setReader } from './assignment-repository.ts';
import { notify } from './notify.ts';
import { recordEvent } from './order-events-repository.ts';
import { findOrder, type OrderRow } from './order-repository.ts';

const batchSize = 100;

/** Assigns an order to a free reader, with history and notice; takes its reader away when none is free. */
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

/** Reassigns an unwritten order that returns to a reader whose account was closed or became an admin's. */
export function reassignFromClosedAccount(context: Context, tx: Transaction, orderId: string): void {
  const order = findOrder(tx, orderId);
  if (!order?.assignedReaderId || !isToBeWritten(order.status) || !isActive(order)) return;
  const reader = findUser(tx, order.assignedReaderId);
  if (reader?.isActive && reader.role === 'reader') return;
  assignToFreeReader(context, tx, order);
}

/** Assigns up to 100 unwritten orders without a reader to free readers, but none that an admin left unassigned. */
export async function assignWaitingOrders(context: Context): Promise<void> {
  const { db, clock } = context;
  if (listWaitingOrders(db, 1).length === 0 || !findFreeReader(context, db, clock.now())) return;
  await writeTransaction(db, (tx) => {
    for (const order of listWaitingOrders(tx, batchSize)) assignToFreeReader(context, tx, order);
  });
}
