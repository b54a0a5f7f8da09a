import { z } from '../zod.ts';
import { type DisputeStatus, type RefundStatus, refundUnclear, type WarningKind } from './money-states.ts';
import type { Order } from './order-schema.ts';

export const refundedBeforeUnclear = 'The sum refunded before must be an amount of 0 or more.';

/** The refunded sum the caller saw, in the main unit of the order's currency. */
export const refundedBeforeField = z
  .number({ error: refundedBeforeUnclear })
  .nonnegative(refundedBeforeUnclear)
  .optional();

/** `POST /api/orders/{id}/refund`: without an amount, everything that is left. */
export const refundSchema = z.strictObject({
  amount: z
    .number({ error: `${refundUnclear}.` })
    .positive(`${refundUnclear}.`)
    .optional(),
  refundedBefore: refundedBeforeField,
});
export type RefundRequest = z.output<typeof refundSchema>;

/** The money of an order as Stripe knows it now. Amounts are in the main unit of its currency, times ISO 8601, lists the oldest first. */
export interface OrderPayment {
  paymentIntentId: string;
  link: string;
  currency: string;
  received: number;
  /** Made and pending refunds: the sum a refund must name as `refundedBefore`. */
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
    currency: string;
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
  /** In the main unit */
  amount: number;
  refundId: string;
  refundStatus: string;
}
