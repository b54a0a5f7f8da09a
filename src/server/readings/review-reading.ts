import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { type TransitionName, transitions, transitionsFrom } from '../../shared/order-status.ts';
import type { OrderReading, Reading } from '../../shared/readings.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { cancelDelivery, deliveryHeldUntil, enqueueMail } from '../delivery/send-due-mail.ts';
import { DomainError } from '../errors.ts';
import { notify } from '../notices/notify.ts';
import { findOrderFor } from '../orders/assign-orders.ts';
import { leaveClosedAccount } from '../orders/leave-closed-account.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { newId } from '../random.ts';
import { deleteDraft } from './draft-repository.ts';
import { findOrderToWrite, refuseUnlessWorkable } from './order-to-write.ts';
import { presentReading } from './present-reading.ts';
import {
  findReading,
  findReadingOfOrder,
  insertReading,
  insertRevision,
  type ReadingRow,
  type ReadingWithOrder,
  updateReading,
} from './reading-repository.ts';

const notFound = () =>
  new DomainError('reading_not_found', 'There is no such reading. It may have been deleted.');

/**
 * @returns the reading of an order, for the admin or the order's own reader
 * @throws {DomainError} `order_not_found`, `reading_not_found`
 */
export function readReadingOfOrder(context: Context, user: SignedIn, orderId: string): OrderReading {
  const order = findOrderFor(context.db, user, orderId);
  const reading = findReadingOfOrder(context.db, orderId);
  if (!reading) throw new DomainError('reading_not_found', 'Nothing has been written for this order yet.');
  const presented = present(context, context.db, { reading, order });
  return { ...presented, feedback: order.status === 'rejected' ? reading.feedback : null };
}

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

/**
 * Approves a reading and puts its delivery into the outbox, held back for a while so that the approval
 * can be undone.
 *
 * @param seenRevision the version the admin has read, if known: a newer one is not approved unread
 * @throws {DomainError} `reading_not_found`; `reading_conflict` when somebody was faster
 */
export function approveReading(
  context: Context,
  user: SignedIn,
  readingId: string,
  seenRevision?: number,
): Reading {
  const approved = writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    refuseUnlessWorkable(order);
    if (order.status === 'reading_uploaded') refuseUnlessSeen(reading, seenRevision);
    takeTransition(context, tx, order, 'approve', user);
    const now = context.clock.now();
    const seconds = context.config.approvalUndoSeconds;
    updateReading(tx, reading.id, { approvedAt: now });
    enqueueMail(context, tx, {
      kind: 'reading_delivery',
      orderId: order.id,
      to: { name: order.customerName, address: order.customerEmail },
      notBefore: now + seconds * 1000,
    });
    const data = { revision: reading.revision };
    recordEvent(tx, { orderId: order.id, type: 'reading_approved', actor: user.username, at: now, data });
    return reread(context, tx, reading.id);
  });
  context.mailIsWaiting();
  return approved;
}

/**
 * Takes an approval back while its mail is still held.
 *
 * @throws {DomainError} `reading_not_found`; `reading_conflict` once the mail is on its way
 */
export function undoApproval(context: Context, user: SignedIn, readingId: string): Reading {
  return writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    takeTransition(context, tx, order, 'undoApproval', user);
    if (!cancelDelivery(context, tx, order.id)) {
      throw new DomainError('reading_conflict', 'The reading is already on its way to the customer.');
    }
    updateReading(tx, reading.id, { approvedAt: null });
    recordEvent(tx, {
      orderId: order.id,
      type: 'approval_undone',
      actor: user.username,
      at: context.clock.now(),
    });
    return reread(context, tx, reading.id);
  });
}

/**
 * Sends a reading back to its reader.
 *
 * @param feedback what should be different; null when there is nothing to say
 * @throws {DomainError} `reading_not_found`; `reading_conflict` when somebody was faster
 */
export function rejectReading(
  context: Context,
  user: SignedIn,
  readingId: string,
  feedback: string | null,
): Reading {
  return writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    takeTransition(context, tx, order, 'reject', user);
    updateReading(tx, reading.id, { feedback });
    const data = { revision: reading.revision, hasFeedback: feedback !== null };
    recordEvent(tx, {
      orderId: order.id,
      type: 'reading_rejected',
      actor: user.username,
      at: context.clock.now(),
      data,
    });
    const readerId = order.assignedReaderId;
    if (readerId) {
      notify(context, tx, { kind: 'reading_rejected', orderIds: [order.id], readerId, by: user });
    }
    leaveClosedAccount(context, tx, order.id);
    return reread(context, tx, reading.id);
  });
}

/** Moves the order along the table of transitions, if it is still where the transition starts. */
function takeTransition(
  context: Context,
  tx: Queryable,
  order: OrderRow,
  name: TransitionName,
  user: SignedIn,
): void {
  const { from, to } = transitions[name];
  const isAllowed = transitionsFrom(order.status, user.role).includes(name);
  if (isAllowed && updateOrderIf(tx, order.id, { status: from }, { status: to })) return;
  context.log.info({ orderId: order.id, transition: name, status: order.status }, 'a change came too late');
  throw new DomainError('reading_conflict', lateMessage(order));
}

function refuseUnlessSeen(reading: ReadingRow, seen: number | undefined): void {
  if (seen === undefined || seen === reading.revision) return;
  throw new DomainError(
    'reading_conflict',
    'Meanwhile there is a newer version of this reading. Please read it first; nothing was changed.',
  );
}

function refuseUnlessNotesSeen(reading: ReadingRow, seen: string | undefined): void {
  if (seen === undefined || seen.trim() === (reading.internalNotes ?? '')) return;
  throw new DomainError(
    'reading_conflict',
    'Meanwhile somebody else has changed these notes. Please read them first; nothing was changed.',
  );
}

function lateMessage(order: OrderRow): string {
  switch (order.status) {
    case 'pending':
      return 'Nothing has been written for this order yet.';
    case 'reading_uploaded':
      return 'Meanwhile a reading of this order was handed in and is under review.';
    case 'approved':
      return 'Meanwhile the reading was approved; its text can no longer be changed.';
    case 'rejected':
      return 'Meanwhile the reading was rejected and is with its reader again.';
  }
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

function requireReading(db: Queryable, id: string): ReadingWithOrder {
  const found = findReading(db, id);
  if (!found) throw notFound();
  return found;
}

function reread(context: Context, db: Queryable, id: string): Reading {
  return present(context, db, requireReading(db, id));
}

function present(context: Context, db: Queryable, found: ReadingWithOrder): Reading {
  const isApproved = found.order.status === 'approved';
  const heldUntil = isApproved ? deliveryHeldUntil(context, db, found.order.id) : null;
  return presentReading(found, heldUntil, context.clock.now());
}
