import type { LetterSignature } from './people/profiles.ts';
import type { DrawnCard } from './readings/cards.ts';

/** How far an order is, in the words of its own page. */
export type CustomerOrderState = 'in_preparation' | 'waiting' | 'delivered' | 'on_hold' | 'refunded';

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
  kept: { text: string; problem: string } | null;
}

/** What a customer sees of their order at the link in their mails; nothing they told us with the order stands here. */
export interface CustomerOrder {
  orderNumber: string;
  state: CustomerOrderState;
  /** The day the reading is due, such as `Wednesday, November 25`; null when nothing is due */
  dueDay: string | null;
  /** The day since which the order waits for the customer's answer; null when it does not */
  waitsSince: string | null;
  /** The oldest first */
  questions: OrderQuestion[];
  addresseeName: string;
  /** The reading, once it was sent */
  reading: string | null;
  /** Who signs it; null until then */
  signature: LetterSignature | null;
  /** The cards that were drawn for it; none until then */
  cards: DrawnCard[];
}
