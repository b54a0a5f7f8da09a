import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { shownEmail } from '../../../db/computed-columns.ts';
import { type OrderMail, questionMailKinds } from '../../shared/orders/mails.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { aboutOrder, recordAudit } from '../base/record-audit.ts';
import { isoTime } from '../base/time/moments.ts';
import {
  type CustomerMailRow,
  findMail,
  isCustomerMail,
  listMailsOfOrder,
  type MailRow,
  repeatMail,
  updateMail,
} from '../mail/outbox-repository.ts';
import { requireOrder } from '../orders/find-order.ts';
import { deleteLinks } from '../orders/links-repository.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { findOrder, type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { isStillRelevant } from './is-still-relevant.ts';

/** Lists the mails to an order's customer. `movesAlong` marks those that a corrected address would get. */
export function listOrderMails(context: Context, orderId: string): OrderMail[] {
  const order = requireOrder(context.db, orderId);
  const mails = listMailsOfOrder(context.db, orderId);
  const moving = listMoving(context, order, mails);
  return mails.map((mail) => ({ ...presentMail(mail), ...(moving.includes(mail) && { movesAlong: true }) }));
}

/** Returns a mail as admins see it; `nextAttemptAt` is null unless it is queued. */
export function presentMail(mail: CustomerMailRow): OrderMail {
  return {
    id: mail.id,
    kind: mail.kind,
    to: mail.toAddress,
    state: mail.state,
    attempts: mail.attempts,
    lastError: mail.lastError,
    createdAt: isoTime(mail.createdAt),
    nextAttemptAt: mail.state === 'queued' ? isoTime(mail.nextAttemptAt) : null,
    sentAt: isoTime(mail.sentAt),
  };
}

/**
 * Retries a failed mail, or sends a delivered one again as a new message, and returns the order's mails.
 * @throws {DomainError} `mail_not_found`; `mail_conflict` if it was canceled, is on its way or no longer true
 */
export async function resendMail(context: Context, user: SignedIn, mailId: number): Promise<OrderMail[]> {
  const orderId = await writeTransaction(context.db, (tx) => {
    const mail = findMail(tx, mailId);
    const order = mail && isCustomerMail(mail) ? findOrder(tx, mail.orderId) : undefined;
    if (!mail || !isCustomerMail(mail) || !order)
      throw new DomainError('mail_not_found', 'There is no such email.');
    if (mail.state === 'canceled') throw new DomainError('mail_conflict', 'This email was canceled.');
    if (!isStillRelevant(context, mail, order)) {
      const why = questionMailKinds.some((kind) => kind === mail.kind)
        ? 'This question is closed: there is nothing left to answer.'
        : 'What this email says is no longer true.';
      throw new DomainError('mail_conflict', why);
    }
    const isUnderWay = listMailsOfOrder(tx, order.id).some(
      ({ kind, subjectId, state }) =>
        kind === mail.kind && subjectId === mail.subjectId && state === 'queued',
    );
    if (isUnderWay) throw new DomainError('mail_conflict', 'This email is already on its way.');
    if (mail.state === 'failed') retry(context, tx, mail, mail.toAddress);
    else repeatMail(context, tx, mail, addresseeOf(order));
    const about = { orderId: order.id, actor: user.username, at: context.clock.now() };
    recordEvent(tx, { ...about, type: 'mail_resent', data: { kind: mail.kind } });
    return order.id;
  });
  context.signals.wakeMailWorker();
  return listOrderMails(context, orderId);
}

/** Corrects an order's address for an admin, and audits it. @throws `order_not_found`, and as `changeCustomerEmail` */
export async function correctAddress(
  context: Context,
  user: SignedIn,
  orderId: string,
  email: string,
): Promise<OrderMail[]> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    changeCustomerEmail(context, tx, order, email, user.username);
    const subject = aboutOrder(order);
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'customer_email_changed', subject });
  });
  context.signals.wakeMailWorker();
  return listOrderMails(context, orderId);
}

/**
 * Stores a corrected address, deletes links to the order and redirects open mails; without any, repeats the last
 * one sent. The caller wakes the mail worker.
 * @throws {DomainError} `order_conflict` if it is the same address or the customer was erased
 */
export function changeCustomerEmail(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  typed: string,
  actor: string,
): void {
  const email = shownEmail(typed);
  if (order.erasedAt !== null) {
    throw new DomainError('order_conflict', 'The customer’s data was erased: there is nothing to send.');
  }
  if (order.customerEmail === email) {
    throw new DomainError('order_conflict', 'The order already has this address.');
  }
  const orderId = order.id;
  const corrected = updateOrderIf(tx, orderId, {}, { customerEmail: email }) ?? order;
  deleteLinks(tx, orderId);
  recordEvent(tx, { orderId, type: 'address_corrected', actor, at: context.clock.now() });
  const mails = listMailsOfOrder(tx, orderId);
  const moving = listMoving(context, corrected, mails);
  for (const mail of mails.filter(isOpen)) {
    if (mail.state === 'failed') retry(context, tx, mail, email);
    // A mail that is being sent right now may still reach the old address; the outbox then sends another.
    else updateMail(tx, mail.id, { toAddress: email });
  }
  for (const mail of moving) if (mail.state === 'sent') repeatMail(context, tx, mail, addresseeOf(corrected));
}

function listMoving(context: Context, order: OrderRow, mails: CustomerMailRow[]): CustomerMailRow[] {
  const current = mails.filter((mail) => isStillRelevant(context, mail, order));
  const open = current.filter(isOpen);
  const told = current.filter(({ kind }) => kind !== 'feedback_request');
  const last = told.some(isOpen) ? undefined : told.findLast(({ state }) => state === 'sent');
  return last ? [...open, last] : open;
}

function isOpen({ state }: MailRow): boolean {
  return state === 'failed' || state === 'queued';
}

function retry(context: Context, tx: Transaction, mail: MailRow, toAddress: string): void {
  const now = context.clock.now();
  updateMail(tx, mail.id, {
    state: 'queued',
    toAddress,
    attempts: 0,
    lastError: null,
    leasedAt: null,
    nextAttemptAt: now,
    createdAt: now,
  });
}

function addresseeOf({ customerName, customerEmail }: OrderRow) {
  return { name: customerName, address: customerEmail };
}
