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
  /** @returns an amount, in dollars as typed, as it is read: `10.5` is `$10.50`; null for what is none */
  sumOf(amount: string): string | null;
  /** @returns why an amount, in dollars as typed, cannot be given back; null when it can */
  problemWith(amount: string, left: number): string | null;
  /** @param refundedBefore dollars that had been given back, as the screen says */
  refund(order: Order, amount: string, refundedBefore: number): Promise<RefundOutcome>;
}

/**
 * What became of asking for a refund. `told`: nothing was made, since the figures are others by now, and these are
 * known. `unknown`: it may have been made, so that asking again has to name the figures that were named before.
 */
export type RefundOutcome = 'made' | 'told' | 'unknown' | 'failed';

/** How most of the world writes an amount; `1,050` is as much a thousand. */
const decimalComma = /^(\d{1,6}),(\d{1,2})$/;

export function createRefunds({ api, fetching, work, toast }: DeskBase): Refunds {
  const changed = ({ id }: Order) => void fetching.changed(`orders/${id}`);
  const paymentOf = (orderId: string) =>
    fetching.store(`orders/${orderId}/payment`, () => work.watch(api.orderPayment(orderId)));
  /** A refund that waits for Stripe is to be seen, and one that was refused. */
  function lookWhetherItWasMade(order: Order, error: unknown): void {
    // Whatever else is on screen stays while there is no connection.
    if (error instanceof ApiError && error.status === 0) void paymentOf(order.id).refresh();
    else changed(order);
  }

  return {
    paymentOf,
    sumOf(amount) {
      const cents = parseDollarsToCents(amount);
      return cents ? formatCents(cents) : null;
    },
    problemWith(amount, left) {
      const cents = parseDollarsToCents(amount);
      const withPoint = decimalComma.exec(amount.trim());
      if (withPoint) return `Write it with a point: ${withPoint[1]}.${withPoint[2]}`;
      if (!cents) return 'Please enter how much to refund: more than 0, with at most two decimals.';
      const leftCents = Math.round(left * 100);
      return cents > leftCents ? `At most ${formatCents(leftCents)} can be given back.` : null;
    },
    async refund(order, amount, refundedBefore) {
      let outcome: RefundOutcome = 'failed';
      await work.perform({
        subject: `order:${order.id}`,
        name: 'refund',
        run: async () => {
          try {
            const made = await api.refundOrder(order.id, { amount: Number(amount), refundedBefore });
            outcome = 'made';
            toast(toastOf(order, made));
            changed(order);
          } catch (error) {
            lookWhetherItWasMade(order, error);
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

/** Whether it is certain that nothing was given back: the server says so, or has refused to begin. */
function wasAnswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isOutcomeUnknown) return false;
  return error.code === 'payment_provider_failed' || (error.status >= 400 && error.status < 500);
}

function toastOfUnknown({ orderNumber }: Order, amount: string, error: unknown) {
  const isTold = error instanceof ApiError && error.isOutcomeUnknown;
  return {
    title: 'Refund Not Known Yet',
    description: isTold
      ? error.serverMessage
      : `${orderNumber}: no answer came, so it is not known yet whether ${formatDollars(Number(amount))} went back. The figures show it once they can be fetched. Pressing Refund again does not give it back twice.`,
    variant: 'destructive' as const,
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
