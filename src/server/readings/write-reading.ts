import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { newId } from '../basics/random.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { notify } from '../notices/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { deleteDraft } from './draft-repository.ts';
import { requireReading, reread } from './find-reading.ts';
import { findOrderToWrite, refuseUnlessWorkable } from './order-to-write.ts';
import { findReadingOfOrder, insertReading, insertRevision, updateReading } from './reading-repository.ts';
import { refuseUnlessNotesSeen, refuseUnlessSeen, takeTransition } from './take-transition.ts';

/**
 * Hands in the reading of an order for review: the first one, or a new version of a rejected one.
 *
 * @throws {DomainError} as `findOrderToWrite` says; `reading_conflict` when it was handed in already
 */
export function submitReading(
  context: Context,
  user: SignedIn,
  input: { orderId: string; content: string; internalNotes: string | null },
): Reading {
  return writeTransaction(context.db, (tx) => {
    const order = findOrderToWrite(tx, user, input.orderId);
    const previous = findReadingOfOrder(tx, order.id);
    takeTransition(context, tx, order, previous ? 'resubmit' : 'submit', user);
    const now = context.clock.now();
    const id = previous?.id ?? newId();
    const revision = (previous?.revision ?? 0) + 1;
    const text = { content: input.content, revision, submittedAt: now };
    if (previous) {
      updateReading(tx, id, { ...text, internalNotes: input.internalNotes ?? previous.internalNotes });
    } else {
      insertReading(tx, {
        ...text,
        id,
        orderId: order.id,
        internalNotes: input.internalNotes,
        createdAt: now,
      });
    }
    keepRevision(context, tx, { id, revision, content: input.content }, user);
    deleteDraft(tx, order.id, user.id);
    recordEvent(tx, {
      orderId: order.id,
      type: 'reading_submitted',
      actor: user.username,
      at: now,
      data: { revision },
    });
    notify(context, tx, { kind: 'reading_submitted', orderIds: [order.id], by: user });
    return reread(context, tx, id);
  });
}

/**
 * Changes a reading's text, its internal notes, or both. A new text of a rejected reading puts it back
 * under review; an approved text is frozen, its notes are not.
 *
 * @param edit.revision, edit.notesSeen what the admin had before them, if known
 * @throws {DomainError} `reading_not_found`; `reading_conflict` when the text can no longer be changed, or
 *   somebody has changed it or its notes meanwhile
 */
export function editReading(
  context: Context,
  user: SignedIn,
  readingId: string,
  edit: {
    content?: string | undefined;
    internalNotes?: string | undefined;
    notesSeen?: string | undefined;
    revision?: number | undefined;
  },
): Reading {
  return writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    const now = context.clock.now();
    const about = { orderId: order.id, actor: user.username, at: now };
    const internalNotes = edit.internalNotes?.trim() || null;
    if (edit.internalNotes !== undefined && internalNotes !== reading.internalNotes) {
      refuseUnlessNotesSeen(reading, edit.notesSeen);
      updateReading(tx, reading.id, { internalNotes });
      recordEvent(tx, { ...about, type: 'notes_edited' });
    }
    if (edit.content !== undefined && edit.content !== reading.content) {
      refuseUnlessWorkable(order);
      refuseUnlessSeen(reading, edit.revision);
      takeTransition(context, tx, order, order.status === 'rejected' ? 'revise' : 'edit', user);
      const revision = reading.revision + 1;
      updateReading(tx, reading.id, { content: edit.content, revision });
      keepRevision(context, tx, { id: reading.id, revision, content: edit.content }, user);
      recordEvent(tx, { ...about, type: 'reading_edited', data: { revision } });
    }
    return reread(context, tx, reading.id);
  });
}

function keepRevision(
  context: Context,
  tx: Queryable,
  text: { id: string; revision: number; content: string },
  author: SignedIn,
): void {
  insertRevision(tx, {
    readingId: text.id,
    revision: text.revision,
    content: text.content,
    authorId: author.id,
    createdAt: context.clock.now(),
  });
}
