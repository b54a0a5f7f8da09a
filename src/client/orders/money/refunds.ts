import { formatCents, parseDollarsToCents } from '../../../shared/money.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import type { OrderPayment, RefundMade } from '../../../shared/orders/refunds.ts';
import { ApiError } from '../../api.ts';
import type { DeskBase } from '../../desk/desk-base.ts';
import type { Fetched } from '../../fetched.ts';
import { formatDollars } from '../../format.ts';

export interface Refunds {
  /** The money of an order as Stripe knows it; null when the reading was free. */
  paymentOf(orderId: string): Fetched<OrderPayment | null>;
  /** @returns why an amount, in dollars as typed, cannot be given back; null when it can */
  problemWith(amount: string, left: number): string | null;
  /** @param refundedBefore dollars that had been given back, as the screen says */
  refund(order: Order, amount: string, refundedBefore: number): Promise<boolean>;
}

export function createRefunds({ api, fetching, work, toast }: DeskBase): Refunds {
  const changed = ({ id }: Order) => void fetching.changed(`orders/${id}`);
  const paymentOf = (orderId: string) =>
    fetching.store(`orders/${orderId}/payment`, () => work.watch(api.orderPayment(orderId)));
  /** Without an answer nobody knows: a refund that waits for Stripe is to be seen. */
  function lookWhetherItWasMade(order: Order, error: unknown): void {
    if (!(error instanceof ApiError)) return;
    if (error.code === 'payment_provider_failed') changed(order);
    // Whatever else is on screen stays while there is no connection.
    else if (error.status === 0) void paymentOf(order.id).refresh();
  }

  return {
    paymentOf,
    problemWith(amount, left) {
      const cents = parseDollarsToCents(amount);
      if (!cents) return 'Please enter how much to refund: more than 0, with at most two decimals.';
      const leftCents = Math.round(left * 100);
      return cents > leftCents ? `At most ${formatCents(leftCents)} can be given back.` : null;
    },
    refund: (order, amount, refundedBefore) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'refund',
        run: async () => {
          const made = await api
            .refundOrder(order.id, { amount: Number(amount), refundedBefore })
            .catch((error: unknown) => {
              lookWhetherItWasMade(order, error);
              throw error;
            });
          toast(toastOf(order, made));
          changed(order);
        },
        failure: { title: 'Refund Failed', message: 'Failed to refund order' },
        onConflict: () => changed(order),
      }),
  };
}

/** What became of a refund so far: Stripe's answer may be that it is on its way, or that it failed. */
function toastOf({ orderNumber }: Order, { amount, refundId, refundStatus }: RefundMade) {
  const sum = formatDollars(amount);
  const atStripe = `At Stripe: ${refundId}.`;
  switch (refundStatus) {
    case 'succeeded':
      return {
        title: 'Refund Made',
        description: `${orderNumber}: ${sum} given back to the card. ${atStripe}`,
      };
    case 'failed':
    case 'canceled':
      return {
        title: 'Refund Failed',
        description: `${orderNumber}: ${sum} did not go back; the money is with you. ${atStripe}`,
        variant: 'destructive' as const,
      };
    default:
      return {
        title: 'Refund On Its Way',
        description: `${orderNumber}: ${sum} on its way to the card; it can still fail. ${atStripe}`,
      };
  }
}
