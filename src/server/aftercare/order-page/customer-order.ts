import { writeNow } from '../../../../db/client.ts';
import { type FeedbackName, feedbackName } from '../../../shared/aftercare/feedback-schema.ts';
import { longDayText } from '../../../shared/checkout/offer-text.ts';
import { minutes } from '../../../shared/durations.ts';
import { maskAddress } from '../../../shared/email/email-address.ts';
import { answerText } from '../../../shared/offers/offer-answers.ts';
import { hasStandardName, questionOf } from '../../../shared/orders/asked.ts';
import type { Correctable } from '../../../shared/orders/corrections.ts';
import { signatureOf } from '../../../shared/people/profile-schema.ts';
import type { DrawnCard } from '../../../shared/readings/cards.ts';
import { linkSecretIn } from '../../../shared/text.ts';
import type { Context } from '../../base/context.ts';
import { formKey } from '../../base/handle-form.ts';
import { findOwnOrder, saveBuyersLink } from '../../checkout/checkout-visitor.ts';
import { isApprovalFinal } from '../../orders/find-order.ts';
import { isClosedSilently } from '../../orders/messages/conversation.ts';
import { findOpenQuestion, listMessages } from '../../orders/messages/message-repository.ts';
import { findLastMove, listEvents } from '../../orders/order-events-repository.ts';
import { findLinkIncludingErased } from '../../orders/order-links.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { mayWithdraw, withdrawalRefusal } from '../../payments/withdraw.ts';
import { findWithdrawal, isMoneyDue } from '../../payments/withdrawal-repository.ts';
import { isOnePerson } from '../../people/people-repository.ts';
import { hasWritingBegun } from '../../readings/drafts.ts';
import { findWriter } from '../../readings/reading-repository.ts';
import { listFollowUps } from '../../shop/manage-offers.ts';
import { readIdentity } from '../../shop/read-business.ts';
import { isFeedbackWelcome } from '../customer-feedback.ts';
import { findFeedback } from '../feedback-repository.ts';
import {
  createDayFormatter,
  describeAmount,
  dueDayOf,
  isLastMailUndelivered,
  isReadingUndelivered,
  type StateBeforeDelivery,
  sentReading,
  stateBeforeDelivery,
} from './order-facts.ts';
import { countPageView } from './page-views-repository.ts';
import { hasReceipt } from './read-receipt.ts';

/** A reload is not another visit. */
const viewPause = minutes(1);

export type CustomerOrder = NonNullable<ReturnType<typeof readCustomerOrder>>;

/**
 * Returns the content of an order's page, even if deleted or erased; null for a bad link. `isCustomer` counts the view.
 * Other browsers than the buyer's (by link or `cookie`) see only the question and the form's answers of their words.
 */
export function readCustomerOrder(
  context: Context,
  text: string,
  visitor: { isCustomer?: boolean; cookie?: string | null } = {},
) {
  const { isCustomer = false, cookie = null } = visitor;
  const link = findLinkIncludingErased(context, text);
  if (!link) return null;
  const { order, isBuyers } = link;
  if (order.erasedAt !== null) return presentErasedOrder(context, order);
  if (order.deletedAt !== null) return presentDeletedOrder(context, order);
  const shown = presentCustomerOrder(context, order, isBuyers ? linkSecretIn(text) : ownLink());
  if (isCustomer) recordPageView(context, order.id, shown.reading);
  return shown;

  function ownLink(): string | null {
    const own = findOwnOrder(context, cookie, ({ id }) => id === order.id);
    return own && saveBuyersLink(context, own);
  }
}

