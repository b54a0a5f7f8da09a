import { writeNow } from '../../../db/client.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import type {
  CustomerOrder,
  CustomerOrderState,
  OrderCorrections,
  OrderQuestion,
  OrderStep,
} from '../../shared/customer-order.ts';
import { minutes } from '../../shared/durations.ts';
import { formatCents } from '../../shared/money.ts';
import type { Correctable } from '../../shared/orders/corrections.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import { isWorkable } from '../../shared/orders/order-status.ts';
import { readingTypeLabels } from '../../shared/orders/reading-types.ts';
import { signatureOf } from '../../shared/people/profiles.ts';
import { readIdentity } from '../business/read-business.ts';
import { findOwnOrder, type OwnOrder } from '../checkout/own-order.ts';
import type { Context } from '../context/context.ts';
import { formKey } from '../context/refused-forms.ts';
import { isReadingSent } from '../orders/is-reading-sent.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import { findErasedOrder, findLinkEvenToDeleted, openBuyersLink } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal, isMoneyDue } from '../orders/withdrawal-repository.ts';
import { listMailsOfOrder } from '../outbox/outbox-repository.ts';
import { listQuestions, type QuestionRow } from '../questions/question-repository.ts';
import { hasBegun } from '../readings/has-begun.ts';
import { findReadingOfOrder, type ReadingRow } from '../readings/kept/reading-repository.ts';
import { findWriter } from '../readings/kept/writer-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { maySayWithdrawal } from '../withdrawal/state-withdrawal.ts';
import { refusalOf } from '../withdrawal/withdraw.ts';
import { presentCustomerFeedback, presentCustomerProblem } from './customer-aftercare.ts';
import { notePageView } from './page-views-repository.ts';
import { isReceipted } from './read-receipt.ts';

/** Views within a minute count as one: a reload is not another visit. */
const viewPause = minutes(1);

/** Who looks at the page of an order. */
interface Looking {
  /** Whether the customer is looking, as far as is known: then the view is recorded. */
  isCustomer?: boolean;
  /** What their browser sent as its checkout's cookie. */
  cookie?: string | null;
}

/**
 * Reads an order for its page.
 *
 * @param text what the link ended in, with whatever was added to it on its way
 * @returns the order behind a link; null for a wrong link and for an expired one. Of a deleted order it has little more
 *   than that it is gone, and that answers which the customer has given since have arrived
 */
export function readCustomerOrder(
  context: Context,
  text: string,
  { isCustomer = false, cookie = null }: Looking = {},
): CustomerOrder | null {
  const link = findLinkEvenToDeleted(context, text);
  if (!link) {
    const erased = findErasedOrder(context, text);
    return erased && presentErasedOrder(context, erased);
  }
  const { order, isBuyers } = link;
  if (order.deletedAt !== null) return presentDeletedOrder(context, order, order.deletedAt);
  const shown = presentCustomerOrder(context, order, isBuyers ? linkSecretIn(text) : ownLink());
  if (isCustomer) noteView(context, order.id, shown);
  return shown;

  /** The browser that ordered came by the link of a mail. */
  function ownLink(): string | null {
    const own = findOwnOrder(context, cookie, ({ id }) => id === order.id);
    return own && findBuyersLink(context, own);
  }
}

/** @returns the secret of the link of the browser that ordered, which works from now on; null if it cannot be kept */
export function findBuyersLink(context: Context, { order, linkToken }: OwnOrder): string | null {
  try {
    openBuyersLink(context, linkToken, order.id);
    return linkToken;
  } catch (error) {
    // Show the page even when the disk is full.
    context.log.warn({ err: error, orderId: order.id }, 'the link of a buyer was not kept');
    return null;
  }
}

