import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { type Context, noControl } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { isCausedByRefusedKey } from '../base/provider-failure.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { canBePaid } from '../payments/confirm-payment.ts';
import { listOrdersToAbandon } from '../payments/payment-repository.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import {
  deleteCheckout,
  findCheckout,
  listCheckoutsToDelete,
  listVisitorsOrders,
} from './checkout-repository.ts';

const abandonAfter = days(1);

const batch = 1_000;

/**
 * Cancels orders left unpaid for a day, returns how many, and deletes old checkouts.
 * Calls `heartbeat` before each of them, which can take 30 s.
 */
export async function cancelAbandonedCheckouts(
  context: Context,
  { stop, heartbeat } = noControl,
): Promise<number> {
  const { db, clock, log } = context;
  const before = clock.now() - abandonAfter;
  let abandoned = 0;

  async function attempt(about: { orderId?: string }, work: () => Promise<void>): Promise<void> {
    if (stop.aborted) return;
    heartbeat();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DomainError) || isCausedByRefusedKey(error)) throw error;
      log.warn({ ...about, err: error.cause ?? error }, 'an abandoned checkout could not be canceled');
    }
  }

  for (const order of listOrdersToAbandon(db, before, batch)) {
    await attempt({ orderId: order.id }, async () => {
      if (await cancelUnpaidOrder(context, order)) abandoned += 1;
    });
  }
  for (const { id } of listCheckoutsToDelete(db, before, batch)) {
    await attempt({}, () => context.checkoutLock(id, () => cancelCheckout(context, id, before)));
  }
  return abandoned;
}

/** Cancels the payment of a checkout and deletes it, unless its visitor has come back and ordered. */
async function cancelCheckout(context: Context, id: string, before: number): Promise<void> {
  const { db } = context;
  const isNeeded = (order: OrderRow) => canBePaid(order) || order.createdAt >= before;
  if (listVisitorsOrders(db, id).some(isNeeded)) return;
  const paymentId = findCheckout(db, id)?.paymentIntentId;
  const payment = paymentId && (await cancelIfKnown(context, paymentId));
  if (payment) await settlePayment(context, payment);
  await writeTransaction(db, (tx) => deleteCheckout(tx, id));
}

/** Cancels an order's payment at Stripe and marks the order abandoned; returns false if it is paid or being paid. */
export async function cancelUnpaidOrder(
  context: Context,
  order: Pick<OrderRow, 'id' | 'paymentIntentId'>,
): Promise<boolean> {
  const payment = order.paymentIntentId ? await cancelIfKnown(context, order.paymentIntentId) : null;
  if (payment && (await settlePayment(context, payment)).paymentStatus !== 'unpaid') return false;
  if (payment && payment.status !== 'canceled') return false;
  await writeTransaction(context.db, (tx) =>
    updateOrderIf(tx, order.id, { paymentStatus: 'unpaid' }, { abandonedAt: context.clock.now() }),
  );
  return true;
}

/** Returns null when the provider does not know the payment, as after a change of keys. */
async function cancelIfKnown({ payments }: Context, paymentId: string): Promise<Payment | null> {
  return (await payments.findPayment(paymentId)) && payments.cancelPayment(paymentId);
}
