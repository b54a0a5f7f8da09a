import { emailAddress, requiredLine } from '../fields.ts';
import { parseOrderNumber } from '../orders/order-number.ts';
import { z } from '../zod.ts';

/** Directive 2011/83/EU, articles 7(3), 8(8) and 16(a). The order stores these words. */
export const consentText =
  'I expressly ask you to start my reading right away, before the 14-day withdrawal period ends. I understand that I lose my right to withdraw from the contract once my reading has been delivered.';

export const consentMissing = 'Please check this box to continue.';

export const stateWithdrawalSchema = z.object({
  orderNumber: requiredLine('The order number', 60, 'Enter your order number.').transform(
    (text) => parseOrderNumber(text) ?? text,
  ),
  email: emailAddress('Your email address', 'Enter your email address.'),
});

/** Returns the sentence by which a customer withdraws. */
export function withdrawalText(orderNumber: string): string {
  return `I withdraw from the contract for my personal tarot reading, order ${orderNumber}.`;
}

/** A withdrawal as the admin sees it; times in ISO 8601, people by username. */
export interface OrderWithdrawal {
  words: string;
  statedAt: string;
  settledAt: string | null;
  settledBy: string | null;
  liftedAt: string | null;
  liftedBy: string | null;
}

export type WithdrawalRefusal = 'delivered' | 'delivered_without_consent' | 'refunded' | 'disputed';
