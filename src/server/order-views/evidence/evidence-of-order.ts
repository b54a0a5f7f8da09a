import { formatCents } from '../../../shared/money.ts';
import type { EvidencePart, EvidenceSection } from '../../../shared/orders/evidence.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import type { DisputeRow, RefundRow } from '../../payments/money/money-repository.ts';
import type { QuestionRow } from '../../questions/question-repository.ts';
import { dayFact, fact, formatMoment, timeFact } from './evidence-words.ts';

/* What was agreed: the order, its customer, its money, the terms. */

/** @param questions what the customer was asked: each moved the day on which the reading was due */
export function describeOrder(order: OrderRow, questions: QuestionRow[]): EvidenceSection {
  return {
    title: 'What was ordered',
    fields: ['product_description'],
    parts: [
      {
        facts: [
          ...fact('Order number', order.orderNumber),
          ...fact(
            'Service',
            'A personal tarot reading about a career question, written by a person for this order alone and sent by email',
          ),
          ...timeFact('Ordered', order.createdAt),
          ...describeDueDate(order, questions),
          ...fact('Addressed in the reading as', order.readingAddresseeName),
        ],
      },
      { title: 'The customer’s question', facts: [], text: questionOf(order) },
      ...(order.backgroundContext
        ? [{ title: 'The background, as the customer told it', facts: [], text: order.backgroundContext }]
        : []),
    ],
  };
}

/** @returns what was promised, and to when it was moved since, for the time that the customer was waited for */
function describeDueDate({ promisedDay, dueAt }: OrderRow, questions: QuestionRow[]): EvidencePart['facts'] {
  const dueDates = [...questions.map((question) => question.dueAt), dueAt];
  const moves = dueDates.slice(1).filter((date, index) => date !== null && date !== dueDates[index]);
  return [
    ...(promisedDay === null
      ? timeFact('Promised by', dueDates[0] ?? null)
      : dayFact('Promised by', promisedDay)),
    ...moves.flatMap((date) => timeFact('Moved, for the time that we waited for the customer, to', date)),
    ...(questions.at(-1)?.closedAt === null ? fact('Due', 'Not before the customer answers') : []),
  ];
}

/** @param correctedAt when the address was last corrected for the customer; null when it never was */
export function describeCustomer(order: OrderRow, correctedAt: number | null): EvidenceSection {
  return {
    title: 'The customer, as they gave it',
    fields: ['customer_name', 'customer_email_address'],
    parts: [
      {
        facts: [
          ...fact('Name', order.customerName),
          ...fact('Email address', order.customerEmail),
          ...timeFact('Address corrected after the order', correctedAt),
        ],
      },
    ],
  };
}

/** @param questions what the customer was asked, answered or not */
export function describeQuestions(questions: QuestionRow[]): EvidenceSection {
  return {
    title: 'Questions to the customer about the order',
    fields: ['customer_communication'],
    parts: questions.map(({ question, answer, askedAt, closedAt }) => ({
      facts: [
        ...timeFact('Asked', askedAt),
        ...fact('Question', question),
        ...(answer === null ? fact('Answer', 'None') : timeFact('Answered', closedAt)),
      ],
      ...(answer !== null && { text: answer }),
    })),
  };
}

/** @param onStatement the name under which it stands on the statement of a card */
export function describePayment(order: OrderRow, onStatement: string, refunds: RefundRow[]): EvidenceSection {
  const isFree = order.paymentIntentId === null;
  const paid = [
    ...fact('Payment intent', order.paymentIntentId),
    ...timeFact('Paid', order.paidAt),
    ...fact('Charged', order.receivedCents === null ? null : formatCents(order.receivedCents)),
    ...fact('On the card statement', onStatement),
    ...fact('Refunded', formatCents(order.refundedCents)),
  ];
  return {
    title: 'The payment',
    fields: ['uncategorized_text'],
    parts: [
      {
        facts: [
          ...fact('Price', isFree ? 'Free of charge' : formatCents(order.amountCents)),
          ...(isFree ? [] : paid),
        ],
      },
      ...refunds.filter(({ stripeId }) => stripeId !== null).map(describeRefund),
    ],
  };
}

const refundWords: Record<RefundRow['status'], string> = {
  asked: 'asked for',
  refused: 'not made',
  pending: 'on its way',
  requires_action: 'on its way',
  succeeded: 'made',
  failed: 'failed, the money came back to us',
  canceled: 'canceled',
};

function describeRefund(refund: RefundRow): EvidencePart {
  return {
    title: 'Refund',
    facts: [
      ...fact('Refund', refund.stripeId),
      ...fact('Amount', formatCents(refund.amountCents)),
      ...fact('State', refundWords[refund.status]),
      ...timeFact('Begun', refund.createdAt),
    ],
  };
}

/** @param words what the customer agreed to; null when the order is from before that was kept */
/** @param ticked the words that were ticked beside the terms, where the shop asked for it */
export function describeTerms(order: OrderRow, words: string | null, ticked: string | null): EvidenceSection {
  const beside = {
    title: 'What was ticked besides',
    facts: timeFact('Ticked', order.consentedAt),
    text: ticked ?? '',
  };
  const consent = {
    facts: [
      ...timeFact('Agreed to', order.createdAt),
      ...fact(
        'How',
        'These words stood on the order form, below the button that placed the order. Pressing it was the consent.',
      ),
    ],
    text: words ?? '',
  };
  const unknown = {
    facts: fact('Terms', 'The words were not kept when this order was placed.'),
  };
  return {
    title: 'Terms and refund policy, and the consent to them',
    fields: ['refund_policy', 'refund_policy_disclosure'],
    parts: [words === null ? unknown : consent, ...(ticked === null ? [] : [beside])],
  };
}

export function describeDisputes(disputes: DisputeRow[]): EvidenceSection {
  return {
    title: 'Disputes',
    fields: [],
    parts: disputes.map((dispute) => ({
      title: dispute.id,
      facts: [
        ...fact('Reason', dispute.reason),
        ...fact('State', dispute.status),
        ...fact('Amount', formatCents(dispute.amountCents)),
        ...fact('Opened', formatMoment(dispute.createdAt)),
        ...timeFact('To be answered by', dispute.dueAt),
      ],
    })),
  };
}
