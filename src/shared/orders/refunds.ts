import { parseDollarsToCents } from '../money.ts';
import { z } from '../zod.ts';
import type { Order } from './orders.ts';

const problem = 'Please enter how much to refund: more than 0, with at most two decimals.';

const unclear = 'Please say how much had been given back before: 0 or more, with at most two decimals.';

/** An amount in dollars that may be left out, then null, as whole cents. */
function optionalCents(dollars: z.ZodNumber, message: string) {
  return dollars.optional().transform((amount, context) => {
    const cents = amount === undefined ? null : parseDollarsToCents(String(amount));
    if (amount !== undefined && cents === null) context.addIssue({ code: 'custom', message });
    return cents;
  });
}

/**
 * `POST /api/orders/{id}/refund`, in dollars. Without an amount everything that is left goes back.
 * `refundedBefore` is what the caller saw as given back.
 */
export const refundSchema = z
  .strictObject({
    amount: optionalCents(z.number({ error: problem }).positive(problem), problem),
    refundedBefore: optionalCents(z.number({ error: unclear }).nonnegative(unclear), unclear),
  })
  .transform(({ amount, refundedBefore }) => ({ amountCents: amount, refundedBeforeCents: refundedBefore }));
export type RefundAsked = z.output<typeof refundSchema>;

/** The money of an order as the payment provider knows it now. */
export interface OrderPayment {
  /** Stripe's id of it, to look it up there. */
  paymentIntentId: string;
  /** Dollars */
  received: number;
  /** Dollars */
  refunded: number;
  /** Dollars that a refund can give back. */
  refundable: number;
  isDisputed: boolean;
}

export interface RefundMade {
  order: Order;
  /** Dollars */
  amount: number;
  /** Stripe's id of the refund, and its state there. */
  refundId: string;
  refundStatus: string;
}
