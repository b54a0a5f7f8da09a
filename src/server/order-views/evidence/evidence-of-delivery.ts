import { dayWords } from '../../../shared/checkout/offer-words.ts';
import { formatCents } from '../../../shared/money.ts';
import type { EvidencePart, EvidenceSection } from '../../../shared/orders/evidence.ts';
import { customerMailKinds } from '../../../shared/orders/mails.ts';
import { cardsInWords } from '../../../shared/readings/cards.ts';
import type { listEvents, OrderEventType } from '../../orders/order-events-repository.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import type { CustomerMailRow } from '../../outbox/outbox-repository.ts';
import type { ReadingRow } from '../../readings/kept/reading-repository.ts';
import type { PageViews } from '../page-views-repository.ts';
import { fact, formatMoment, mailNames, timeFact } from './evidence-words.ts';

/* What was done: the reading, the mails, what the customer opened, and what happened when. */

type EventRow = ReturnType<typeof listEvents>[number];

/** @param reading as it was sent; null when it was not */
export function describeDelivery(order: OrderRow, reading: ReadingRow | null): EvidenceSection {
  const cards = reading?.cards ?? [];
  const delivered: EvidencePart[] = [
    {
      facts: [
        ...(order.deliveredAt === null
          ? fact('By mail', 'Not accepted by the mail server yet')
          : timeFact('By mail', order.deliveredAt)),
        ...fact('On a page of its own', 'At the secret link in each mail to the customer'),
      ],
    },
    {
      title: 'The reading, as it was sent',
      facts: cards.length > 0 ? fact('Cards', cardsInWords(cards)) : [],
      text: reading?.content ?? '',
    },
  ];
  return {
    title: 'The delivery',
    fields: ['service_date', 'service_documentation'],
    parts: reading === null ? [{ facts: fact('Reading', 'Not delivered') }] : delivered,
  };
}

/** @param mails all of the order; what was taken back never left */
export function describeMails(mails: CustomerMailRow[]): EvidenceSection {
  const left = mails.filter(({ state }) => state !== 'canceled');
  const none = { facts: fact('Emails', 'None are kept any more; the history says when they were sent.') };
  return {
    title: 'Emails to the customer',
    fields: ['receipt', 'customer_communication'],
    parts: left.length === 0 ? [none] : left.map(describeMail),
  };
}

function describeMail(mail: CustomerMailRow): EvidencePart {
  return {
    title: mailNames[mail.kind],
    facts: [
      ...fact('To', mail.toAddress),
      ...timeFact('Written', mail.createdAt),
      ...(mail.sentAt === null
        ? fact('State', mail.state)
        : timeFact('Accepted by the mail server', mail.sentAt)),
      ...fact('The mail server’s answer', mail.response),
      ...fact('Message-ID', mail.messageId),
    ],
  };
}

const viewTitles = { news: 'Before the reading was sent', reading: 'With the reading on it' };

export function describeViews(views: PageViews[]): EvidenceSection {
  const title = 'Views of the customer’s own page';
  const counted = fact(
    'How this is known',
    'Each mail to the customer has a secret link to a page of their order, which has the reading on it once it was sent. When it was opened is kept by time alone; within a minute it counts once. Link previews, crawlers and pages fetched ahead by a browser are not counted. Mail scanners that open links as a browser does may be among the views.',
  );
  const parts = views.map(({ shown, count, firstAt, lastAt }) => ({
    title: viewTitles[shown],
    facts: [
      ...fact('Opened', count === 1 ? 'once' : `${count} times`),
      ...timeFact('First', firstAt),
      ...timeFact('Last', lastAt),
    ],
  }));
  const never = { facts: fact('Opened', 'never, as far as is known') };
  return {
    title,
    fields: ['access_activity_log'],
    parts: [{ facts: counted }, ...(views.length === 0 ? [never] : parts)],
  };
}

/** What of the history concerns a bank. The rest is how the work was done, and by whom. */
const told: Partial<Record<OrderEventType, (data: EventRow['data']) => string>> = {
  order_placed: () => 'The customer placed the order.',
  payment_succeeded: ({ amountCents }) =>
    amountCents === 0 ? 'The order was confirmed, free of charge.' : 'The payment was received.',
  reading_submitted: () => 'The reading was written.',
  reading_approved: () => 'The reading was approved, to be sent.',
  approval_undone: () => 'The approval was taken back before anything was sent.',
  mail_sent: (data) => `The mail server accepted a mail to the customer: ${mailOf(data)}.`,
  mail_failed: (data) => `The mail server refused a mail to the customer: ${mailOf(data)}.`,
  mail_resent: (data) => `A mail to the customer was sent once more: ${mailOf(data)}.`,
  question_asked: () =>
    'The customer was asked a question about the order; until it was closed nothing was due.',
  question_answered: () => 'The customer answered the question, on the page of the order.',
  consent_given: () => 'The customer consented that the work begins at once.',
  problem_told: () => 'The customer told us that something is wrong, on the page of the order.',
  problem_closed: () => 'What the customer had told us was marked as dealt with.',
  withdrawal_stated: () => 'The customer withdrew from the contract; the work stopped.',
  withdrawal_settled: () => 'The withdrawal was settled with the customer.',
  withdrawal_reopened: () => 'A refund did not arrive, so the withdrawal was not settled any more.',
  withdrawal_lifted: () => 'The withdrawal was taken back, and the work went on.',
  question_closed: () => 'The question to the customer was closed without an answer.',
  day_moved: ({ fromDay, toDay }) =>
    `The customer was told a later day for the reading: ${dayWords(String(toDay))}, not ${dayWords(String(fromDay))}.`,
  address_corrected: () => 'The customer’s email address was corrected.',
  background_corrected: () => 'The customer corrected the background, on the page of the order.',
  customer_erased: () => 'The customer’s name, address and texts were erased.',
  refund_made: (data) => `A refund${amountOf(data)}: ${data.refundStatus ?? 'made'}.`,
  refund_changed: (data) => `A refund${amountOf(data)} is now: ${data.refundStatus}.`,
  dispute_changed: (data) => `A dispute${amountOf(data)}, ${data.reason}, is now: ${data.disputeStatus}.`,
};

function mailOf({ kind }: EventRow['data']): string {
  const known = customerMailKinds.find((name) => name === kind);
  return known ? mailNames[known].toLowerCase() : String(kind);
}

function amountOf({ amountCents }: EventRow['data']): string {
  return typeof amountCents === 'number' ? ` of ${formatCents(amountCents)}` : '';
}

export function describeHistory(events: EventRow[]): EvidenceSection {
  const words: Record<string, ((data: EventRow['data']) => string) | undefined> = told;
  return {
    title: 'What happened, in its order',
    fields: ['uncategorized_text'],
    parts: [
      {
        facts: events.flatMap(({ type, data, createdAt }) =>
          fact(formatMoment(createdAt), words[type]?.(data) ?? null),
        ),
      },
    ],
  };
}
