import { type Transaction, writeTransaction } from '../../../../db/client.ts';
import { days, hours } from '../../../shared/durations.ts';
import {
  type CustomersMessage,
  type Message,
  maxMessagesPerOrder,
  type NewMessage,
  replyBusinessDays,
} from '../../../shared/orders/messages.ts';
import { isListedForReader } from '../../../shared/orders/order-status.ts';
import type { Context, SignedIn } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { addBusinessDays } from '../../base/time/business-days.ts';
import { isoTime } from '../../base/time/moments.ts';
import { enqueueCustomerMail, listMailsOfOrder } from '../../mail/outbox-repository.ts';
import { findUser } from '../../people/people-repository.ts';
import { readClosedDays } from '../../shop/business-calendar.ts';
import { orderNotFound, requireOrder, requireOrderFor } from '../find-order.ts';
import { notify } from '../notify.ts';
import { recordEvent } from '../order-events-repository.ts';
import { findLink } from '../order-links.ts';
import { type OrderRow, updateOrderIf } from '../order-repository.ts';
import {
  closeAnswered,
  findMessage,
  findOpenQuestion,
  insertMessage,
  listMessages,
  type MessageRow,
} from './message-repository.ts';
import { closeOpenQuestion, refuseQuestion } from './questions.ts';

/** Returns an order's conversation, oldest first. @throws {DomainError} `order_not_found`, also for another reader's */
export function listConversation({ db }: Context, user: SignedIn, orderId: string): Message[] {
  const order = requireOrderFor(db, user, orderId);
  const rows = listMessages(db, orderId);
  const refused = listMailsOfOrder(db, orderId).filter(({ state }) => state === 'failed');
  const shown = rows.filter((row) => maySee(user, row));
  return shown.map((row) => ({
    id: row.id,
    from: row.sender,
    author: row.sender === 'customer' ? order.customerName : (row.author ?? ''),
    kind: row.kind,
    text: row.text,
    createdAt: isoTime(row.createdAt),
    ...(isOpen(row) && {
      open: {
        canBeClosed: mayClose(user, row),
        remindedAt: isoTime(row.remindedAt),
        answerBy: isoTime(row.answerBy),
      },
    }),
    ...(isClosedSilently(rows, row) && { closedAt: isoTime(row.closedAt) }),
    ...(row.sender === 'customer' && row.author !== null && { addedBy: row.author }),
    ...(refused.some(({ subjectId }) => subjectId === row.id) && { isUndelivered: true as const }),
  }));
}

function isOpen({ kind, answerBy, closedAt }: Pick<MessageRow, 'kind' | 'answerBy' | 'closedAt'>): boolean {
  return closedAt === null && (kind === 'question' || answerBy !== null);
}

/** Returns whether a message was closed without an answer or reply, which would have the same time. */
export function isClosedSilently(rows: MessageRow[], { sender, closedAt }: MessageRow): boolean {
  if (closedAt === null) return false;
  return rows.every((other) => other.createdAt !== closedAt || other.sender === sender);
}

function maySee({ role }: SignedIn, { isForAdmins }: MessageRow): boolean {
  return role === 'admin' || !isForAdmins;
}

/** Returns whether a user may close a message: admins any, readers those they see, except an admin's question. */
function mayClose(user: SignedIn, message: MessageRow): boolean {
  if (!maySee(user, message)) return false;
  // The current reader may also close a question of a former reader.
  return user.role === 'admin' || message.kind !== 'question' || message.authorRole === 'reader';
}

/**
 * Mails a message to the customer, as the reply to their messages up to `seen`; ignores a repeated one. A question
 * removes the due date until it is closed (docs/decisions/026). With `from`, stores a customer's email instead.
 * @throws {DomainError} `order_not_found`; `forbidden` to a reader who adds an email; `order_conflict` if the order is
 *   unpaid or a question pointless; `question_conflict` when one is open or too many were asked; `message_conflict`;
 *   `message_not_found` when there is no message `seen`
 */
export async function sendMessage(
  context: Context,
  user: SignedIn,
  orderId: string,
  {
    text,
    kind = 'message',
    from,
    seen,
  }: Omit<NewMessage, 'kind'> & { kind?: NewMessage['kind'] | 'message' },
): Promise<void> {
  if (from && user.role !== 'admin') {
    throw new DomainError('forbidden', 'Only an admin can add a customer’s email.');
  }
  await writeTransaction(context.db, (tx) => {
    const order = requireOrderFor(tx, user, orderId);
    if (order.erasedAt !== null) throw orderNotFound();
    if (order.paymentStatus === 'unpaid') {
      throw new DomainError(
        'order_conflict',
        'This order is not paid, so its customer has no page to read it on.',
      );
    }
    if (from) return receive(context, tx, order, { text }, user);
    const known = listMessages(tx, orderId);
    const [id, at] = [context.random.newId(), context.clock.now()];
    const message = { id, orderId, kind, sender: 'shop' as const, authorId: user.id, text, createdAt: at };
    if (isRepeated(known, message)) return;
    refuseTooMany(known);
    const until = seen === undefined ? at : known.find((row) => row.id === seen)?.createdAt;
    if (until === undefined) throw messageNotFound();
    if (kind === 'question') {
      refuseQuestion(order, known);
      updateOrderIf(tx, orderId, {}, { dueAt: null });
    }
    insertMessage(tx, { ...message, dueAt: kind === 'question' ? order.dueAt : null });
    closeAnswered(tx, orderId, { until, closedAt: at, role: user.role });
    const type = kind === 'question' ? 'question_asked' : 'message_sent';
    recordEvent(tx, { orderId, type, actor: user.username, at });
    const mail = kind === 'question' ? 'customer_question' : 'customer_message';
    enqueueCustomerMail(context, tx, mail, order, { subjectId: id });
  });
  context.signals.wakeMailWorker();
}

