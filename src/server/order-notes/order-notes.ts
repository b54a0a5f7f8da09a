import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import type { OrderNote } from '../../shared/notes/notes.ts';
import { isOnReadersDesk } from '../../shared/orders/order-status.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { notify } from '../notices/notify.ts';
import { findOrderFor } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { isoTime } from '../time/iso-time.ts';
import { insertNoteOfOrder, listNotesOfOrder } from './order-note-repository.ts';

/**
 * @returns what its reader and the admins said to each other about an order, the oldest first
 * @throws {DomainError} `order_not_found`, also for somebody else's order
 */
export function listOrderNotes({ db }: Context, user: SignedIn, orderId: string): OrderNote[] {
  findOrderFor(db, user, orderId);
  return listNotesOfOrder(db, orderId).map(({ id, text, author, role, authorId, createdAt }) => ({
    id,
    text,
    author,
    role,
    isOwn: authorId === user.id,
    createdAt: isoTime(createdAt),
  }));
}

/**
 * Says something about an order, and has the other side told. The same once more, as when an answer was lost, is said
 * once.
 *
 * @throws {DomainError} `order_not_found`, also for somebody else's order; `note_conflict` when there are as many as
 *   there may be
 */
export async function addOrderNote(
  context: Context,
  user: SignedIn,
  orderId: string,
  text: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = findOrderFor(tx, user, orderId);
    const known = listNotesOfOrder(tx, orderId);
    const last = known.at(-1);
    if (last?.authorId === user.id && last.text === text) return;
    if (known.length >= limits.notes) {
      throw new DomainError(
        'note_conflict',
        `There are ${limits.notes} notes on this order, and no room for more.`,
      );
    }
    const now = context.clock.now();
    insertNoteOfOrder(tx, { id: context.random.newId(), orderId, authorId: user.id, text, createdAt: now });
    recordEvent(tx, { orderId, type: 'note_added', actor: user.username, at: now });
    tellTheOtherSide(context, tx, user, order);
  });
  context.mailIsWaiting();
}

/** Tells all admins of a reader's note, and of an admin's the order's reader, if their desk shows it. */
function tellTheOtherSide(context: Context, tx: Transaction, by: SignedIn, order: OrderRow): void {
  const { id, assignedReaderId } = order;
  if (by.role === 'reader') notify(context, tx, { kind: 'note_from_reader', orderIds: [id], by });
  else if (assignedReaderId !== null && isOnReadersDesk(order)) {
    notify(context, tx, { kind: 'note_from_admin', orderIds: [id], readerId: assignedReaderId, by });
  }
}
