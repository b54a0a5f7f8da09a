import { parseDollarsToCents } from './money.ts';
import type { Order } from './orders.ts';
import { z } from './zod.ts';

const problem = 'Please enter how much to refund: more than 0, with at most two decimals.';

/** `POST /api/orders/{id}/refund`: dollars; without an amount everything that is left goes back. */
export const refundSchema = z
  .strictObject({ amount: z.number({ error: problem }).positive(problem).optional() })
  .transform(({ amount }, context) => {
    if (amount === undefined) return { amountCents: null };
    const amountCents = parseDollarsToCents(String(amount));
    if (amountCents === null) {
      context.addIssue({ code: 'custom', path: ['amount'], message: problem });
      return z.NEVER;
    }
    return { amountCents };
  });

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
