import { emailAddress, requiredLine } from '../fields.ts';
import { parseOrderNumber } from '../orders/order-number.ts';
import { z } from '../zod.ts';

/**
 * What a customer of a shop that sells into the EU ticks before they order (Directive 2011/83/EU, articles 7(3), 8(8)
 * and 16(a)): the one home of these words, which their order keeps and its confirmation repeats.
 */
export const consentWords =
  'I expressly ask you to begin with my reading at once, before the withdrawal period of 14 days is over. I know that my right of withdrawal from the contract ends when the reading has been delivered.';

/** What the page says beside the box when it is not ticked. */
export const consentMissing = 'Please tick this box to continue.';

/** The first step without the link to an order. */
export const stateWithdrawalSchema = z.object({
  orderNumber: requiredLine('The order number', 60).transform((text) => parseOrderNumber(text) ?? text),
  email: emailAddress('The email address'),
});

/** @returns the statement, which the second step confirms and the receipt repeats */
export function withdrawalWords(orderNumber: string): string {
  return `I withdraw from the contract for the personal tarot reading with the order number ${orderNumber}.`;
}

/** A withdrawal, as the admin sees it. */
export interface OrderWithdrawal {
  words: string;
  /** ISO 8601 */
  statedAt: string;
  /** ISO 8601: when an admin said that no more of the money goes back; null while it is due */
  settledAt: string | null;
  /** A username */
  settledBy: string | null;
  /** ISO 8601: when an admin let the order go on; null while it counts */
  liftedAt: string | null;
  /** A username */
  liftedBy: string | null;
}

/** Why a customer cannot withdraw from an order. */
export type WithdrawalRefusal = 'delivered' | 'delivered_without_consent' | 'refunded' | 'disputed';

/** A withdrawal that is stated or confirmed, as its page shows it. */
export interface WithdrawalPage {
  orderNumber: string;
  /** `stated` waits for its confirmation */
  step: 'stated' | 'confirmed' | 'refused';
  words: string;
  /** When it was confirmed, such as `Wednesday, November 25, 2026 at 14:03 (Europe/Berlin)` */
  confirmedAt: string | null;
  refusal: WithdrawalRefusal | null;
  /** Whether there is money that goes back for it */
  hasMoneyBack: boolean;
  /** The address the receipt goes to, but for its middle */
  receiptTo: string;
  /** What kept the last try from being taken; null when nothing did */
  problem: string | null;
}
