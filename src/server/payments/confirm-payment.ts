import type { ConfirmedStatus } from '../../shared/checkout/payment.ts';
import { seconds, wholeSeconds } from '../../shared/durations.ts';
import type { Clock } from '../base/clock.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { createTtlCache } from '../base/ttl-cache.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';
import { settlePayment } from './settle-payment.ts';

const maximumQuestions = 6;
const window = seconds(10);

export type RecentPayments = ReturnType<typeof createRecentPayments>;

/** Limits requests to Stripe to 6 per key in 10 s. Keeps payments as long, in memory: they contain client secrets. */
export function createRecentPayments(steady: Clock, isEnabled: boolean) {
  const questions = createTtlCache<number>(steady, window);
  const payments = createTtlCache<Payment>(steady, window);
  return {
    /** Returns how many milliseconds to wait before asking */
    take(key: string): number {
      if (!isEnabled) return 0;
      const asked = questions.get(key) ?? 0;
      if (asked >= maximumQuestions) return questions.getRemainingTTL(key);
      questions.set(key, asked + 1, { noUpdateTTL: true });
      return 0;
    },
    keep(payment: Payment): Payment {
      payments.set(payment.id, payment);
      return payment;
    },
    recall: (id: string): Payment | null => payments.get(id) ?? null,
  };
}

/** Throws `too_many_requests` unless the time to wait is 0. */
export function refuseWhenTooOften(milliseconds: number): void {
  if (milliseconds === 0) return;
  throw new DomainError(
    'too_many_requests',
    'You’ve tried too many times in a row. You haven’t been charged. Please wait a few seconds and try again.',
    { retryAfterSeconds: wholeSeconds(milliseconds) },
  );
}

/** Returns whether an order can still be paid: unpaid and not abandoned. */
export function canBePaid({
  paymentStatus,
  abandonedAt,
}: Pick<OrderRow, 'paymentStatus' | 'abandonedAt'>): boolean {
  return paymentStatus === 'unpaid' && abandonedAt === null;
}

/** Returns whether a payment is open or processing, so that no other is opened in its place. */
export function isPayable(payment: Payment | null): payment is Payment {
  return payment?.status === 'open' || payment?.status === 'processing';
}

interface Questioning {
  context: Context;
  recent: RecentPayments;
}

/** Fetches a payment, or recalls it if asked too often; null if unknown. @throws `too_many_requests` if not kept */
export async function findVisitorsPayment(
  { context, recent }: Questioning,
  checkoutId: string,
  paymentId: string,
): Promise<Payment | null> {
  const wait = recent.take(checkoutId);
  const known = wait > 0 ? recent.recall(paymentId) : null;
  if (known) return known;
  refuseWhenTooOften(wait);
  const payment = await context.payments.findPayment(paymentId);
  return payment && recent.keep(payment);
}

/** Fetches the payment of an order that can still be paid, and settles it if it succeeded; null for other orders. */
export async function refreshVisitorsPayment(
  questioning: Questioning,
  checkoutId: string,
  order: OrderRow,
): Promise<Payment | null> {
  if (!canBePaid(order) || order.paymentIntentId === null) return null;
  const payment = await findVisitorsPayment(questioning, checkoutId, order.paymentIntentId);
  if (payment?.status === 'succeeded') await settlePayment(questioning.context, payment);
  return payment;
}

/**
 * Fetches an order's payment from Stripe and settles it; after too many calls, uses the last known payment.
 * @throws {DomainError} `order_not_found` also for another number; `payment_provider_failed`
 */
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