function presentCustomerOrder(context: Context, order: OrderRow, ownToken: string | null) {
  const reading = sentReading(context, order);
  const state = reading !== null ? ('delivered' as const) : stateBeforeDelivery(order);
  const open = findOpenQuestion(context.db, order.id);
  const isWaiting = state === 'in_preparation' && open !== undefined;
  const due = state === 'in_preparation' ? dueDayOf(context, order) : null;
  const move = findLastMove(context.db, order.id);
  const dayOf = createDayFormatter(context);
  const corrections = correctionsOf(context, order, { isPrepared: state === 'in_preparation', ownToken });
  const feedback = presentCustomerFeedback(context, order, reading !== null);
  return {
    orderNumber: order.orderNumber,
    sentTo: maskAddress(order.customerEmail),
    isUndelivered:
      (state === 'in_preparation' && isLastMailUndelivered(context, order.id)) ||
      (state === 'delivered' && order.deliveredAt === null && isReadingUndelivered(context, order.id)),
    state: isWaiting ? ('waiting' as const) : state,
    step: stepOf(context, order, state),
    isReviewed: isReviewed(context, order),
    question: questionOf({ ...order, offer: { name: order.offerName } }),
    /** Null for the reading that every shop begins with. */
    offerName: hasStandardName({ name: order.offerName }) ? null : order.offerName,
    addOns: order.addOns.map(({ name }) => name),
    answers: order.answers
      .map((answer) => ({ label: answer.label, text: answerText(answer) }))
      .filter(({ text }) => text !== ''),
    /** For the browser that ordered alone. */
    written:
      ownToken === null
        ? null
        : { addresseeName: order.readingAddresseeName, background: order.backgroundContext ?? '' },
    amount: describeAmount(context, order),
    isMailed: reading !== null && order.deliveredAt !== null,
    followUps: order.deliveredAt === null ? [] : listFollowUps(context.db),
    due,
    movedFrom: move && due ? longDayText(move.fromDay) : null,
    waitsSince: isWaiting ? dayOf(open.createdAt) : null,
    thread: presentThread(context, order, isWaiting),
    unsent: null,
    corrections,
    hasSeveralForms: corrections?.can === 'here' || feedback.isAsked,
    hasReceipt: hasReceipt(order),
    addresseeName: order.readingAddresseeName,
    reading: reading?.content ?? null,
    signature: reading && signatureOf(findWriter(context.db, order.id), readIdentity(context).siteName),
    cards: reading?.cards ?? [],
    feedback,
    withdrawnMoney: state === 'withdrawn' ? withdrawnMoneyOf(context, order) : null,
    canWithdraw:
      mayWithdraw(context, order) &&
      !findWithdrawal(context.db, order.id) &&
      withdrawalRefusal(context, context.db, order) === null,
  };
}

function stepOf(context: Context, order: OrderRow, state: 'delivered' | StateBeforeDelivery) {
  if (state === 'delivered') return 'sent';
  if (state !== 'in_preparation') return null;
  const isWritten = order.status === 'reading_uploaded' || order.status === 'approved';
  if (isWritten) return isReviewed(context, order) ? 'review' : 'writing';
  return hasWritingBegun(context.db, order) ? 'writing' : 'received';
}

/** Returns false for a reading that its writer sent at once, or one to be written where one person does everything. */
function isReviewed({ db }: Context, { id, status }: OrderRow): boolean {
  if (status !== 'approved') return !isOnePerson(db);
  const approval = listEvents(db, id).findLast(({ type }) => type === 'reading_approved');
  const { isOwn } = approval?.data ?? {};
  return isOwn !== true;
}

/** Returns whether a withdrawn order's refund is still due; null for a free order. */
function withdrawnMoneyOf({ db }: Context, { id }: OrderRow): 'due' | 'settled' | null {
  const known = findWithdrawal(db, id);
  if (!known || known.dueMinor <= 0) return null;
  return isMoneyDue(known) ? 'due' : 'settled';
}

function correctionsOf(
  context: Context,
  order: OrderRow,
  { isPrepared, ownToken }: { isPrepared: boolean; ownToken: string | null },
) {
  const keptOf = (what: Correctable) =>
    ownToken === null ? null : keptForm(context, formKey(what, order.id));
  const address = keptOf('address');
  const kept = {
    address: address && { ...address, meant: address.fields?.meant || null },
    background: keptOf('background'),
  };
  // A correction that came too late is not lost.
  if (!isPrepared) return kept.address || kept.background ? { can: 'too late' as const, kept } : null;
  if (hasWritingBegun(context.db, order)) return { can: 'too late' as const, kept };
  if (ownToken === null) return { can: 'elsewhere' as const };
  const { customerEmail: email, backgroundContext } = order;
  return { can: 'here' as const, token: ownToken, email, background: backgroundContext ?? '', kept };
}

