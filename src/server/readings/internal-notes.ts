import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import type { InternalNotes } from '../../shared/readings/readings.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { findOrderFor } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';

/** @throws {DomainError} `order_not_found`, also for another reader's order */
export function readInternalNotes({ db }: Context, user: SignedIn, orderId: string): InternalNotes {
  const { internalNotes } = findOrderFor(db, user, orderId);
  return { internalNotes };
}

/** @throws {DomainError} `order_not_found`, also for another reader's order; `reading_conflict` as `changeNotes` says */
export async function saveInternalNotes(
  context: Context,
  user: SignedIn,
  orderId: string,
  notes: { internalNotes: string; notesSeen: string },
): Promise<InternalNotes> {
  return writeTransaction(context.db, (tx) => {
    const order = findOrderFor(tx, user, orderId);
    return { internalNotes: changeNotes(context, tx, user, order, notes) };
  });
}

/**
 * Changes the notes of an order.
 *
 * @param notes.notesSeen the notes that the writer has seen, if known
 * @throws {DomainError} `reading_conflict` when they are not the present ones
 */
export function changeNotes(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  user: SignedIn,
  order: OrderRow,
  { internalNotes, notesSeen }: { internalNotes: string; notesSeen?: string | undefined },
): string | null {
  const notes = internalNotes.trim() || null;
  if (notes === order.internalNotes) return notes;
  if (notesSeen !== undefined && notesSeen.trim() !== (order.internalNotes ?? '').trim()) {
    throw new DomainError(
      'reading_conflict',
      'Another session has changed these notes meanwhile. Please read them first; nothing was changed.',
    );
  }
  updateOrderIf(tx, order.id, {}, { internalNotes: notes });
  const at = context.clock.now();
  recordEvent(tx, { orderId: order.id, type: 'notes_edited', actor: user.username, at });
  return notes;
}

/**
 * Adds notes to those of an order, which their writer may not have seen: a paragraph that is there already is not added,
 * and notes that contain the present ones replace them.
 *
 * @throws {DomainError} `invalid_request` when they are too long together
 */
export function addNotes(
  tx: Transaction,
  { id, internalNotes: known }: OrderRow,
  added: string | null,
): void {
  if (added === null || known === added || known?.split('\n\n').includes(added)) return;
  const internalNotes = known && !added.includes(known) ? `${known}\n\n${added}` : added;
  if (internalNotes.length > limits.notesCharacters) {
    throw new DomainError(
      'invalid_request',
      `The internal notes may be at most ${limits.notesCharacters} characters long.`,
    );
  }
  updateOrderIf(tx, id, {}, { internalNotes });
}
