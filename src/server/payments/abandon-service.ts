import type { Context } from '../context.ts';
import { updateOrderIf } from '../orders/repository.ts';
import type { Payment } from './gateway.ts';
import { deleteCheckout, eraseUnpaidTexts, listOldCheckouts, listOrdersToAbandon } from './repository.ts';
import { settlePayment } from './service.ts';

const day = 86_400_000;

/** How long somebody may take to pay, in milliseconds. After that the card form starts afresh. */
const abandonAfter = day;

/** How long the private texts of an order are kept that nobody paid, in milliseconds. */
const eraseAfter = 30 * day;

const batch = 50;

/**
 * Gives up checkouts that nobody finished: their payments are canceled at the provider, so that nobody
 * can be charged for something forgotten. A payment that succeeded meanwhile still becomes an order.
 *
 * @returns how many orders were given up
 */
export async function giveUpAbandoned(context: Context): Promise<number> {
  const { db, clock } = context;
  const before = clock.now() - abandonAfter;
  let abandoned = 0;
  for (const order of listOrdersToAbandon(db, before, batch)) {
    const payment = order.paymentIntentId ? await cancelIfKnown(context, order.paymentIntentId) : null;
    if (payment && settlePayment(context, payment) !== 'unpaid') continue;
    if (payment && payment.status !== 'canceled') continue;
    updateOrderIf(db, order.id, { paymentStatus: 'unpaid' }, { abandonedAt: clock.now() });
    abandoned += 1;
  }
  for (const checkout of listOldCheckouts(db, before, batch)) {
    // The payment of an order was dealt with above.
    if (checkout.paymentIntentId && !checkout.orderId) {
      const payment = await cancelIfKnown(context, checkout.paymentIntentId);
      if (payment) settlePayment(context, payment);
    }
    deleteCheckout(db, checkout.id);
  }
  return abandoned;
}

/** A payment the provider does not know, as after a change of keys, must not stop the others. */
async function cancelIfKnown({ payments }: Context, paymentId: string): Promise<Payment | null> {
  return (await payments.findPayment(paymentId)) && payments.cancelPayment(paymentId);
}

/**
 * Erases the question and the background of orders that were never paid.
 *
 * @returns how many
 */
export function eraseForgotten(context: Context): number {
  const now = context.clock.now();
  const erased = eraseUnpaidTexts(context.db, now - eraseAfter, now);
  if (erased > 0) context.log.info({ erased }, 'the texts of unpaid orders were erased');
  return erased;
}
