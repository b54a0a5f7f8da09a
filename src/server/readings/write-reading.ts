import type { z } from 'zod';
import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import { areSameCards } from '../../shared/readings/cards.ts';
import type {
  editReadingSchema,
  InternalNotes,
  Reading,
  Submission,
} from '../../shared/readings/reading-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { requireOrderFor } from '../orders/find-order.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { deleteDraft } from './draft-repository.ts';
import { currentCards } from './drafts.ts';
import { requireReading, requireReadingOfOrder } from './find-reading.ts';
import { refuseUnlessWorkable, requireOrderToWrite } from './order-to-write.ts';
import { findReadingOfOrder, insertReading, insertRevision, updateReading } from './reading-repository.ts';
import { applyTransition, approveWithin, requireLatestRevision } from './review-reading.ts';

/**
 * Submits a reading for review, with the draft's cards if it has none, and adds its notes to the order's. With `send`,
 * approves it in the same transaction; its mail is held back as after any approval.
 * @throws {DomainError} as `requireOrderToWrite`; `reading_conflict` if already submitted; `forbidden`: sent by a reader
 */
export async function submitReading(
  context: Context,
  user: SignedIn,
  input: Omit<Submission, 'send'> & { send?: boolean },
): Promise<Reading & { status: OrderStatus }> {
  const { send = false } = input;
  if (send && user.role !== 'admin') {
    throw new DomainError('forbidden', 'An admin reviews each reading before it is sent.');
  }
  const submitted = await writeTransaction(context.db, (tx) => {
    const order = requireOrderToWrite(tx, user, input.orderId);
    const previous = findReadingOfOrder(tx, order.id);
    applyTransition(context, tx, order, previous ? 'resubmit' : 'submit', user);
    const now = context.clock.now();
    const id = previous?.id ?? context.random.newId();
    const revision = (previous?.revision ?? 0) + 1;
    const version = { content: input.content, cards: input.cards ?? currentCards(tx, order, user), revision };
    const text = { ...version, submittedAt: now };
    if (previous) updateReading(tx, id, text);
    else insertReading(tx, { ...text, id, orderId: order.id, createdAt: now });
    addNotes(tx, order, input.internalNotes);
    insertRevision(tx, { ...version, readingId: id, authorId: user.id, createdAt: now });
    deleteDraft(tx, order.id, user.id);
    const about = { orderId: order.id, actor: user.username, at: now };
    recordEvent(tx, { ...about, type: 'reading_submitted', data: { revision } });
    if (send) approveWithin(context, tx, user, id, true);
    else notify(context, tx, { kind: 'reading_submitted', orderIds: [order.id], by: user });
    return requireReadingOfOrder(context, tx, order.id);
  });
  if (send) context.signals.wakeMailWorker();
  return { ...submitted, status: send ? 'approved' : 'reading_uploaded' };
}

/**
 * Changes text, cards or notes. A new text puts a rejected reading under review; an approved one can only get notes.
 * @throws {DomainError} `reading_not_found`; `reading_conflict` if approved, or text or notes were changed by others;
 *   `order_conflict` for a text as `refuseUnlessWorkable`
 */
export async function editReading(
  context: Context,
  user: SignedIn,
  readingId: string,
  edit: z.output<typeof editReadingSchema>,
): Promise<Reading> {
  return writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    const at = context.clock.now();
    const { internalNotes, notesSeen } = edit;
    if (internalNotes !== undefined) changeNotes(context, tx, user, order, { internalNotes, notesSeen });
    const { content = reading.content, cards = reading.cards } = edit;
    if (content !== reading.content || !areSameCards(cards, reading.cards)) {
      refuseUnlessWorkable(order);
      requireLatestRevision(reading, edit.revision);
      applyTransition(context, tx, order, order.status === 'rejected' ? 'revise' : 'edit', user);
      const version = { content, cards, revision: reading.revision + 1 };
      updateReading(tx, reading.id, version);
      insertRevision(tx, { ...version, readingId: reading.id, authorId: user.id, createdAt: at });
      const data = { revision: version.revision };
      recordEvent(tx, { orderId: order.id, actor: user.username, at, type: 'reading_edited', data });
    }
    return requireReadingOfOrder(context, tx, order.id);
  });
}

/** Returns an order's notes. @throws {DomainError} `order_not_found`, also for another reader's order */
export function readInternalNotes({ db }: Context, user: SignedIn, orderId: string): InternalNotes {
  const { internalNotes } = requireOrderFor(db, user, orderId);
  return { internalNotes };
}

/** Replaces an order's notes. @throws {DomainError} `order_not_found`; `reading_conflict` if not `notesSeen` now */
export async function saveInternalNotes(
  context: Context,
  user: SignedIn,
  orderId: string,
  notes: { internalNotes: string; notesSeen: string },
): Promise<InternalNotes> {
  return writeTransaction(context.db, (tx) => {
    const order = requireOrderFor(tx, user, orderId);
    return { internalNotes: changeNotes(context, tx, user, order, notes) };
  });
}

/** Replaces the notes. @throws {DomainError} `reading_conflict` if they are not `notesSeen` */
function changeNotes(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  user: SignedIn,
  order: OrderRow,
  { internalNotes, notesSeen }: { internalNotes: string; notesSeen?: string | undefined },
): string | null {
  const notes = internalNotes || null;
  if (notes === order.internalNotes) return notes;
  if (notesSeen !== undefined && notesSeen.trim() !== (order.internalNotes ?? '').trim()) {
    throw new DomainError(
      'reading_conflict',
      'These notes were changed in the meantime. Please read them first; nothing was saved.',
    );
  }
  updateOrderIf(tx, order.id, {}, { internalNotes: notes });
  const at = context.clock.now();
  recordEvent(tx, { orderId: order.id, type: 'notes_edited', actor: user.username, at });
  return notes;
}

/** Skips a known paragraph; notes that contain the present ones replace them. @throws `invalid_request` */
function addNotes(tx: Transaction, { id, internalNotes: known }: OrderRow, added: string | null): void {
  if (added === null || known?.split('\n\n').includes(added)) return;
  const internalNotes = known && !added.includes(known) ? `${known}\n\n${added}` : added;
  if (internalNotes.length > limits.notesCharacters) {
    throw new DomainError(
      'invalid_request',
      `The internal notes can be up to ${limits.notesCharacters} characters long.`,
    );
  }
  updateOrderIf(tx, id, {}, { internalNotes });
}
