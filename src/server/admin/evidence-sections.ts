import { longDayText } from '../../shared/checkout/offer-text.ts';
import { formatMoney } from '../../shared/money.ts';
import { answerLine } from '../../shared/offers/offer-answers.ts';
import { hasStandardName, questionOf } from '../../shared/orders/asked.ts';
import { type CustomerMailKind, customerMailKinds } from '../../shared/orders/mails.ts';
import { cardsText } from '../../shared/readings/cards.ts';
import { sentReading } from '../aftercare/order-page/order-facts.ts';
import { listPageViews, type PageViews } from '../aftercare/order-page/page-views-repository.ts';
import type { Context } from '../base/context.ts';
import { formatDate } from '../base/time/business-days.ts';
import { formatEvidenceTime } from '../base/time/moments.ts';
import { type CustomerMailRow, listMailsOfOrder } from '../mail/outbox-repository.ts';
import { listMessages, type MessageRow } from '../orders/messages/message-repository.ts';
import { type EventRow, listEvents, type OrderEventType } from '../orders/order-events-repository.ts';
import { findOrderEvenDeleted, findTermsText, type OrderRow } from '../orders/order-repository.ts';
import { discountText } from '../orders/present-order.ts';
import { type DisputeRow, listDisputes, listRefunds, type RefundRow } from '../payments/money-repository.ts';
import type { ReadingRow } from '../readings/reading-repository.ts';
import { readDescriptorAt } from '../shop/read-business.ts';

type Fact = string | number | null;

export interface EvidencePart {
  title?: string;
  /** By label. A number is a time in milliseconds; null is left out. */
  facts: Record<string, Fact | Fact[]>;
  text?: string | null;
}

/** An order's evidence, with Stripe's fields for it (https://docs.stripe.com/api/disputes/evidence_object). */
export type Evidence = NonNullable<ReturnType<typeof findEvidence>>;

/** Collects an order's evidence, even if deleted, without notes, drafts, feedback and staff names; null if unpaid. */
export function findEvidence(context: Context, orderId: string) {
  const { db, clock } = context;
  const order = findOrderEvenDeleted(db, orderId);
  if (!order || order.paymentStatus === 'unpaid') return null;
  const events = listEvents(db, orderId);
  const messages = listMessages(db, orderId);
  const descriptor = readDescriptorAt(context, order.paidAt ?? clock.now());
  const terms = findTermsText(db, order.termsId);
  const consent = findTermsText(db, order.consentId);
  const reading = sentReading(context, order);
  const refunds = listRefunds(db, orderId);
  const mails = listMailsOfOrder(db, orderId);
  const sections: [title: string, fields: string, parts: EvidencePart[]][] = [
    ['What was ordered', 'product_description', describeOrder(order, messages)],
    [
      'Customer details, as given by the customer',
      'customer_name customer_email_address',
      describeCustomer(order, events),
    ],
    ['The payment', 'uncategorized_text', describePayment(order, descriptor, refunds)],
    [
      'Terms and refund policy, with the customer’s consent',
      'refund_policy refund_policy_disclosure',
      describeTerms(order, terms, consent),
    ],
    ['The delivery', 'service_date service_documentation', describeDelivery(order, reading)],
    ['Emails to the customer', 'receipt customer_communication', describeMails(mails)],
    ['Messages about the order', 'customer_communication', describeMessages(messages)],
    ['Views of the customer’s own page', 'access_activity_log', describeViews(listPageViews(db, orderId))],
    ['What happened, in order', 'uncategorized_text', describeHistory(events)],
    ['Disputes', '', describeDisputes(listDisputes(db, orderId))],
  ];
  return {
    orderNumber: order.orderNumber,
    sections: sections.filter(([, , parts]) => parts.length > 0),
  };
}

function describeOrder(order: OrderRow, messages: MessageRow[]): EvidencePart[] {
  const { promisedDay, backgroundContext } = order;
  const questions = messages.filter(({ kind }) => kind === 'question');
  // Each question moved the due date.
  const dueDates = [...questions.map(({ dueAt }) => dueAt), order.dueAt];
  const isAsked = questions.at(-1)?.closedAt === null;
  const isAboutWork = order.readingType !== 'other' || hasStandardName({ name: order.offerName });
  const facts = {
    'Order number': order.orderNumber,
    Offer: hasStandardName({ name: order.offerName }) ? null : order.offerName,
    'Add-ons': order.addOns.map(({ name }) => name),
    Service: `A personal tarot reading${isAboutWork ? ' about a career question' : ''}, written by a person for this order alone and sent by email`,
    Ordered: order.createdAt,
    'Promised by': promisedDay === null ? (dueDates[0] ?? null) : formatDate(Date.parse(promisedDay), 'UTC'),
    'New date, after waiting for the customer': dueDates
      .slice(1)
      .filter((date, index) => date !== dueDates[index]),
    Due: isAsked ? 'On hold until the customer answers' : null,
    'Name for the reading': order.readingAddresseeName,
  };
  const words = [
    ['The customer’s question', questionOf({ ...order, offer: { name: order.offerName } })],
    ['What the form asked, with the customer’s answers', order.answers.map(answerLine).join('\n')],
    ['The background, in the customer’s words', backgroundContext ?? ''],
  ] as const;
  const told = words.filter(([, text]) => text !== '');
  return [{ facts }, ...told.map(([title, text]) => ({ title, facts: {}, text }))];
}

