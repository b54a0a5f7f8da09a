import type { FeedbackName, Helped } from './aftercare/feedback.ts';
import type { LetterSignature } from './people/profiles.ts';
import type { DrawnCard } from './readings/cards.ts';

/** How far an order is, in the words of its own page. */
export type CustomerOrderState =
  | 'in_preparation'
  | 'waiting'
  | 'delivered'
  | 'on_hold'
  | 'withdrawn'
  | 'refunded'
  /** Deleted, and the customer has answered since. */
  | 'answered'
  /** Deleted, and no reading comes, or one was sent before. */
  | 'removed'
  | 'removed_delivered'
  /** All of the customer's is gone; the order's money is on record. */
  | 'erased';

/** How far an order is, as its customer sees it. */
export const orderSteps = ['received', 'writing', 'review', 'sent'] as const;
export type OrderStep = (typeof orderSteps)[number];

/** What the customer is or was asked about their order; what was taken back unanswered is not shown. */
export interface OrderQuestion {
  id: string;
  question: string;
  /** The day it was asked, such as `Wednesday, November 25` */
  askedOn: string;
  /** The customer's words; null until they come */
  answer: string | null;
  /** Whether it can be answered now */
  isOpen: boolean;
  /** What the customer sent that could not be taken, and why; null once it was */
  kept: KeptText | null;
}

/** What a customer said of their reading, and what they may still say. */
export interface CustomerFeedback {
  /** Whether they are asked: the reading was sent, and nothing is wrong with the money */
  isAsked: boolean;
  /** What they said; null until they do */
  given: {
    helped: Helped;
    words: string | null;
    mayPublish: boolean;
    shownName: FeedbackName;
    isPublished: boolean;
  } | null;
  /** How the name would stand on the site, by what is chosen */
  names: Record<Exclude<FeedbackName, 'none'>, string | null>;
  /** What they sent that could not be taken, and why; null once it was */
  kept: { text: string; problem: string; fields: Record<string, string> } | null;
}

/** What a customer told is wrong. */
export interface CustomerProblem {
  /** The newest that they told; null when there is none */
  newest: { words: string; toldOn: string; answerBy: string; isOpen: boolean } | null;
  kept: { text: string; problem: string } | null;
}

/** What a customer sent that could not be taken, and why. */
interface KeptText {
  text: string;
  problem: string;
}

/** What was sent as a correction and could not be taken. */
interface KeptCorrections {
  /** `meant` is the address that was probably meant, when this one looks mistyped. */
  address: (KeptText & { meant: string | null }) | null;
  background: KeptText | null;
}

/**
 * Whether the address and the background of an order can be corrected on its page:
 *
 * - `here`: in this browser, which is the one that ordered
 * - `elsewhere`: in the browser that ordered. This one has a link from a mail, which may have gone astray.
 * - `too late`: its reader has begun to write, or the work has ended
 */
export type OrderCorrections =
  | {
      can: 'here';
      /** The secret of this browser's own link, which the forms are sent with */
      token: string;
      email: string;
      background: string;
      kept: KeptCorrections;
    }
  | { can: 'elsewhere' }
  | { can: 'too late'; kept: KeptCorrections };

/**
 * What a customer sees of their order at the link in their mails: of what they told us the question, and how their name
 * would appear on the site, once they are asked for their words. The browser that ordered also sees the address and the
 * background, while they can be corrected.
 */
export interface CustomerOrder {
  orderNumber: string;
  /** Where its mails go, its name hidden: `m…@customers.example` */
  sentTo: string;
  /** Whether the last mail did not get there, and a reading is still to come */
  isUndelivered: boolean;
  state: CustomerOrderState;
  /** Null where no reading is being made: on hold, refunded, deleted */
  step: OrderStep | null;
  /** What they asked, in their own words or as they chose it; null for an order that was deleted */
  question: string | null;
  /** With its currency, such as `$60.00 USD`, or `Free`; null for an order that was deleted */
  amount: string | null;
  /** Whether the mail with the reading has left */
  isMailed: boolean;
  /** The day the reading is due, such as `Wednesday, November 25`; null when nothing is due */
  dueDay: string | null;
  /** The day it was promised by before the customer was told a later one; null when none was */
  movedFrom: string | null;
  /** The day since which the order waits for the customer's answer; null when it does not */
  waitsSince: string | null;
  /** The oldest first */
  questions: OrderQuestion[];
  /** Null where nothing is to be corrected: delivered, on hold, refunded */
  corrections: OrderCorrections | null;
  /** Whether there is a receipt to print */
  hasReceipt: boolean;
  addresseeName: string;
  /** The reading, once it was sent */
  reading: string | null;
  /** Who signs it; null until then */
  signature: LetterSignature | null;
  /** The cards that were drawn for it; none until then */
  cards: DrawnCard[];
  feedback: CustomerFeedback;
  /** What they told is wrong, and may tell; null for an order that was deleted */
  problem: CustomerProblem | null;
  /** What becomes of the money of an order that was withdrawn from; null for others, and where there is none */
  withdrawnMoney: 'due' | 'settled' | null;
  /** Whether they can withdraw from the contract here */
  canWithdraw: boolean;
}

/** @returns whether the page of an order has more than one form that something is typed into */
export function hasSeveralForms({ questions, corrections, feedback, problem }: CustomerOrder): boolean {
  const answers = questions.filter(({ isOpen }) => isOpen).length;
  const ours = corrections?.can === 'here' ? 2 : 0;
  return answers + ours + Number(feedback.isAsked) + Number(problem !== null && !problem.newest?.isOpen) > 1;
}

/** What the thank-you page tells the browser that ordered. */
export interface OrderThanks {
  /** As the order's page says it */
  sentTo: string;
  /** Whether the last mail did not get there */
  isUndelivered: boolean;
  dueDay: string | null;
  /** The address of the order's page, by a link of this browser's own */
  orderPath: string;
  /** Whether the address can be corrected there */
  isCorrectable: boolean;
  /** The address that was probably meant, its name hidden, where it can be corrected; null when this one looks right */
  meant: string | null;
}

/** A receipt for what was paid. */
export interface Receipt {
  orderNumber: string;
  /** The day of the payment where the business is: `November 25, 2026` */
  paidOn: string;
  /** With its currency: `$60.00 USD` */
  amount: string;
  /** What was given back, the oldest first */
  refunds: { day: string; amount: string }[];
  /** How the charge appears on the card statement */
  billingDescriptor: string;
  /** Whether a bank has taken the payment back, or decides about it */
  isDisputed: boolean;
  /** What is left of the amount; null when nothing was given back */
  kept: string | null;
}
