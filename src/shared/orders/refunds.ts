import { parseDollarsToCents } from '../money.ts';
import { z } from '../zod.ts';
import type { DisputeStatus, RefundStatus, WarningKind } from './money-states.ts';
import type { Order } from './orders.ts';

const problem = 'Please enter how much to refund: more than 0, with at most two decimals.';

export const refundedBeforeUnclear =
  'Please say how much had been given back before: 0 or more, with at most two decimals.';

/** An amount in dollars that may be left out, then null, as whole cents. */
function optionalCents(dollars: z.ZodNumber, message: string) {
  return dollars.optional().transform((amount, context) => {
    const cents = amount === undefined ? null : parseDollarsToCents(String(amount));
    if (amount !== undefined && cents === null) context.addIssue({ code: 'custom', message });
    return cents;
  });
}

/** What the caller saw as given back, in dollars; null when they did not say. */
export const refundedBeforeField = optionalCents(
  z.number({ error: refundedBeforeUnclear }).nonnegative(refundedBeforeUnclear),
  refundedBeforeUnclear,
);

/**
 * `POST /api/orders/{id}/refund`, in dollars. Without an amount everything that is left goes back.
 */
export const refundSchema = z
  .strictObject({
    amount: optionalCents(z.number({ error: problem }).positive(problem), problem),
    refundedBefore: refundedBeforeField,
  })
  .transform(({ amount, refundedBefore }) => ({ amountCents: amount, refundedBeforeCents: refundedBefore }));
export type RefundAsked = z.output<typeof refundSchema>;

/** The money of an order as the payment provider knows it now. */
export interface OrderPayment {
  /** Stripe's id of it, and where to look it up there. */
  paymentIntentId: string;
  link: string;
  /** Dollars */
  received: number;
  /** Dollars that went back or are on their way: what a refund has to name as `refundedBefore`. */
  refunded: number;
  /** Dollars of it that are on their way and can still fail. */
  onItsWay: number;
  /** Dollars that a refund can give back. */
  refundable: number;
  /** Whether a bank has taken the money back, for now or for good. */
  isDisputed: boolean;
  /** The oldest first. */
  refunds: {
    id: string;
    /** Stripe's id of it; null until it is known. */
    refundId: string | null;
    /** Dollars */
    amount: number;
    /** `asked`: Stripe has not answered yet; `refused`: it was not made */
    status: RefundStatus | 'asked' | 'refused';
    /** A username; null when it was made at Stripe. */
    askedBy: string | null;
    /** Why it was not made, or failed. */
    failure: string | null;
    /** ISO 8601 */
    createdAt: string;
  }[];
  /** The oldest first. */
  disputes: {
    id: string;
    status: DisputeStatus;
    /** Stripe's word for what the customer says. */
    reason: string;
    /** Dollars */
    amount: number;
    /** Dollars that the bank has taken back for now. */
    withdrawn: number;
    /** ISO 8601: until when it can be answered */
    dueAt: string | null;
    /** ISO 8601 */
    createdAt: string;
  }[];
  /** The oldest first. */
  warnings: {
    id: string;
    kind: WarningKind;
    reason: string;
    /** Whether it waits for an admin's decision. */
    isOpen: boolean;
    /** ISO 8601 */
    createdAt: string;
  }[];
}

export interface RefundMade {
  order: Order;
  /** Dollars */
  amount: number;
  /** Stripe's id of the refund, and its state there. */
  refundId: string;
  refundStatus: string;
}