function describeCustomer(order: OrderRow, events: EventRow[]): EvidencePart[] {
  const correction = events.findLast(({ type }) => type === 'address_corrected');
  const facts = {
    Name: order.customerName,
    'Email address': order.customerEmail,
    'Address corrected after the order': correction?.createdAt ?? null,
  };
  return [{ facts }];
}

function describePayment(order: OrderRow, descriptor: string, refunds: RefundRow[]): EvidencePart[] {
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency);
  const facts = {
    Price: money(order.amountMinor + order.discountMinor),
    'Promotion code': discountText(order, money),
    'Payment intent': order.paymentIntentId,
    Paid: order.paidAt,
    Charged: order.receivedMinor === null ? null : money(order.receivedMinor),
    'On the card statement': descriptor,
    Refunded: money(order.refundedMinor),
  };
  const parts = refunds
    .filter(({ stripeId }) => stripeId !== null)
    .map(({ stripeId, amountMinor, status, createdAt }) => ({
      title: 'Refund',
      facts: {
        Refund: stripeId,
        Amount: money(amountMinor),
        State: refundWords[status],
        Begun: createdAt,
      },
    }));
  return [{ facts: order.paymentIntentId === null ? { Price: 'Free of charge' } : facts }, ...parts];
}

const refundWords: Record<RefundRow['status'], string> = {
  asked: 'asked for',
  refused: 'not made',
  pending: 'on its way',
  requires_action: 'on its way',
  succeeded: 'made',
  failed: 'failed, the money was returned to us',
  canceled: 'canceled',
};

function describeTerms(order: OrderRow, words: string | null, ticked: string | null): EvidencePart[] {
  const agreed = {
    'Agreed to': order.createdAt,
    How: 'These words were on the order form, below the button that placed the order. The customer agreed to them by pressing it.',
  };
  const unknown = { Terms: 'The words were not kept when this order was placed.' };
  const consent = {
    title: 'Also agreed to by ticking a box',
    facts: { Ticked: order.consentedAt },
    text: ticked,
  };
  return [{ facts: words === null ? unknown : agreed, text: words }, ...(ticked === null ? [] : [consent])];
}

function describeDelivery(order: OrderRow, reading: ReadingRow | null): EvidencePart[] {
  if (!reading) return [{ facts: { Reading: 'Not delivered' } }];
  return [
    {
      facts: {
        'By email': order.deliveredAt ?? 'Not accepted by the mail server yet',
        'On a page of its own': 'At the secret link in each email to the customer',
      },
    },
    {
      title: 'The reading, as it was sent',
      facts: { Cards: reading.cards.length > 0 ? cardsText(reading.cards) : null },
      text: reading.content,
    },
  ];
}

const mailNames: Record<CustomerMailKind, string> = {
  order_confirmation: 'Order confirmation',
  reading_delivery: 'The reading',
  customer_question: 'A question about the order',
  question_reminder: 'A reminder of a question about the order',
  customer_message: 'A message about the order',
  feedback_request: 'A feedback request',
  withdrawal_receipt: 'The receipt of a withdrawal from the contract',
  refund_made: 'A refund notice',
  refund_failed: 'A notice that a refund failed',
  dispute_closed: 'A notice that a dispute is closed',
  new_day: 'A later delivery date',
};

function describeMails(mails: CustomerMailRow[]): EvidencePart[] {
  const none = { facts: { Emails: 'No longer kept; the history shows when they were sent.' } };
  const sent = mails.filter(({ state }) => state !== 'canceled');
  const parts = sent.map((mail) => ({
    title: mailNames[mail.kind],
    facts: {
      To: mail.toAddress,
      Written: mail.createdAt,
      State: mail.sentAt === null ? mail.state : null,
      'Accepted by the mail server': mail.sentAt,
      'The mail server’s answer': mail.response,
      'Message-ID': mail.messageId,
    },
  }));
  return parts.length > 0 ? parts : [none];
}

const messageTitles: Record<MessageRow['kind'], string> = {
  question: 'A question to the customer',
  answer: 'The customer’s answer',
  problem: 'A problem that the customer reported',
  message: 'A message',
};

