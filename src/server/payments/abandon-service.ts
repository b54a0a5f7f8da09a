import type { Context } from '../context.ts';
import { type OrderRow, updateOrderIf } from '../orders/repository.ts';
import { forgetCards } from './card-repository.ts';
import { deleteCheckout, listOldCheckouts } from './checkout-repository.ts';
import type { Payment } from './gateway.ts';
import { eraseUnpaidTexts, listOrdersToAbandon } from './repository.ts';
import { settlePayment } from './service.ts';

const day = 86_400_000;

/** How long somebody may take to pay, in milliseconds. After that the card form starts afresh. */
const abandonAfter = day;

/** How long the private texts of an order are kept that nobody paid, in milliseconds. */
const eraseAfter = 30 * day;

/** How long it is known which cards were declined, in milliseconds. */
const forgetCardsAfter = day;

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
    if (await giveUpOrder(context, order)) abandoned += 1;
  }
  for (const checkout of listOldCheckouts(db, before, batch)) {
    const payment = checkout.paymentIntentId && (await cancelIfKnown(context, checkout.paymentIntentId));
    if (payment) settlePayment(context, payment);
    deleteCheckout(db, checkout.id);
  }
  return abandoned;
}

/**
 * Gives up an unpaid order: its payment can no longer be made, and no submit finds the order again.
 *
 * @returns false when it is paid, or just being paid
 * @throws {DomainError} `payment_provider_failed`
 */
export async function giveUpOrder(
  context: Context,
  order: Pick<OrderRow, 'id' | 'paymentIntentId'>,
): Promise<boolean> {
  const payment = order.paymentIntentId ? await cancelIfKnown(context, order.paymentIntentId) : null;
  if (payment && settlePayment(context, payment) !== 'unpaid') return false;
  if (payment && payment.status !== 'canceled') return false;
  updateOrderIf(context.db, order.id, { paymentStatus: 'unpaid' }, { abandonedAt: context.clock.now() });
  return true;
}

/** A payment the provider does not know, as after a change of keys, must not stop the others. */
async function cancelIfKnown({ payments }: Context, paymentId: string): Promise<Payment | null> {
  return (await payments.findPayment(paymentId)) && payments.cancelPayment(paymentId);
}

/**
 * Erases the question and the background of orders that were never paid, and which cards were declined.
 *
 * @returns how many orders
 */
export function eraseForgotten(context: Context): number {
  const now = context.clock.now();
  forgetCards(context.db, now - forgetCardsAfter);
  const erased = eraseUnpaidTexts(context.db, now - eraseAfter, now);
  if (erased > 0) context.log.info({ erased }, 'the texts of unpaid orders were erased');
  return erased;
}
