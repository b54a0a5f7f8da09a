import type { Transaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { notify } from '../notices/notify.ts';
import { findFreeReader } from '../people/directory/free-reader.ts';
import { recordEvent } from './order-events-repository.ts';
import { setReader } from './order-repository.ts';

/**
 * Assigns an order that has to be written to a free reader, as `findFreeReader` chooses; to none when no reader is free.
 * Call it in a transaction.
 */
export function giveToFreeReader(
  context: Context,
  tx: Transaction,
  { id, dueAt, assignedReaderId }: { id: string; dueAt: number | null; assignedReaderId: string | null },
): void {
  const now = context.clock.now();
  const reader = findFreeReader(context, tx, dueAt ?? now);
  if (!reader && assignedReaderId === null) return;
  setReader(tx, [id], reader?.id ?? null, now);
  const data = { reader: reader?.username ?? null };
  recordEvent(tx, { orderId: id, type: 'assigned', actor: 'system', at: now, data });
  if (reader) notify(context, tx, { kind: 'order_assigned', orderIds: [id], readerId: reader.id });
}
