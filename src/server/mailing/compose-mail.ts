import { longDayText } from '../../shared/checkout/offer-text.ts';
import { withCode } from '../../shared/money.ts';
import { answerText } from '../../shared/offers/offer-answers.ts';
import { turnaroundText } from '../../shared/offers/quote.ts';
import { hasStandardName, questionOf } from '../../shared/orders/asked.ts';
import { awaitsReading, hasEnded, isWorkable } from '../../shared/orders/order-status.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import { isStillRelevant } from '../aftercare/is-still-relevant.ts';
import type { Context } from '../base/context.ts';
import { formatDay } from '../base/time/business-days.ts';
import { formatMoment } from '../base/time/moments.ts';
import { createWaitlistLink } from '../checkout/waitlist.ts';
import type { CustomerMailRow, MailRow } from '../mail/outbox-repository.ts';
import type { RenderedMail } from '../mail/template-runtime.ts';
import {
  renderCustomerMessage,
  renderDisputeClosed,
  renderFeedbackRequest,
  renderInvitation,
  renderNewDay,
  renderOrderConfirmation,
  renderOrderLinks,
  renderPasswordReset,
  renderRefund,
  renderSalesOpen,
  renderTestEmail,
  renderWaitlistConfirmation,
  renderWithdrawalReceipt,
} from '../mail/templates.generated.ts';
import { findMessage, findOpenQuestion } from '../orders/messages/message-repository.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import { createOrderLink } from '../orders/order-links.ts';
import {
  findOrderEvenDeleted,
  findTermsText,
  listPaidOrdersOf,
  type OrderRow,
} from '../orders/order-repository.ts';
import { discountText } from '../orders/present-order.ts';
import { findRefundById } from '../payments/money-repository.ts';
import { findWithdrawal } from '../payments/withdrawal-repository.ts';
import { createResetLink } from '../people/password-reset.ts';
import { noPassword } from '../people/passwords.ts';
import { isOnePerson } from '../people/people-repository.ts';
import { readDescriptorAt, readSender } from '../shop/read-business.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';
import { composeBackupFailed, composeCodesGuessed, findAccountOwner } from './compose-notice.ts';

/** Writes a mail that is not about a single order, and stores its links; null if there is no longer a reason for it. */
export function composeOtherMail(context: Context, mail: MailRow): RenderedMail | null {
  switch (mail.kind) {
    case 'test_email':
      return renderTestEmail(readSender(context));
    case 'password_reset':
      return composePasswordReset(context, mail);
    case 'codes_guessed':
      return composeCodesGuessed(context, mail);
    case 'backup_failed':
      return composeBackupFailed(context, mail);
    case 'order_links':
      return composeOrderLinks(context, mail);
    case 'waitlist_confirmation': {
      const confirmUrl = createWaitlistLink(context, mail.subjectId ?? '');
      return confirmUrl === null ? null : renderWaitlistConfirmation({ ...readSender(context), confirmUrl });
    }
    case 'sales_open':
      return renderSalesOpen(readSender(context));
    default:
      throw new Error(`mail ${mail.id} belongs to no order`);
  }
}

/** Writes a mail to an order's customer, except the reading, and stores its link; null if it is no longer relevant. */
export function composeOrderMail(context: Context, mail: CustomerMailRow): RenderedMail | null {
  const { db, config, clock } = context;
  const order = findOrderEvenDeleted(db, mail.orderId);
  if (!order) throw new Error(`mail ${mail.id} belongs to no order`);
  if (!isStillRelevant(context, mail, order)) return null;
  switch (mail.kind) {
    case 'order_confirmation':
      return renderOrderConfirmation({
        ...orderMailValues(context, order),
        billingDescriptor: readDescriptorAt(context, order.paidAt ?? clock.now()),
        amount: moneyFormatter(db, order.currency)(order.amountMinor),
        dueDate: dueDate(context, order),
        paid: order.amountMinor > 0,
        ...boughtBy(context, order),
        told: toldBy(order),
        ...consentOf(context, order),
      });
    case 'refund_made':
    case 'refund_failed':
      return composeRefund(context, mail, order);
    case 'dispute_closed':
      return renderDisputeClosed({
        ...orderMailValues(context, order),
        ...outcomeOf(context, order),
        isWon: mail.subjectState === 'won',
      });
    case 'new_day':
      return renderNewDay({
        ...orderMailValues(context, order),
        promisedDay: longDayText(findLastMove(db, order.id)?.fromDay ?? ''),
        newDay: formatDay(order.dueAt ?? order.createdAt, config.businessTimeZone),
      });
    case 'customer_question':
    case 'question_reminder':
    case 'customer_message':
      return composeMessage(context, mail, order);
    case 'feedback_request':
      return renderFeedbackRequest(orderMailValues(context, order));
    case 'withdrawal_receipt':
      return composeWithdrawalReceipt(context, order);
    case 'reading_delivery':
      throw new Error('a reading is written by `composeDelivery`');
  }
}

/** Returns the values in every mail about an order, with a link to its page, which is stored. */
function orderMailValues(context: Context, { id, orderNumber, customerName }: OrderRow) {
  return { ...readSender(context), orderUrl: createOrderLink(context, id), orderNumber, customerName };
}

