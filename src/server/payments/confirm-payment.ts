import type { ConfirmedStatus } from '../../shared/checkout/payment.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { findOrderEvenDeleted } from '../orders/order-repository.ts';
import { settlePayment } from './money/settle-payment.ts';
import type { RecentPayments } from './recent-payments.ts';

/** Asks the provider whether an order is paid; after too many questions it answers what is known. */
export async function confirmPayment(
  context: Context,
  recent: RecentPayments,
  input: { orderId: string; orderNumber: string },
): Promise<{ status: ConfirmedStatus }> {
  const order = findOrderEvenDeleted(context.db, input.orderId);
  if (!order || order.orderNumber !== input.orderNumber) {
    throw new DomainError('order_not_found', 'There is no such order.');
  }
  if (order.paymentStatus !== 'unpaid' || !order.paymentIntentId) return { status: order.paymentStatus };
  const isTooOften = recent.take(`order ${order.id}`) > 0;
  const payment = isTooOften
    ? recent.recall(order.paymentIntentId)
    : await context.payments.findPayment(order.paymentIntentId).catch(unknownWhetherPaid);
  if (!payment) return { status: order.paymentStatus };
  if (!isTooOften) recent.keep(payment);
  if (payment.status === 'processing') return { status: 'processing' };
  const settled = await settlePayment(context, payment);
  return { status: settled.paymentStatus ?? order.paymentStatus };
}

/** The customer may have paid a moment ago, so the message does not say that nothing was charged. */
function unknownWhetherPaid(cause: unknown): never {
  if (!(cause instanceof DomainError) || cause.code !== 'payment_provider_failed') throw cause;
  const message =
    'We can’t reach the payment service right now, so we don’t know yet whether your payment went through. Please don’t pay again. Check back in a moment.';
  throw new DomainError('payment_provider_failed', message, { cause });
}
