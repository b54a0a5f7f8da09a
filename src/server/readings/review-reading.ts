import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import type { NewComment } from '../../shared/readings/comment-schema.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { isVisible } from '../../shared/text.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { cancelDelivery, enqueueCustomerMail } from '../base/enqueue-mail.ts';
import { reassignFromClosedAccount } from '../orders/assign-orders.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { closeOpenQuestion } from '../orders/questions/close-question.ts';
import { requireReading, requireReadingOfOrder } from './find-reading.ts';
import {
  applyTransition,
  refuseOnceEnded,
  refuseUnlessSendable,
  requireLatestRevision,
} from './order-to-write.ts';
import { findReadingOfOrder, insertComment, type ReadingRow, updateReading } from './reading-repository.ts';

/**
 * Approves a reading and enqueues its mail, held so that it can be undone. `seenRevision`: the version that was read.
 * @throws {DomainError} `reading_not_found`; `reading_conflict` after a decision or a newer version
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
    if (order.status === 'reading_uploaded') requireLatestRevision(reading, seenRevision);
    applyTransition(context, tx, order, 'approve', user);
    const now = context.clock.now();
    updateReading(tx, reading.id, { approvedAt: now });
    closeOpenQuestion(context, tx, order.id, { actor: user.username });
    const notBefore = now + seconds(context.config.approvalUndoSeconds);
    enqueueCustomerMail(context, tx, 'reading_delivery', order, { notBefore });
    const data = { revision: reading.revision };
    recordEvent(tx, { orderId: order.id, type: 'reading_approved', actor: user.username, at: now, data });
    return requireReadingOfOrder(context, tx, order.id);
  });
  context.signals.wakeMailWorker();
  return approved;
}

/** Puts an approved reading under review and cancels its mail. @throws {DomainError} `reading_conflict` once it left */
export async function undoApproval(context: Context, user: SignedIn, readingId: string): Promise<Reading> {
  return writeTransaction(context.db, (tx) => {
    const { order } = requireReading(tx, readingId);
    applyTransition(context, tx, order, 'undoApproval', user);
    if (!recallDelivery(context, tx, order, user.username)) {
      throw new DomainError('reading_conflict', 'The reading is already on its way to the customer.');
    }
    return requireReadingOfOrder(context, tx, order.id);
  });
}

/** Puts an approved reading under review and cancels its mail. @returns false when not approved or the mail has left */
export function recallDelivery(context: Context, tx: Transaction, order: OrderRow, actor: string): boolean {
  if (order.status !== 'approved' || !cancelDelivery(context, tx, order.id)) return false;
  updateOrderIf(tx, order.id, { status: 'approved' }, { status: 'reading_uploaded' });
  const reading = findReadingOfOrder(tx, order.id);
  if (reading) updateReading(tx, reading.id, { approvedAt: null });
  recordEvent(tx, { orderId: order.id, type: 'approval_undone', actor, at: context.clock.now() });
  return true;
}

/**
 * Sends a reading back to its reader, who is notified, with feedback and comments on passages.
 * @throws {DomainError} `reading_not_found`; `reading_conflict` after a decision or a newer version;
 *   `order_conflict` when work on the order has ended; `invalid_request` for a comment on no passage
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
    if (order.status === 'reading_uploaded') requireLatestRevision(reading, seenRevision);
    applyTransition(context, tx, order, 'reject', user);
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
    reassignFromClosedAccount(context, tx, order.id);
    return requireReadingOfOrder(context, tx, order.id);
  });
}

/** @throws {DomainError} `invalid_request` for a passage that is not in the text */
function storeComments(
  context: Context,
  tx: Transaction,
  { id: readingId, revision, content }: ReadingRow,
  author: SignedIn,
  comments: NewComment[],
): void {
  for (const { from, to, text } of comments) {
    if (to > content.length || !isVisible(content.slice(from, to))) {
      throw new DomainError('invalid_request', 'A comment does not match a passage of the reading.');
    }
    const place = { fromCharacter: from, toCharacter: to };
    const said = { text, authorId: author.id, createdAt: context.clock.now() };
    insertComment(tx, { id: context.random.newId(), readingId, revision, ...place, ...said });
  }
}