/** Writes a message of the shop to a customer, or the open question. */
function composeMessage(context: Context, mail: CustomerMailRow, order: OrderRow): RenderedMail {
  const { db } = context;
  const isQuestion = mail.kind !== 'customer_message';
  const message = isQuestion
    ? findOpenQuestion(db, order.id, mail.subjectId)
    : findMessage(db, mail.subjectId ?? '');
  const values = orderMailValues(context, order);
  return renderCustomerMessage({
    ...values,
    orderUrl: `${values.orderUrl}#messages`,
    isQuestion,
    isReminder: mail.kind === 'question_reminder',
    message: message?.text ?? '',
  });
}

function composeRefund(context: Context, mail: CustomerMailRow, order: OrderRow): RenderedMail {
  const refund = findRefundById(context.db, mail.subjectId ?? '');
  if (!refund) throw new Error(`mail ${mail.id} is about no refund`);
  const outcome = outcomeOf(context, order);
  return renderRefund({
    ...orderMailValues(context, order),
    ...outcome,
    isMade: mail.kind === 'refund_made',
    ends: !outcome.isDelivered && order.paymentStatus === 'refunded',
    amount: withCode(moneyFormatter(context.db, order.currency)(refund.amountMinor), order.currency),
  });
}

/** Returns the next step of a reading, without a day that is past. */
function outcomeOf({ clock, config }: Context, order: OrderRow) {
  const isDelivered = order.deliveredAt !== null;
  const goesOn = !isDelivered && isWorkable(order.paymentStatus) && !hasEnded(order);
  const { dueAt } = order;
  const isDue = goesOn && awaitsReading(order) && dueAt !== null && dueAt > clock.now();
  return { isDelivered, goesOn, isDue, dueDate: isDue ? formatDay(dueAt, config.businessTimeZone) : '' };
}

/** Lists the customer's answers, without empty ones. */
function toldBy(order: OrderRow) {
  const question = questionOf({ ...order, offer: { name: order.offerName } });
  const told = [
    { label: 'Your question', text: question === order.offerName ? '' : question },
    ...order.answers.map((answer) => ({ label: answer.label, text: answerText(answer) })),
    { label: 'Background', text: order.backgroundContext ?? '' },
    { label: 'Name for the reading', text: order.readingAddresseeName },
  ];
  return told.filter(({ text }) => text !== '');
}

/** Returns the content of an order's confirmation besides the customer's answers. */
function boughtBy({ db }: Context, order: OrderRow) {
  const { offerName, offerDays, addOns } = order;
  const discount = discountText(order, moneyFormatter(db, order.currency));
  return {
    hasOffer: !hasStandardName({ name: offerName }),
    offerName,
    hasAddOns: addOns.length > 0,
    addOns: addOns.map(({ name }) => name).join(', '),
    hasCode: discount !== null,
    discount: discount ?? '',
    turnaround: turnaroundText(offerDays),
    isReviewed: !isOnePerson(db),
  };
}

/** Returns the due day. While the order waits for its customer, the open question holds it. */
function dueDate({ db, clock, config }: Context, order: OrderRow): string {
  const heldDueAt = order.dueAt === null ? findOpenQuestion(db, order.id)?.dueAt : null;
  const dueAt = order.dueAt ?? heldDueAt ?? order.createdAt;
  const day = formatDay(dueAt, config.businessTimeZone, clock.now());
  return heldDueAt ? `${day}, plus the time we wait for your answer` : day;
}

function consentOf({ db, config }: Context, { consentId, consentedAt }: OrderRow) {
  const consent = findTermsText(db, consentId);
  if (consent === null || consentedAt === null) return { hasConsent: false, consent: '', consentedAt: '' };
  return { hasConsent: true, consent, consentedAt: formatMoment(consentedAt, config.businessTimeZone) };
}

function composeWithdrawalReceipt(context: Context, order: OrderRow): RenderedMail | null {
  const withdrawal = findWithdrawal(context.db, order.id);
  if (!withdrawal) return null;
  return renderWithdrawalReceipt({
    ...orderMailValues(context, order),
    words: withdrawal.words,
    receivedAt: formatMoment(withdrawal.statedAt, context.config.businessTimeZone),
    amount: moneyFormatter(context.db, order.currency)(withdrawal.dueMinor),
    paid: withdrawal.dueMinor > 0,
  });
}

const maxLinksInMail = 20;

function composeOrderLinks(context: Context, mail: MailRow): RenderedMail | null {
  const { db, config } = context;
  const found = listPaidOrdersOf(db, mail.toAddress, maxLinksInMail + 1);
  if (found.length === 0) return null;
  return renderOrderLinks({
    ...readSender(context),
    links: found.slice(0, maxLinksInMail).map(({ id, orderNumber, createdAt }) => ({
      orderNumber,
      placedOn: formatDay(createdAt, config.businessTimeZone),
      url: createOrderLink(context, id),
    })),
    hasMore: found.length > maxLinksInMail,
  });
}

/** Writes a password reset, or an invitation. Makes the link as it is sent: only its hash is stored. */
function composePasswordReset(context: Context, mail: MailRow): RenderedMail | null {
  const person = findAccountOwner(context, mail);
  if (!person) return null;
  const { username, passwordHash } = person;
  const values = { ...readSender(context), username, resetUrl: createResetLink(context, person) };
  if (passwordHash !== noPassword) return renderPasswordReset(values);
  return renderInvitation({ ...values, name: nameOf(person) });
}
