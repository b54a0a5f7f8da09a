import type { Transaction } from '../../../db/client.ts';
import type { CustomerMailKind } from '../../shared/orders/mails.ts';
import { type DisputeStatus, isRefundLost } from '../../shared/orders/money-states.ts';
import type { Context } from '../base/context.ts';
import { cancelMailIfFree, enqueueCustomerMail, findMailAbout } from '../mail/outbox-repository.ts';
import { findOrderEvenDeleted } from '../orders/order-repository.ts';
import { isMailOn } from '../shop/change-settings.ts';
import type { DisputeRow, RefundRow } from './money-repository.ts';

/** Mails the customer that a refund succeeded, if these mails are on, and after such a mail also that it failed. */
export function mailAboutRefund(
  context: Context,
  tx: Transaction,
  { id, orderId, status }: Pick<RefundRow, 'id' | 'orderId' | 'status'>,
  before: RefundRow['status'] | null,
): void {
  if (status === before) return;
  if (status === 'succeeded' && isMailOn(tx, 'refunds'))
    write(context, tx, 'refund_made', orderId, { subjectId: id });
  if (before !== 'succeeded' || !isRefundLost({ status })) return;
  const sent = findMailAbout(tx, 'refund_made', id);
  // A mail that is being sent now may still arrive.
  if (!sent || sent.state === 'failed' || cancelMailIfFree(tx, sent.id)) return;
  if (sent.state !== 'canceled') write(context, tx, 'refund_failed', orderId, { subjectId: id });
}

/** Mails the customer about a lost dispute, or a won one that had stopped the work, if these mails are on. */
export function mailAboutDispute(
  context: Context,
  tx: Transaction,
  { id, orderId, status }: Pick<DisputeRow, 'id' | 'orderId' | 'status'>,
  before: DisputeStatus | null,
): void {
  const hadStopped = before !== null && !before.startsWith('warning_');
  const isNews = status === 'lost' || (status === 'won' && hadStopped);
  if (status === before || !isNews || !isMailOn(tx, 'disputes')) return;
  write(context, tx, 'dispute_closed', orderId, { subjectId: id, subjectState: status });
}

function write(
  context: Context,
  tx: Transaction,
  kind: CustomerMailKind,
  orderId: string,
  subject: { subjectId: string; subjectState?: 'won' | 'lost' },
): void {
  const order = findOrderEvenDeleted(tx, orderId);
  if (order?.customerEmail) enqueueCustomerMail(context, tx, kind, order, subject);
}
