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
  // Deleted: with an answer since, before the delivery, after it
  | 'answered'
  | 'removed'
  | 'removed_delivered'
  | 'erased';

export const orderSteps = ['received', 'writing', 'review', 'sent'] as const;
export type OrderStep = (typeof orderSteps)[number];

/** What a customer sent that was not accepted, and why. */
interface KeptText {
  text: string;
  problem: string;
}

export interface OrderQuestion {
  id: string;
  question: string;
  /** `Wednesday, November 25` */
  askedOn: string;
  answer: string | null;
  isOpen: boolean;
  kept: KeptText | null;
}

export interface CustomerFeedback {
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
  address: (KeptText & { meant: string | null }) | null;
  background: KeptText | null;
}

/** `here`: in the browser that ordered, with the secret of its own link; `too late`: once the reader writes. */
export type OrderCorrections =
  | {
      can: 'here';
      token: string;
      email: string;
      background: string;
      kept: KeptCorrections;
    }
  | { can: 'elsewhere' }
  | { can: 'too late'; kept: KeptCorrections };

/** An order behind a link: other browsers than the one that ordered see nothing but the question of what was told. */
export interface CustomerOrder {
  orderNumber: string;
  /** `m…@customers.example` */
  sentTo: string;
  /** Whether the last mail was not delivered while a reading is still to come */
  isUndelivered: boolean;
  state: CustomerOrderState;
  /** Null while no reading is being made */
  step: OrderStep | null;
  /** Null for a deleted order */
  question: string | null;
  /** `$60.00 USD` or `Free`; null for a deleted order */
  amount: string | null;
  isMailed: boolean;
  /** `Wednesday, November 25`; null when nothing is due */
  dueDay: string | null;
  movedFrom: string | null;
  /** The day since which the order waits for the customer's answer */
  waitsSince: string | null;
  questions: OrderQuestion[];
  /** Null when delivered, on hold or refunded */
  corrections: OrderCorrections | null;
  hasReceipt: boolean;
  addresseeName: string;
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

export interface OrderThanks extends Pick<CustomerOrder, 'sentTo' | 'isUndelivered' | 'dueDay'> {
  orderPath: string;
  isCorrectable: boolean;
  /** The address that was probably meant, masked */
  meant: string | null;
}

export interface Receipt {
  orderNumber: string;
  /** `November 25, 2026`, where the business is */
  paidOn: string;
  /** `$60.00 USD` */
  amount: string;
  refunds: { day: string; amount: string }[];
  billingDescriptor: string;
  isDisputed: boolean;
  /** What is left of the amount; null without refunds */
  kept: string | null;
}
