import type { FeedbackName, Helped } from './aftercare/feedback.ts';
import type { LetterSignature } from './people/profiles.ts';
import type { DrawnCard } from './readings/cards.ts';

export type CustomerOrderState =
  | 'in_preparation'
  | 'waiting'
  | 'delivered'
  | 'on_hold'
  | 'withdrawn'
  | 'refunded'
  /** Deleted, and the customer has answered since */
  | 'answered'
  /** Deleted before a reading was sent, or after */
  | 'removed'
  | 'removed_delivered'
  /** Only the record of the money is left */
  | 'erased';

export const orderSteps = ['received', 'writing', 'review', 'sent'] as const;
export type OrderStep = (typeof orderSteps)[number];

/** What a customer sent that was not accepted, and why. */
interface KeptText {
  text: string;
  problem: string;
}

/** A question to the customer that was not canceled unanswered. */
export interface OrderQuestion {
  id: string;
  question: string;
  /** The day it was asked, such as `Wednesday, November 25` */
  askedOn: string;
  answer: string | null;
  /** Whether it can be answered now */
  isOpen: boolean;
  kept: KeptText | null;
}

export interface CustomerFeedback {
  /** Whether they are asked: the reading was sent, and nothing is wrong with the money */
  isAsked: boolean;
  given: {
    helped: Helped;
    words: string | null;
    mayPublish: boolean;
    shownName: FeedbackName;
    isPublished: boolean;
  } | null;
  /** The name on the site, by what is chosen */
  names: Record<Exclude<FeedbackName, 'none'>, string | null>;
  kept: (KeptText & { fields: Record<string, string> }) | null;
}

export interface CustomerProblem {
  newest: { words: string; toldOn: string; answerBy: string; isOpen: boolean } | null;
  kept: KeptText | null;
}

interface KeptCorrections {
  /** `meant`: the address that was probably meant, when this one looks mistyped */
  address: (KeptText & { meant: string | null }) | null;
  background: KeptText | null;
}

/**
 * Whether address and background can be corrected: `here`, in the browser that ordered; `elsewhere`, since this one has
 * a link from a mail; or `too late`, when its reader has begun to write or the work has ended.
 */
export type OrderCorrections =
  | {
      can: 'here';
      /** The secret of this browser's own link */
      token: string;
      email: string;
      background: string;
      kept: KeptCorrections;
    }
  | { can: 'elsewhere' }
  | { can: 'too late'; kept: KeptCorrections };

/**
 * An order at the link in its customer's mails: of what they told us the question, and their name as the site would show
 * it. The browser that ordered also sees address and background, while they can be corrected.
 */
export interface CustomerOrder {
  orderNumber: string;
  /** `m…@customers.example` */
  sentTo: string;
  /** Whether the last mail did not get there, and a reading is still to come */
  isUndelivered: boolean;
  state: CustomerOrderState;
  /** Null while no reading is being made */
  step: OrderStep | null;
  /** Null for a deleted order */
  question: string | null;
  /** `$60.00 USD` or `Free`; null for a deleted order */
  amount: string | null;
  /** Whether the mail with the reading has left */
  isMailed: boolean;
  /** `Wednesday, November 25`; null when nothing is due */
  dueDay: string | null;
  /** The promised day before the customer was told a later one */
  movedFrom: string | null;
  /** The day since which the order waits for the customer's answer */
  waitsSince: string | null;
  /** The oldest first */
  questions: OrderQuestion[];
  /** Null when delivered, on hold or refunded */
  corrections: OrderCorrections | null;
  hasReceipt: boolean;
  addresseeName: string;
  /** Null until it was sent; so is its signature */
  reading: string | null;
  signature: LetterSignature | null;
  cards: DrawnCard[];
  feedback: CustomerFeedback;
  /** Null for a deleted order */
  problem: CustomerProblem | null;
  /** Whether a withdrawn order's money still goes back; null for other and for free orders */
  withdrawnMoney: 'due' | 'settled' | null;
  canWithdraw: boolean;
}

/** Whether the page of an order has more than one form with a text field. */
export function hasSeveralForms({ questions, corrections, feedback, problem }: CustomerOrder): boolean {
  const answers = questions.filter(({ isOpen }) => isOpen).length;
  const ours = corrections?.can === 'here' ? 2 : 0;
  return answers + ours + Number(feedback.isAsked) + Number(problem !== null && !problem.newest?.isOpen) > 1;
}

/** What the thank-you page tells the browser that ordered. */
export interface OrderThanks extends Pick<CustomerOrder, 'sentTo' | 'isUndelivered' | 'dueDay'> {
  /** The address of the order's page, by a link of this browser's own */
  orderPath: string;
  isCorrectable: boolean;
  /** The address that was probably meant, masked as `sentTo`, when this one looks mistyped and can be corrected */
  meant: string | null;
}

export interface Receipt {
  orderNumber: string;
  /** `November 25, 2026`, where the business is */
  paidOn: string;
  /** `$60.00 USD` */
  amount: string;
  /** The oldest first */
  refunds: { day: string; amount: string }[];
  billingDescriptor: string;
  /** Whether a bank has reversed the payment, or decides about it */
  isDisputed: boolean;
  /** What is left of the amount; null without refunds */
  kept: string | null;
}
