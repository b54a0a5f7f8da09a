import { formatCents, parseDollarsToCents } from '../../shared/money.ts';
import type { Order } from '../../shared/orders/orders.ts';
import type { OrderPayment } from '../../shared/orders/refunds.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';
import { formatDollars } from '../format.ts';

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
          const made = await api.refundOrder(order.id, { amount: Number(amount), refundedBefore });
          toast({
            title: 'Refund Made',
            description: `${order.orderNumber}: ${formatDollars(made.amount)} on its way back to the card. At Stripe: ${made.refundStatus}, ${made.refundId}.`,
          });
          changed(order);
        },
        failure: { title: 'Refund Failed', message: 'Failed to refund order' },
        onConflict: () => changed(order),
      }),
  };
}
