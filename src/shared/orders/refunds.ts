import { parseDollarsToCents } from '../money.ts';
import { z } from '../zod.ts';
import type { DisputeStatus, RefundStatus, WarningKind } from './money-states.ts';
import type { Order } from './orders.ts';

const problem = 'Please enter how much to refund: more than 0, with at most two decimals.';

export const refundedBeforeUnclear = 'The sum refunded before must be 0 or more, with at most two decimals.';

/** An amount in dollars as whole minor units; null when it is left out. */
function optionalMinor(dollars: z.ZodNumber, message: string) {
  return dollars.optional().transform((amount, context) => {
    const amountMinor = amount === undefined ? null : parseDollarsToCents(String(amount));
    if (amount !== undefined && amountMinor === null) context.addIssue({ code: 'custom', message });
    return amountMinor;
  });
}

/** The refunded sum that the caller saw, in dollars. */
export const refundedBeforeField = optionalMinor(
  z.number({ error: refundedBeforeUnclear }).nonnegative(refundedBeforeUnclear),
  refundedBeforeUnclear,
);

/** `POST /api/orders/{id}/refund`, takes dollars and gives minor units: null is everything that is left. */
export const refundSchema = z
  .strictObject({
    amount: optionalMinor(z.number({ error: problem }).positive(problem), problem),
    refundedBefore: refundedBeforeField,
  })
  .transform(({ amount, refundedBefore }) => ({ amountMinor: amount, refundedBeforeMinor: refundedBefore }));
export type RefundRequest = z.output<typeof refundSchema>;

/** The money of an order as Stripe knows it now. Amounts are dollars, times ISO 8601, lists the oldest first. */
export interface OrderPayment {
  paymentIntentId: string;
  link: string;
  received: number;
  /** Made and pending refunds: what a refund has to name as `refundedBefore`. */
  refunded: number;
  onItsWay: number;
  refundable: number;
  isDisputed: boolean;
  refunds: {
    id: string;
    /** Stripe's id; null until it is known. */
    refundId: string | null;
    amount: number;
    /** `asked`: Stripe has not answered yet; `refused`: it was not made */
    status: RefundStatus | 'asked' | 'refused';
    /** A username; null when it was made at Stripe. */
    askedBy: string | null;
    failure: string | null;
    createdAt: string;
  }[];
  disputes: {
    id: string;
    status: DisputeStatus;
    reason: string;
    amount: number;
    withdrawn: number;
    dueAt: string | null;
    createdAt: string;
  }[];
  warnings: {
    id: string;
    kind: WarningKind;
    reason: string;
    isOpen: boolean;
    createdAt: string;
  }[];
}

export interface RefundMade {
  order: Order;
  /** Dollars */
  amount: number;
  refundId: string;
  refundStatus: string;
}
