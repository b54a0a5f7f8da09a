import { writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import type { NewComment } from '../../shared/readings/comments.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { notify } from '../notices/notify.ts';
import { leaveClosedAccount } from '../orders/give-to-free-reader.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { cancelDelivery, enqueueMail } from '../outbox/enqueue-mail.ts';
import { closeOpenQuestion } from '../questions/close-question.ts';
import { storeComments } from './kept/comments.ts';
import { requireReading, reread } from './kept/find-reading.ts';
import { updateReading } from './kept/reading-repository.ts';
import { refuseUnlessSeen, takeTransition } from './kept/take-transition.ts';
import { refuseOnceEnded, refuseUnlessSendable } from './order-to-write.ts';

/**
 * Approves a reading and puts its delivery into the outbox, held back for a while so that the approval
 * can be undone.
 *
 * @param seenRevision the version the admin has read, if known
 * @throws {DomainError} `reading_not_found`; `reading_conflict` when another admin was faster, or there is a newer version
 */
export async function approveReading(
  context: Context,
  user: SignedIn,
  readingId: string,
  seenRevision?: number,
): Promise<Reading> {
  const approved = await writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    refuseUnlessSendable(order);
    if (order.status === 'reading_uploaded') refuseUnlessSeen(reading, seenRevision);
    takeTransition(context, tx, order, 'approve', user);
    const now = context.clock.now();
    updateReading(tx, reading.id, { approvedAt: now });
    closeOpenQuestion(context, tx, order.id, { actor: user.username });
    enqueueMail(context, tx, {
      kind: 'reading_delivery',
      orderId: order.id,
      to: { name: order.customerName, address: order.customerEmail },
      notBefore: now + seconds(context.config.approvalUndoSeconds),
    });
    const data = { revision: reading.revision };
    recordEvent(tx, { orderId: order.id, type: 'reading_approved', actor: user.username, at: now, data });
    return reread(context, tx, order.id);
  });
  context.mailIsWaiting();
  return approved;
}

/**
 * Takes an approval back while its mail is still held.
 *
 * @throws {DomainError} `reading_not_found`; `reading_conflict` once the mail is on its way
 */
export async function undoApproval(context: Context, user: SignedIn, readingId: string): Promise<Reading> {
  return writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    takeTransition(context, tx, order, 'undoApproval', user);
    if (!cancelDelivery(context, tx, order.id)) {
      throw new DomainError('reading_conflict', 'The reading is already on its way to the customer.');
    }
    updateReading(tx, reading.id, { approvedAt: null });
    const at = context.clock.now();
    recordEvent(tx, { orderId: order.id, type: 'approval_undone', actor: user.username, at });
    return reread(context, tx, order.id);
  });
}

/**
 * Sends a reading back to its reader.
 *
 * @param about.revision the version the admin has read, if known; the comments are on passages of it
 * @throws {DomainError} `reading_not_found`; `reading_conflict` when another admin was faster, or there is a newer
 *   version; `order_conflict` when work on the order has ended; `invalid_request` for a comment on no passage
 */
export async function rejectReading(
  context: Context,
  user: SignedIn,
  readingId: string,
  feedback: string | null,
  about: { revision?: number | undefined; comments: NewComment[] } = { comments: [] },
): Promise<Reading> {
  const { revision: seenRevision, comments } = about;
  return writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    refuseOnceEnded(order);
    if (order.status === 'reading_uploaded') refuseUnlessSeen(reading, seenRevision);
    takeTransition(context, tx, order, 'reject', user);
    updateReading(tx, reading.id, { feedback });
    storeComments(context, tx, reading, user, comments);
    const data = {
      revision: reading.revision,
      hasFeedback: feedback !== null,
      ...(comments.length > 0 && { comments: comments.length }),
    };
    const at = context.clock.now();
    recordEvent(tx, { orderId: order.id, type: 'reading_rejected', actor: user.username, at, data });
    const readerId = order.assignedReaderId;
    if (readerId) {
      notify(context, tx, { kind: 'reading_rejected', orderIds: [order.id], readerId, by: user });
    }
    leaveClosedAccount(context, tx, order.id);
    return reread(context, tx, order.id);
  });
}
