import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import type { Hold } from '../../shared/orders/money-states.ts';
import {
  type OrderStatus,
  type TransitionName,
  transitions,
  transitionsFrom,
} from '../../shared/orders/order-status.ts';
import type { NewComment } from '../../shared/readings/comment-schema.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { isVisible } from '../../shared/text.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { cancelDelivery, enqueueCustomerMail } from '../mail/outbox-repository.ts';
import { reassignFromClosedAccount } from '../orders/assign-orders.ts';
import { closeOpenQuestion } from '../orders/messages/questions.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { requireReading, requireReadingOfOrder } from './find-reading.ts';
import { refuseOnceEnded, refuseUnlessPaid } from './order-to-write.ts';
import { findReadingOfOrder, insertComment, type ReadingRow, updateReading } from './reading-repository.ts';

/**
 * Approves a reading, closes a question that we asked its customer, and enqueues the mail, held back for undoing.
 * @throws {DomainError} `reading_not_found`; `reading_conflict` after a decision or a version newer than
 *   `seenRevision`; `order_conflict` if unpaid or held
 */
export async function approveReading(
  context: Context,
  user: SignedIn,
  readingId: string,
  seenRevision?: number,
): Promise<Reading> {
  const approved = await writeTransaction(context.db, (tx) => {
    const { reading, order } = requireReading(tx, readingId);
    if (order.status === 'reading_uploaded') requireLatestRevision(reading, seenRevision);
    approveWithin(context, tx, user, readingId);
    return requireReadingOfOrder(context, tx, order.id);
  });
  context.signals.wakeMailWorker();
  return approved;
}

/** Approves a reading within a transaction. @param isOwn whether its writer sends it at once @throws {DomainError} */
export function approveWithin(
  context: Context,
  tx: Transaction,
  user: SignedIn,
  readingId: string,
  isOwn = false,
): void {
  const { reading, order } = requireReading(tx, readingId);
  refuseUnlessSendable(order);
  applyTransition(context, tx, order, 'approve', user);
  const now = context.clock.now();
  updateReading(tx, reading.id, { approvedAt: now });
  closeOpenQuestion(context, tx, order.id, { actor: user.username });
  const notBefore = now + seconds(context.config.approvalUndoSeconds);
  enqueueCustomerMail(context, tx, 'reading_delivery', order, { notBefore });
  const data = { revision: reading.revision, ...(isOwn && { isOwn }) };
  recordEvent(tx, { orderId: order.id, type: 'reading_approved', actor: user.username, at: now, data });
}

/**
 * Puts an approved reading under review and cancels its mail.
 * @throws {DomainError} `reading_not_found`; `reading_conflict` once the mail is no longer held back
 */
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

/** Puts an approved reading under review and cancels its mail; returns false if it is no longer held back. */
export function recallDelivery(context: Context, tx: Transaction, order: OrderRow, actor: string): boolean {
  if (order.status !== 'approved' || !cancelDelivery(context, tx, order.id)) return false;
  updateOrderIf(tx, order.id, { status: 'approved' }, { status: 'reading_uploaded' });
  const reading = findReadingOfOrder(tx, order.id);
  if (reading) updateReading(tx, reading.id, { approvedAt: null });
  recordEvent(tx, { orderId: order.id, type: 'approval_undone', actor, at: context.clock.now() });
  return true;
}

/**
 * Rejects a reading with feedback and comments on passages, and notifies its reader.
 * @throws {DomainError} `reading_not_found`; `reading_conflict` if it was decided or has a newer version;
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

function refuseUnlessSendable(order: OrderRow): void {
  refuseUnlessPaid(order);
  if (order.hold === null) return;
  throw new DomainError(
    'order_conflict',
    `This reading cannot be sent: ${holdWords[order.hold]}. Please decide about the payment first.`,
  );
}

const holdWords: Record<Hold, string> = {
  refund: 'the order is being refunded',
  withdrawal: 'its customer has withdrawn from the contract',
  early_fraud_warning: 'the customer’s bank warns of fraud',
  review: 'Stripe is reviewing its payment',
};

/**
 * Changes an order's status by the table of transitions, without an event.
 * @throws {DomainError} `reading_conflict` if the present status or the user's role does not allow it
 */
export function applyTransition(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  name: TransitionName,
  user: SignedIn,
): void {
  const { from, to } = transitions[name];
  const isAllowed = transitionsFrom(order.status, user.role).includes(name);
  if (isAllowed && updateOrderIf(tx, order.id, { status: from }, { status: to })) return;
  context.log.info({ orderId: order.id, transition: name, status: order.status }, 'a change came too late');
  throw new DomainError('reading_conflict', lateMessages[order.status]);
}

/** Refuses a decision on an older version; `undefined` passes. @throws {DomainError} `reading_conflict` */
export function requireLatestRevision(reading: ReadingRow, seen: number | undefined): void {
  if (seen === undefined || seen === reading.revision) return;
  throw new DomainError(
    'reading_conflict',
    'There is now a newer version of this reading. Please read it first; nothing was changed.',
  );
}

const lateMessages: Record<OrderStatus, string> = {
  pending: 'Nothing has been written for this order yet.',
  reading_uploaded: 'A reading of this order was submitted in the meantime and is under review.',
  approved: 'The reading was approved in the meantime; its text can no longer be changed.',
  rejected: 'The reading was rejected in the meantime and is back with its reader.',
};