/**
 * Stores a customer's message from their order's page and notifies staff; ignores a repeated one. It answers an open
 * question, unless it tells of a problem.
 * @param count counts a message, unless repeated, against the customer's limit
 * @throws {DomainError} `order_not_found`, also when it is deleted or erased; `message_conflict`; the errors of `count`
 */
export async function writeToShop(
  context: Context,
  token: string,
  message: CustomersMessage,
  count: (orderId: string) => Promise<void>,
): Promise<void> {
  const order = findLink(context, token)?.order;
  if (!order) throw orderClosed();
  const known = listMessages(context.db, order.id);
  if (isRepeated(known, fromCustomer(context, message))) return;
  await count(order.id);
  await writeTransaction(context.db, (tx) => {
    if (!findLink({ ...context, db: tx }, token)) throw orderClosed();
    receive(context, tx, requireOrder(tx, order.id), message);
  });
  context.signals.wakeMailWorker();
}

function receive(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  written: CustomersMessage,
  addedBy?: SignedIn,
): void {
  const orderId = order.id;
  const known = listMessages(tx, orderId);
  const message = fromCustomer(context, written, addedBy);
  const { createdAt: at } = message;
  const kind = written.kind ?? ('message' as const);
  if (isRepeated(known, message)) return;
  refuseTooMany(known);
  const isAnswer = kind !== 'problem' && findOpenQuestion(tx, orderId) !== undefined;
  const { businessTimeZone } = context.config;
  const answerBy = addBusinessDays(at, replyBusinessDays, businessTimeZone, readClosedDays(tx));
  const stored = { ...message, id: context.random.newId(), orderId, kind };
  insertMessage(tx, isAnswer ? { ...stored, kind: 'answer' } : { ...stored, answerBy });
  const actor = addedBy?.username ?? 'customer';
  if (isAnswer) closeOpenQuestion(context, tx, orderId, { actor, answeredAt: at });
  else
    recordEvent(tx, { orderId, type: kind === 'problem' ? 'problem_told' : 'message_received', actor, at });
  // Staff were already notified of a message here that still awaits a reply.
  const isTold = (row: MessageRow) =>
    isOpen(row) && row.authorId === null && row.kind === stored.kind && at - row.createdAt < hours(1);
  if (!isAnswer && known.some(isTold)) return;
  const by = addedBy && { by: addedBy };
  notify(context, tx, { kind: 'message_for_admin', orderIds: [orderId], ...by });
  const { assignedReaderId: readerId } = order;
  // An admin who is the order's reader has already been notified.
  const isAdmins = readerId !== null && findUser(tx, readerId)?.role === 'admin';
  if (readerId !== null && !isAdmins && isListedForReader(order)) {
    notify(context, tx, { kind: 'message_for_reader', orderIds: [orderId], readerId, ...by });
  }
}

function fromCustomer({ clock }: Context, written: CustomersMessage, addedBy?: SignedIn) {
  return {
    ...written,
    sender: 'customer' as const,
    authorId: addedBy?.id ?? null,
    createdAt: clock.now(),
  };
}

type Written = Pick<MessageRow, 'sender' | 'authorId' | 'text' | 'createdAt'> & {
  kind?: MessageRow['kind'] | undefined;
};

/** Returns whether a message repeats the last open one within a day: a double click or a retry. */
function isRepeated(known: MessageRow[], { sender, authorId, text, createdAt, kind }: Written): boolean {
  const last = known.at(-1);
  if (!last || last.closedAt !== null) return false;
  const isSame = last.sender === sender && last.authorId === authorId && last.text === text;
  // The customer's message may have been stored as an answer.
  return isSame && (kind ?? last.kind) === last.kind && createdAt - last.createdAt < days(1);
}

function refuseTooMany(known: MessageRow[]): void {
  if (known.length < maxMessagesPerOrder) return;
  throw new DomainError(
    'message_conflict',
    'This order has reached its limit of messages. Please email us and include your order number.',
  );
}

function messageNotFound(): DomainError {
  return new DomainError('message_not_found', 'There is no such message.');
}

function orderClosed(): DomainError {
  return new DomainError(
    'order_not_found',
    'This order was closed, so your message wasn’t sent. If it still matters, please email us and include your order number.',
  );
}

/**
 * Closes a question without an answer, or a customer's message without a reply; repeats change nothing.
 * @returns the order's id
 * @throws {DomainError} `message_not_found`; `order_not_found`; `forbidden` to a reader who may not
 */
export async function closeMessage(context: Context, user: SignedIn, messageId: string): Promise<string> {
  return writeTransaction(context.db, (tx) => {
    const message = findMessage(tx, messageId);
    if (!message) throw messageNotFound();
    const { orderId } = message;
    requireOrderFor(tx, user, orderId);
    if (!mayClose(user, message)) {
      throw new DomainError('forbidden', 'Only an admin can close this.');
    }
    if (!isOpen(message)) return orderId;
    const [actor, at] = [user.username, context.clock.now()];
    if (message.kind === 'question') closeOpenQuestion(context, tx, orderId, { actor });
    else if (closeAnswered(tx, orderId, { until: message.createdAt, closedAt: at, role: user.role })) {
      recordEvent(tx, { orderId, type: 'problem_closed', actor, at });
    }
    return orderId;
  });
}