function presentDeletedOrder(context: Context, order: OrderRow) {
  const state = stateOfRemoved(context, order);
  return {
    ...presentErasedOrder(context, order),
    state,
    unsent: keptForm(context, formKey('message', order.id)),
    sentTo: maskAddress(order.customerEmail),
    hasReceipt: hasReceipt(order),
    addresseeName: order.readingAddresseeName,
    withdrawnMoney: state === 'withdrawn' ? withdrawnMoneyOf(context, order) : null,
  };
}

/** The empty content of an order's page. */
export const blankOrder = {
  step: null,
  isReviewed: true,
  question: null,
  offerName: null,
  addOns: [],
  answers: [],
  written: null,
  followUps: [],
  amount: null,
  isMailed: false,
  due: null,
  waitsSince: null,
  thread: null as ReturnType<typeof presentThread> | null,
  /** The customer's messages after the order was closed. */
  unsent: null,
  sentTo: '',
  isUndelivered: false,
  corrections: null,
  hasSeveralForms: false,
  hasReceipt: false,
  addresseeName: '',
  reading: null,
  signature: null,
  cards: [] as DrawnCard[],
  withdrawnMoney: null,
  canWithdraw: false,
  movedFrom: null,
};

function presentErasedOrder(context: Context, order: OrderRow) {
  const feedback = presentCustomerFeedback(context, order, false);
  return {
    ...blankOrder,
    ...{ orderNumber: order.orderNumber, state: 'erased' as const, feedback },
  };
}

function stateOfRemoved(context: Context, order: OrderRow) {
  const before = stateBeforeDelivery(order);
  if (before === 'refunded' || before === 'withdrawn') return before;
  return isApprovalFinal(context, context.db, order) ? ('removed_delivered' as const) : ('removed' as const);
}

/** Returns the conversation as the customer sees it, without questions closed silently. */
function presentThread(context: Context, order: OrderRow, isAsked: boolean) {
  const dayOf = createDayFormatter(context);
  const rows = listMessages(context.db, order.id);
  const promises = rows.flatMap(({ answerBy, closedAt }) =>
    closedAt === null && answerBy ? [answerBy] : [],
  );
  return {
    messages: rows
      .filter((row) => row.kind !== 'question' || !isClosedSilently(rows, row))
      .map(({ sender, text, createdAt }) => ({
        isOurs: sender === 'shop',
        text,
        writtenOn: dayOf(createdAt),
      })),
    isAsked,
    answerBy: promises[0] === undefined ? null : dayOf(promises[0]),
    kept: keptForm(context, formKey('message', order.id)),
  };
}

function keptForm({ unfinishedForms }: Context, key: string) {
  return unfinishedForms.rejected.get(key) ?? null;
}

function presentCustomerFeedback(context: Context, order: OrderRow, isDelivered: boolean) {
  const row = findFeedback(context.db, order.id);
  const kept = keptForm(context, formKey('feedback', order.id));
  const isAsked = isDelivered && isFeedbackWelcome(order);
  const nameAs = (shown: FeedbackName) => (isAsked ? feedbackName(order.customerName, shown) : null);
  return {
    isAsked,
    given: row?.helped
      ? {
          helped: row.helped,
          words: row.words,
          stars: row.stars,
          mayPublish: row.mayPublish,
          shownName: row.shownName,
          isPublished: row.publishedAt !== null,
        }
      : null,
    names: { first_name: nameAs('first_name'), initials: nameAs('initials') },
    kept,
  };
}

function recordPageView({ db, clock, log }: Context, orderId: string, reading: string | null): void {
  const shown = reading === null ? 'news' : 'reading';
  const at = clock.now();
  try {
    writeNow(db, (tx) => countPageView(tx, { orderId, shown, at, pauseStart: at - viewPause }));
  } catch (error) {
    // The page is shown even when the disk is full or the database is locked.
    log.warn({ err: error, orderId }, 'a view of an order was not saved');
  }
}
