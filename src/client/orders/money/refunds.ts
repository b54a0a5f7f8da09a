import { formatCents, parseDollarsToCents, readAmount, type TypedAmount } from '../../../shared/money.ts';
import { isRefundLost } from '../../../shared/orders/money-states.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import type { RefundMade } from '../../../shared/orders/refunds.ts';
import { ApiError } from '../../api.ts';
import type { DeskBase } from '../../desk/desk-base.ts';
import { formatDollars } from '../../format.ts';

/**
 * `told`: nothing was refunded, since the figures had changed, and the new ones are known. `unknown`: it may have been
 * refunded, so that a repeat has to send the figures that were sent before.
 */
export type RefundOutcome = 'made' | 'told' | 'unknown' | 'failed';

const noRefund = 'Please enter how much to refund: more than 0, with at most two decimals.';

export function createRefunds({ api, fetching, work, toast }: DeskBase) {
  const changed = ({ id }: Order) => void fetching.changed(`orders/${id}`);
  /** The money of an order as Stripe knows it; null when the reading was free. */
  const paymentOf = (orderId: string) =>
    fetching.store(`orders/${orderId}/payment`, () => work.watch(api.orderPayment(orderId)));

  return {
    paymentOf,
    /** Reads the typed amount. @param left dollars that can be refunded */
    readSum(text: string, left: number): TypedAmount {
      const amount = readAmount(text, noRefund);
      if (amount.cents === null) return amount;
      if (amount.cents === 0) return { cents: null, problem: noRefund };
      const leftCents = parseDollarsToCents(String(left)) ?? 0;
      if (amount.cents <= leftCents) return amount;
      return { cents: null, problem: `At most ${formatCents(leftCents)} can be refunded.` };
    },
    /** @param amount dollars @param refundedBefore dollars refunded so far, as shown on the screen */
    async refund(order: Order, amount: number, refundedBefore: number): Promise<RefundOutcome> {
      let outcome: RefundOutcome = 'failed';
      await work.perform({
        subject: `order:${order.id}`,
        name: 'refund',
        run: async () => {
          try {
            const made = await api.refundOrder(order.id, { amount, refundedBefore });
            outcome = 'made';
            toast(toastOf(order, made));
            changed(order);
          } catch (error) {
            // Without a connection the rest of the screen stays as it is.
            if (error instanceof ApiError && error.status === 0) void paymentOf(order.id).refresh();
            else changed(order);
            if (wasAnswered(error)) throw error;
            outcome = 'unknown';
            toast(toastOfUnknown(order, amount, error));
          }
        },
        failure: { title: 'Refund Failed', message: 'Failed to refund order' },
        onConflict: () => {
          outcome = 'told';
        },
      });
      return outcome;
    },
  };
}

/** Whether it is certain that nothing was refunded. */
function wasAnswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isOutcomeUnknown) return false;
  return error.code === 'payment_provider_failed' || (error.status >= 400 && error.status < 500);
}

function toastOfUnknown({ orderNumber }: Order, amount: number, error: unknown) {
  const isExplained = error instanceof ApiError && error.isOutcomeUnknown;
  return {
    title: 'Refund Not Known Yet',
    description: isExplained
      ? error.serverMessage
      : `${orderNumber}: no answer came, so it is not known yet whether ${formatDollars(amount)} went back. The figures show it once they can be fetched. Pressing Refund again does not give it back twice.`,
    variant: 'destructive' as const,
  };
}

function toastOf({ orderNumber }: Order, { amount, refundId, refundStatus }: RefundMade) {
  const sum = `${orderNumber}: ${formatDollars(amount)}`;
  const atStripe = `At Stripe: ${refundId}.`;
  if (refundStatus === 'succeeded') {
    return { title: 'Refund Made', description: `${sum} refunded to the card. ${atStripe}` };
  }
  if (!isRefundLost({ status: refundStatus })) {
    const description = `${sum} on its way to the card; it can still fail. ${atStripe}`;
    return { title: 'Refund On Its Way', description };
  }
  const description = `${sum} did not go back; the money stays with you. ${atStripe}`;
  return { title: 'Refund Failed', description, variant: 'destructive' as const };
}