/** @param ownToken the secret of the link of the browser that ordered, if that is who looks */
function presentCustomerOrder(context: Context, order: OrderRow, ownToken: string | null): CustomerOrder {
  const reading = sentReading(context, order);
  const state = reading !== null ? 'delivered' : stateBeforeDelivery(order);
  const questions = listQuestions(context.db, order.id);
  const open = questions.find(({ closedAt }) => closedAt === null);
  const isWaiting = state === 'in_preparation' && open !== undefined;
  const move = findLastMove(context.db, order.id);
  const dayOf = dayWordsOf(context);
  return {
    orderNumber: order.orderNumber,
    sentTo: maskAddress(order.customerEmail),
    isUndelivered: state === 'in_preparation' && isLastMailUndelivered(context, order.id),
    state: isWaiting ? 'waiting' : state,
    step: stepOf(context, order, state),
    question: order.customQuestion ?? readingTypeLabels[order.readingType],
    amount:
      order.amountCents > 0 ? `${formatCents(order.amountCents)} ${order.currency.toUpperCase()}` : 'Free',
    isMailed: reading !== null && order.deliveredAt !== null,
    dueDay: state === 'in_preparation' ? dueDayOf(context, order) : null,
    movedFrom: move && state === 'in_preparation' && order.dueAt !== null ? dayWords(move.fromDay) : null,
    waitsSince: isWaiting ? dayOf(open.askedAt) : null,
    questions: questions
      .map((row) => presentQuestion(context, row, isWaiting))
      .filter(({ answer, isOpen, kept }) => answer !== null || isOpen || kept !== null),
    corrections: correctionsOf(context, order, { isPrepared: state === 'in_preparation', ownToken }),
    hasReceipt: isReceipted(order),
    addresseeName: order.readingAddresseeName,
    reading: reading?.content ?? null,
    signature: reading && signatureOf(findWriter(context.db, order.id), readIdentity(context).siteName),
    cards: reading?.cards ?? [],
    feedback: presentCustomerFeedback(context, order, reading !== null),
    problem: presentCustomerProblem(context, order),
    withdrawnMoney: state === 'withdrawn' ? withdrawnMoneyOf(context, order) : null,
    canWithdraw:
      maySayWithdrawal(context, order) &&
      !findWithdrawal(context.db, order.id) &&
      refusalOf(context, context.db, order) === null,
  };
}

function stepOf({ db }: Context, order: OrderRow, state: CustomerOrderState): OrderStep | null {
  if (state === 'delivered') return 'sent';
  if (state !== 'in_preparation') return null;
  if (order.status === 'reading_uploaded' || order.status === 'approved') return 'review';
  return hasBegun(db, order) ? 'writing' : 'received';
}

function withdrawnMoneyOf({ db }: Context, { id }: OrderRow): CustomerOrder['withdrawnMoney'] {
  const known = findWithdrawal(db, id);
  if (!known || known.dueCents <= 0) return null;
  return isMoneyDue(known) ? 'due' : 'settled';
}

/** @returns the day by which the reading of an order is due, as its customer reads it */
export function dueDayOf(context: Context, { dueAt }: OrderRow): string | null {
  return dueAt === null ? null : dayWordsOf(context)(dueAt);
}

function correctionsOf(
  context: Context,
  order: OrderRow,
  { isPrepared, ownToken }: { isPrepared: boolean; ownToken: string | null },
): OrderCorrections | null {
  const keptOf = (what: Correctable) =>
    ownToken === null ? null : (context.refusedForms.get(formKey(what, order.id))?.value ?? null);
  const address = keptOf('address');
  const kept = {
    address: address && { ...address, meant: address.fields?.meant || null },
    background: keptOf('background'),
  };
  // What was sent a moment too late is not lost, whatever came in between.
  if (!isPrepared) return kept.address || kept.background ? { can: 'too late', kept } : null;
  if (hasBegun(context.db, order)) return { can: 'too late', kept };
  if (ownToken === null) return { can: 'elsewhere' };
  const { customerEmail: email, backgroundContext } = order;
  return { can: 'here', token: ownToken, email, background: backgroundContext ?? '', kept };
}
/**
 * Presents only that a deleted order is gone, its receipt, and the answers that the customer has given since or that
 * could not be accepted. A visitor with the link was its customer or has their mail; a wrong link says that it opens no
 * order.
 */
