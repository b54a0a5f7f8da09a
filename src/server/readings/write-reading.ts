import type { z } from 'zod';
import { writeTransaction } from '../../../db/client.ts';
import { areSameCards, type DrawnCard } from '../../shared/readings/cards.ts';
import type { editReadingSchema, Reading } from '../../shared/readings/readings.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { notify } from '../notices/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { deleteDraft } from './draft-repository.ts';
import { currentCards } from './drafts.ts';
import { addNotes, changeNotes } from './internal-notes.ts';
import { requireReading, reread } from './kept/find-reading.ts';
import {
  findReadingOfOrder,
  insertReading,
  insertRevision,
  updateReading,
} from './kept/reading-repository.ts';
import {
  findOrderToWrite,
  refuseUnlessSeen,
  refuseUnlessWorkable,
  takeTransition,
} from './order-to-write.ts';

/**
 * Submits the reading of an order for review: the first one, or a new version of a rejected one. Without cards it gets
 * those of the draft; its notes are added to those of the order.
 *
 * @throws {DomainError} as `findOrderToWrite` says; `reading_conflict` when it was submitted already
 */
export async function submitReading(
  context: Context,
  user: SignedIn,
  input: { orderId: string; content: string; cards?: DrawnCard[] | undefined; internalNotes: string | null },
): Promise<Reading> {
  return writeTransaction(context.db, (tx) => {
    const order = findOrderToWrite(tx, user, input.orderId);
    const previous = findReadingOfOrder(tx, order.id);
    takeTransition(context, tx, order, previous ? 'resubmit' : 'submit', user);
    const now = context.clock.now();
    const id = previous?.id ?? context.random.newId();
    const revision = (previous?.revision ?? 0) + 1;
    const version = { content: input.content, cards: input.cards ?? currentCards(tx, order, user), revision };
    const text = { ...version, submittedAt: now };
    if (previous) updateReading(tx, id, text);
    else insertReading(tx, { ...text, id, orderId: order.id, createdAt: now });
    addNotes(tx, order, input.internalNotes);
    insertRevision(tx).run({ ...version, readingId: id, authorId: user.id, createdAt: now });
    deleteDraft(tx).run({ orderId: order.id, authorId: user.id });
    const about = { orderId: order.id, actor: user.username, at: now };
    recordEvent(tx, { ...about, type: 'reading_submitted', data: { revision } });
    notify(context, tx, { kind: 'reading_submitted', orderIds: [order.id], by: user });
    return reread(context, tx, order.id);
  });
}

/**
 * Changes a reading's text, its cards, its internal notes, or several of them. A new text of a rejected reading,
 * or other cards, put it back under review; an approved reading is frozen, its notes are not.
 *
 * @param edit.revision, edit.notesSeen the text and notes that the admin has seen, if known
 * @throws {DomainError} `reading_not_found`; `reading_conflict` when the text is approved, or the text or its notes
 *   have changed since
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
      refuseUnlessSeen(reading, edit.revision);
      takeTransition(context, tx, order, order.status === 'rejected' ? 'revise' : 'edit', user);
      const version = { content, cards, revision: reading.revision + 1 };
      updateReading(tx, reading.id, version);
      insertRevision(tx).run({ ...version, readingId: reading.id, authorId: user.id, createdAt: at });
      const data = { revision: version.revision };
      recordEvent(tx, { orderId: order.id, actor: user.username, at, type: 'reading_edited', data });
    }
    return reread(context, tx, order.id);
  });
}