function describeMessages(messages: MessageRow[]): EvidencePart[] {
  return messages.map(({ kind, sender, text, createdAt }) => ({
    title: messageTitles[kind],
    facts: { From: sender === 'customer' ? 'The customer' : 'The shop', Sent: createdAt },
    text,
  }));
}

const viewTitles = { news: 'Before the reading was sent', reading: 'Showing the reading' };

function describeViews(views: PageViews[]): EvidencePart[] {
  const known =
    'Each email to the customer has a secret link to a page of their order, which shows the reading once it was sent. Only the times of views are kept; views within a minute count once. Link previews, crawlers and pages that a browser prefetched are not counted. Email scanners that open links like a browser may be among the views.';
  const parts = views.map(({ shown, count, firstAt, lastAt }) => ({
    title: viewTitles[shown],
    facts: { Opened: count === 1 ? 'once' : `${count} times`, First: firstAt, Last: lastAt },
  }));
  const never = { facts: { Opened: 'never, as far as we know' } };
  return [{ facts: { 'How this is known': known } }, ...(parts.length > 0 ? parts : [never])];
}

const historyWords: Partial<Record<OrderEventType, (data: EventRow['data']) => string>> = {
  order_placed: () => 'The customer placed the order.',
  payment_succeeded: ({ amountMinor }) =>
    amountMinor === 0 ? 'The order was confirmed, free of charge.' : 'The payment was received.',
  reading_submitted: () => 'The reading was written.',
  reading_approved: () => 'The reading was approved for sending.',
  approval_undone: () => 'The approval was undone before anything was sent.',
  mail_sent: (data) => `The mail server accepted an email to the customer: ${mailOf(data)}.`,
  mail_failed: (data) => `The mail server refused an email to the customer: ${mailOf(data)}.`,
  mail_resent: (data) => `An email to the customer was sent again: ${mailOf(data)}.`,
  question_asked: () =>
    'The customer was asked a question about the order; nothing was due until it was closed.',
  question_answered: () => 'The customer answered the question on the order page.',
  consent_given: () => 'The customer consented to work starting right away.',
  message_sent: () => 'The shop wrote to the customer.',
  message_received: () => 'The customer wrote to the shop.',
  problem_told: () => 'The customer reported a problem on the order page.',
  problem_closed: () => 'The customer’s message was closed without a reply.',
  withdrawal_stated: () => 'The customer withdrew from the contract; the work stopped.',
  withdrawal_settled: () => 'The withdrawal was settled with the customer.',
  withdrawal_reopened: () => 'A refund failed, so the withdrawal was no longer settled.',
  withdrawal_lifted: () => 'The withdrawal was taken back, and work continued.',
  question_closed: () => 'The question to the customer was closed without an answer.',
  day_moved: ({ fromDay, toDay }) =>
    `The customer was promised a later date for the reading: ${longDayText(String(toDay))} instead of ${longDayText(String(fromDay))}.`,
  address_corrected: () => 'The customer’s email address was corrected.',
  background_corrected: () => 'The customer edited the background on the order page.',
  customer_erased: () => 'The customer’s name, address and texts were erased.',
  refund_made: (data) => `A refund${amountOf(data)}: ${data.refundStatus ?? 'made'}.`,
  refund_changed: (data) => `A refund${amountOf(data)} is now: ${data.refundStatus}.`,
  dispute_changed: (data) => `A dispute${amountOf(data)}, ${data.reason}, is now: ${data.disputeStatus}.`,
};

function mailOf({ kind }: EventRow['data']): string {
  const known = customerMailKinds.find((name) => name === kind);
  return known ? mailNames[known].toLowerCase() : String(kind);
}

const amountOf = ({ amountMinor, currency = 'usd' }: EventRow['data']): string =>
  typeof amountMinor === 'number' ? ` of ${formatMoney(amountMinor, String(currency))}` : '';

function describeHistory(events: EventRow[]): EvidencePart[] {
  const words: Record<string, ((data: EventRow['data']) => string) | undefined> = historyWords;
  const facts: Record<string, string[]> = {};
  for (const { type, data, createdAt } of events) {
    const sentence = words[type]?.(data);
    const moment = formatEvidenceTime(createdAt);
    if (sentence !== undefined) facts[moment] = [...(facts[moment] ?? []), sentence];
  }
  return [{ facts }];
}

function describeDisputes(disputes: DisputeRow[]): EvidencePart[] {
  return disputes.map((dispute) => ({
    title: dispute.id,
    facts: {
      Reason: dispute.reason,
      State: dispute.status,
      Amount: formatMoney(dispute.amountMinor, dispute.currency),
      Opened: dispute.createdAt,
      'To be answered by': dispute.dueAt,
    },
  }));
}