function presentDeletedOrder(context: Context, order: OrderRow, deletedAt: number): CustomerOrder {
  const since = listQuestions(context.db, order.id).filter(
    ({ closedAt }) => closedAt === null || closedAt >= deletedAt,
  );
  const questions = since
    .map((row) => presentQuestion(context, row, context.refusedForms.get(row.id) !== undefined))
    .filter(({ answer, kept }) => answer !== null || kept !== null);
  const state =
    questions.length === 0
      ? stateOfRemoved(context, order)
      : questions.some(({ isOpen }) => isOpen)
        ? 'waiting'
        : 'answered';
  return {
    ...presentErasedOrder(context, order),
    state,
    questions,
    sentTo: maskAddress(order.customerEmail),
    hasReceipt: isReceipted(order),
    addresseeName: order.readingAddresseeName,
    withdrawnMoney: state === 'withdrawn' ? withdrawnMoneyOf(context, order) : null,
  };
}

/** Nothing but that there was an order. */
function presentErasedOrder(context: Context, order: OrderRow): CustomerOrder {
  return {
    orderNumber: order.orderNumber,
    state: 'erased',
    step: null,
    question: null,
    amount: null,
    isMailed: false,
    dueDay: null,
    waitsSince: null,
    questions: [],
    sentTo: '',
    isUndelivered: false,
    corrections: null,
    hasReceipt: false,
    addresseeName: '',
    reading: null,
    signature: null,
    cards: [],
    feedback: presentCustomerFeedback(context, order, false),
    problem: null,
    withdrawnMoney: null,
    canWithdraw: false,
    movedFrom: null,
  };
}

/** What became of the money says more than that the order is no longer there. */
function stateOfRemoved(context: Context, order: OrderRow): CustomerOrderState {
  const before = stateBeforeDelivery(order);
  if (before === 'refunded' || before === 'withdrawn') return before;
  return isReadingSent(context, context.db, order) ? 'removed_delivered' : 'removed';
}

/** @param canBeOpen whether it can be answered, if it is open */
function presentQuestion(context: Context, row: QuestionRow, canBeOpen: boolean): OrderQuestion {
  const { id, question, askedAt, answer, closedAt } = row;
  return {
    id,
    question,
    askedOn: dayWordsOf(context)(askedAt),
    answer,
    isOpen: canBeOpen && closedAt === null,
    kept: context.refusedForms.get(id)?.value ?? null,
  };
}

const dayWordsOf =
  ({ clock, config }: Context) =>
  (time: number) =>
    formatDay(time, config.businessTimeZone, clock.now());

function noteView({ db, clock, log }: Context, orderId: string, { reading }: CustomerOrder): void {
  const shown = reading === null ? 'news' : 'reading';
  try {
    const view = { orderId, shown, at: clock.now(), pauseMilliseconds: viewPause } as const;
    writeNow(db, (tx) => notePageView(tx, view));
  } catch (error) {
    // Show the page even when the disk is full or the database is locked.
    log.warn({ err: error, orderId }, 'a view of an order was not kept');
  }
}

/** @returns a mail address that only its owner recognizes: `m…@customers.example` */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  // By characters, as people count them, so that none is cut in half.
  const [first = ''] = address.slice(0, at);
  return `${first}…${address.slice(at)}`;
}

/** @returns whether the newest mail to an order's customer that does not wait was given up, refused for good or too long */
export function isLastMailUndelivered({ db }: Pick<Context, 'db'>, orderId: string): boolean {
  const last = listMailsOfOrder(db, orderId).findLast(({ state }) => state === 'sent' || state === 'failed');
  return last?.state === 'failed';
}

/**
 * A reading is the customer's once its approval can no longer be undone, whatever becomes of the mail.
 *
 * @returns null until then
 */
export function sentReading(context: Context, order: OrderRow): ReadingRow | null {
  if (!isReadingSent(context, context.db, order)) return null;
  return findReadingOfOrder(context.db, order.id) ?? null;
}

/** @returns how far an order is whose reading was not sent */
export function stateBeforeDelivery(
  order: OrderRow,
): 'in_preparation' | 'on_hold' | 'withdrawn' | 'refunded' {
  if (order.paymentStatus === 'refunded') return 'refunded';
  if (order.hold === 'withdrawal') return 'withdrawn';
  return isWorkable(order.paymentStatus) ? 'in_preparation' : 'on_hold';
}
