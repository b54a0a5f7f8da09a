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
import { formKey } from '../context/take-form.ts';
import { isReadingSent } from '../orders/find-order.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import { findLinkEvenToErased, openBuyersLink } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal, isMoneyDue } from '../orders/withdrawal-repository.ts';
import { listMailsOfOrder } from '../outbox/outbox-repository.ts';
import { listQuestions, type QuestionRow } from '../questions/question-repository.ts';
import { hasBegun } from '../readings/drafts.ts';
import { findReadingOfOrder, findWriter, type ReadingRow } from '../readings/kept/reading-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { maySayWithdrawal } from '../withdrawal/state-withdrawal.ts';
import { refusalOf } from '../withdrawal/withdraw.ts';
import { presentCustomerFeedback, presentCustomerProblem } from './customer-aftercare.ts';
import { notePageView } from './page-views-repository.ts';
import { isReceipted } from './read-receipt.ts';

/** A reload is not another visit. */
const viewPause = minutes(1);

/**
 * @param text the end of a link, with what a mail program or a person added
 * @param visitor.isCustomer whether the view is recorded
 * @param visitor.cookie the checkout's cookie of their browser
 */
export function readCustomerOrder(
  context: Context,
  text: string,
  visitor: { isCustomer?: boolean; cookie?: string | null } = {},
): CustomerOrder | null {
  const { isCustomer = false, cookie = null } = visitor;
  const link = findLinkEvenToErased(context, text);
  if (!link) return null;
  const { order, isBuyers } = link;
  if (order.erasedAt !== null) return presentErasedOrder(context, order);
  if (order.deletedAt !== null) return presentDeletedOrder(context, order, order.deletedAt);
  const shown = presentCustomerOrder(context, order, isBuyers ? linkSecretIn(text) : ownLink());
  if (isCustomer) noteView(context, order.id, shown);
  return shown;

  /** Finds the own link of the browser that ordered, when it came by a mailed one. */
  function ownLink(): string | null {
    const own = findOwnOrder(context, cookie, ({ id }) => id === order.id);
    return own && findBuyersLink(context, own);
  }
}

/** @returns the secret of the link of the browser that ordered; null if it cannot be stored */
export function findBuyersLink(context: Context, { order, linkToken }: OwnOrder): string | null {
  try {
    openBuyersLink(context, linkToken, order.id);
    return linkToken;
  } catch (error) {
    // The page is shown even when the disk is full.
    context.log.warn({ err: error, orderId: order.id }, 'the link of a buyer was not kept');
    return null;
  }
}

/** @param ownToken the secret of the buyer's link, if the browser that ordered asks */
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
  // A correction that came too late is not lost.
  if (!isPrepared) return kept.address || kept.background ? { can: 'too late', kept } : null;
  if (hasBegun(context.db, order)) return { can: 'too late', kept };
  if (ownToken === null) return { can: 'elsewhere' };
  const { customerEmail: email, backgroundContext } = order;
  return { can: 'here', token: ownToken, email, background: backgroundContext ?? '', kept };
}

/** Shows that a deleted order is gone, its receipt, and the answers given since or refused. */
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

function stateOfRemoved(context: Context, order: OrderRow): CustomerOrderState {
  const before = stateBeforeDelivery(order);
  if (before === 'refunded' || before === 'withdrawn') return before;
  return isReadingSent(context, context.db, order) ? 'removed_delivered' : 'removed';
}

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
    // The page is shown even when the disk is full or the database is locked.
    log.warn({ err: error, orderId }, 'a view of an order was not kept');
  }
}

/** @returns an address as `m…@customers.example` */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  // By code points, so that none is cut in half.
  const [first = ''] = address.slice(0, at);
  return `${first}…${address.slice(at)}`;
}

/** @returns whether the newest sent or failed mail to an order's customer failed */
export function isLastMailUndelivered({ db }: Pick<Context, 'db'>, orderId: string): boolean {
  const last = listMailsOfOrder(db, orderId).findLast(({ state }) => state === 'sent' || state === 'failed');
  return last?.state === 'failed';
}

/** @returns the reading once its approval can no longer be undone, whatever becomes of the mail */
export function sentReading(context: Context, order: OrderRow): ReadingRow | null {
  if (!isReadingSent(context, context.db, order)) return null;
  return findReadingOfOrder(context.db, order.id) ?? null;
}

export function stateBeforeDelivery(order: OrderRow) {
  if (order.paymentStatus === 'refunded') return 'refunded';
  if (order.hold === 'withdrawal') return 'withdrawn';
  return isWorkable(order.paymentStatus) ? 'in_preparation' : 'on_hold';
}
