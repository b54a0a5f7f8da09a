import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { isWorkable, type PaymentStatus } from '../../shared/order-status.ts';
import { countDeclines, findOrigin } from '../card-testing/card-repository.ts';
import { isTester } from '../card-testing/defence.ts';
import type { Context, SignedIn } from '../context/context.ts';
import type { Payment } from '../context/payment-gateway.ts';
import { enqueueMail } from '../delivery/send-due-mail.ts';
import { DomainError } from '../errors.ts';
import { notify } from '../notices/notify.ts';
import { leaveClosedAccount } from '../orders/leave-closed-account.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import {
  findOrderByPayment,
  findOrderEvenDeleted,
  type OrderRow,
  updateOrderIf,
} from '../orders/order-repository.ts';
import { findLeastBusyReader } from '../people/directory/people-repository.ts';
import { recallDelivery } from '../readings/recall-delivery.ts';
import { addBusinessDays, deliveryBusinessDays } from '../time/business-days.ts';
import {
  forgetMissedWebhook,
  forgetStrayPayment,
  isEventKnown,
  rememberEvent,
  rememberMissedWebhook,
  rememberStrayPayment,
} from './payment-repository.ts';
import type { RecentPayments } from './recent-payments.ts';

const day = 86_400_000;

/** How many cards may be declined on one payment before it is canceled: people mistype, testers go on. */
const declinesPerPayment = 5;

/** How far back the reconciler looks: as long as Stripe repeats a webhook. */
const reconcileMilliseconds = 3 * day;

/**
 * Brings an order in line with what the payment provider says of its payment. The one way by which an
 * order becomes paid; calling it again, or late, changes nothing (spec/decisions.md, "Payment truth").
 *
 * @param payment as the provider just told it, never as a browser or an event claims
 * @returns the order's payment status; null when the payment belongs to no order
 */
export function settlePayment(context: Context, payment: Payment): PaymentStatus | null {
  const settled = writeTransaction(context.db, (tx) => {
    const order = findOrderOf(tx, payment);
    if (!order) return null;
    if (payment.status !== 'succeeded') return order.paymentStatus;
    if (order.paymentStatus === 'unpaid') {
      const problem = mismatch(context, order, payment);
      return problem ? holdForReview(context, tx, order, problem) : markPaid(context, tx, order, 'stripe');
    }
    // The order is paid by another payment: this one is a second charge.
    if (order.paymentIntentId !== payment.id) return null;
    return followMoney(context, tx, order, payment);
  });
  if (settled === null && payment.status === 'succeeded') followStray(context, payment);
  context.mailIsWaiting();
  return settled;
}

/**
 * Makes an order paid: due date, reader, timeline and confirmation mail in one transaction.
 *
 * @param order unpaid, or in review when an admin has decided
 * @param actor `stripe`, `system` for a free reading, or the admin
 */
export function markPaid(context: Context, tx: Queryable, order: OrderRow, actor: string): PaymentStatus {
  const now = context.clock.now();
  const reader = findLeastBusyReader(tx);
  const paid = updateOrderIf(
    tx,
    order.id,
    { paymentStatus: order.paymentStatus === 'review' ? 'review' : 'unpaid' },
    {
      paymentStatus: 'paid',
      paidAt: now,
      dueAt: addBusinessDays(now, deliveryBusinessDays, context.config.businessTimeZone),
      assignedReaderId: reader?.id ?? null,
      assignedAt: reader ? now : null,
      // Whoever was charged has an order: one that was deleted while it was unpaid is back.
      deletedAt: null,
    },
  );
  if (!paid) return order.paymentStatus;
  if (order.paymentIntentId) forgetStrayPayment(tx, order.paymentIntentId);
  const about = { orderId: order.id, at: now };
  if (order.deletedAt !== null) recordEvent(tx, { ...about, type: 'order_restored', actor });
  recordEvent(tx, { ...about, type: 'payment_succeeded', actor, data: { amountCents: order.amountCents } });
  if (reader) {
    recordEvent(tx, { ...about, type: 'assigned', actor: 'system', data: { reader: reader.username } });
    notify(context, tx, { kind: 'order_assigned', orderIds: [order.id], readerId: reader.id });
  }
  enqueueMail(context, tx, {
    kind: 'order_confirmation',
    orderId: order.id,
    to: { name: order.customerName, address: order.customerEmail },
  });
  return 'paid';
}

/**
 * Asks the provider whether an order is paid. What the caller believes does not matter; who asks about one
 * order too often is answered with what is known of it.
 *
 * @throws {DomainError} `order_not_found` unless id and number belong together, `payment_provider_failed`
 */
export async function confirmPayment(
  context: Context,
  recent: RecentPayments,
  input: { orderId: string; orderNumber: string },
): Promise<{ status: PaymentStatus }> {
  const order = findOrderEvenDeleted(context.db, input.orderId);
  if (!order || order.orderNumber !== input.orderNumber) {
    throw new DomainError('order_not_found', 'There is no such order.');
  }
  if (order.paymentStatus !== 'unpaid' || !order.paymentIntentId) return { status: order.paymentStatus };
  if (recent.take(`order ${order.id}`) > 0) return { status: order.paymentStatus };
  const payment = await context.payments.findPayment(order.paymentIntentId).catch(unknownWhetherPaid);
  return { status: (payment && settlePayment(context, payment)) ?? order.paymentStatus };
}

/** Whoever asks may have paid a moment ago: nobody knows now, and so it is not said that nothing was charged. */
function unknownWhetherPaid(cause: unknown): never {
  if (!(cause instanceof DomainError) || cause.code !== 'payment_provider_failed') throw cause;
  const message =
    'The payment service cannot be reached right now, so we do not know yet whether your payment went through. You need not pay again; please try again in a moment.';
  throw new DomainError('payment_provider_failed', message, { cause });
}

/**
 * Takes a webhook call. The event only says where to look; the provider is asked for the truth.
 *
 * @throws {DomainError} `invalid_request` for a bad signature, `payment_provider_failed` (the provider
 *   will repeat the event)
 */
export async function receiveEvent(context: Context, rawBody: string, signature: string): Promise<void> {
  const event = context.payments.readEvent(rawBody, signature);
  if (isEventKnown(context.db, event.id)) return;
  if (event.paymentId) {
    const payment = await context.payments.findPayment(event.paymentId);
    if (payment) settlePayment(context, payment);
    const isDecline = event.type === 'payment_intent.payment_failed';
    const card = (isDecline && payment?.declinedCard) || null;
    const isNew = rememberEvent(context.db, { ...event, card, receivedAt: context.clock.now() });
    forgetMissedWebhook(context.db, event.paymentId);
    // The same event may have come twice while Stripe was asked.
    if (isNew && isDecline && payment) await answerDecline(context, payment);
    return;
  }
  rememberEvent(context.db, { ...event, receivedAt: context.clock.now() });
}

/**
 * Finds payments whose webhook never came. One that is merely faster than its webhook is noted as well;
 * the webhook takes the note back when it comes.
 *
 * @returns how many orders it brought up to date
 */
export async function reconcilePayments(context: Context): Promise<number> {
  let found = 0;
  for await (const payment of context.payments.listPayments(context.clock.now() - reconcileMilliseconds)) {
    if (payment.status !== 'succeeded') continue;
    const before = findOrderOf(context.db, payment)?.paymentStatus ?? null;
    const settled = settlePayment(context, payment);
    // A stray payment brings nothing up to date, however often it is met.
    if (settled === null || settled === before) continue;
    found += 1;
    rememberMissedWebhook(context.db, { paymentIntentId: payment.id, foundAt: context.clock.now() });
  }
  if (found > 0) {
    context.log.warn({ found }, 'payments were found that no webhook had told of');
  }
  return found;
}

function findOrderOf(db: Queryable, payment: Payment): OrderRow | undefined {
  const named = payment.orderId === null ? undefined : findOrderEvenDeleted(db, payment.orderId);
  return findOrderByPayment(db, payment.id) ?? named;
}

/** @returns why a succeeded payment does not pay for this order, or null when it does */
function mismatch(context: Context, order: OrderRow, payment: Payment): string | null {
  if (payment.orderId !== order.id || order.paymentIntentId !== payment.id) return 'order';
  if (payment.amountReceivedCents !== order.amountCents) return 'amount';
  if (payment.currency !== order.currency) return 'currency';
  if (payment.isLive !== (context.config.stripe.mode === 'live')) return 'livemode';
  if (order.erasedAt !== null) return 'erased';
  return null;
}

/**
 * An admin has looked at a payment that did not fit and takes it as it is: the order is paid.
 *
 * @throws {DomainError} `order_not_found`, `order_conflict` when there is nothing to decide
 */
export function acceptPayment(context: Context, user: SignedIn, orderId: string): void {
  writeTransaction(context.db, (tx) => {
    const order = findOrderEvenDeleted(tx, orderId);
    if (!order || order.deletedAt !== null)
      throw new DomainError('order_not_found', 'There is no such order.');
    if (order.paymentStatus !== 'review') {
      throw new DomainError('order_conflict', 'There is nothing to decide about the payment of this order.');
    }
    markPaid(context, tx, order, user.username);
  });
  context.mailIsWaiting();
}

/** Money came that does not fit: a person has to look at it. No reader sees the order. */
function holdForReview(context: Context, tx: Queryable, order: OrderRow, problem: string): PaymentStatus {
  const now = context.clock.now();
  updateOrderIf(
    tx,
    order.id,
    { paymentStatus: 'unpaid' },
    { paymentStatus: 'review', paidAt: now, deletedAt: null },
  );
  recordEvent(tx, { orderId: order.id, type: 'payment_review', actor: 'stripe', at: now, data: { problem } });
  context.log.error({ orderId: order.id, problem }, 'a payment does not fit its order');
  return 'review';
}

/**
 * Takes over refunds and disputes, whoever made them. Paid never becomes unpaid, and what was never accepted
 * as paid (it has no due date) stays in review until all its money went back.
 */
function followMoney(context: Context, tx: Queryable, order: OrderRow, payment: Payment): PaymentStatus {
  const told = moneyStatus(payment);
  const status = order.dueAt === null && told !== 'refunded' ? 'review' : told;
  const { refundedCents } = payment;
  if (status === order.paymentStatus && refundedCents === order.refundedCents) return status;
  const changes = { paymentStatus: status, refundedCents };
  updateOrderIf(tx, order.id, { paymentStatus: order.paymentStatus }, changes);
  if (!isWorkable(status)) recallDelivery(context, tx, order, 'stripe');
  const data = { from: order.paymentStatus, to: status, refundedCents };
  recordEvent(tx, {
    orderId: order.id,
    type: 'payment_changed',
    actor: 'stripe',
    at: context.clock.now(),
    data,
  });
  if (isWorkable(status) && !isWorkable(order.paymentStatus)) leaveClosedAccount(context, tx, order.id);
  return status;
}

function moneyStatus(payment: Payment): PaymentStatus {
  if (payment.isDisputed) return 'disputed';
  if (payment.refundedCents === 0) return 'paid';
  return payment.refundedCents >= payment.amountReceivedCents ? 'refunded' : 'partially_refunded';
}

/** Notes a declined card; a payment on which card after card is tried, or by a tester, is made impossible. */
async function answerDecline(context: Context, payment: Payment): Promise<void> {
  const order = findOrderOf(context.db, payment);
  if (order?.paymentStatus === 'unpaid') {
    recordEvent(context.db, {
      orderId: order.id,
      type: 'payment_failed',
      actor: 'stripe',
      at: context.clock.now(),
    });
  }
  if (payment.status !== 'open') return;
  const origin = findOrigin(context.db, payment.id);
  const isContained = origin !== undefined && isTester(context, origin, payment.declinedCard);
  if (!isContained && countDeclines(context.db, payment.id) < declinesPerPayment) return;
  context.log.warn({ paymentId: payment.id }, 'too many cards were declined; the payment is canceled');
  settlePayment(context, await context.payments.cancelPayment(payment.id));
}

/** Money without an order is kept in sight until it went back. */
function followStray(context: Context, payment: Payment): void {
  const { id: paymentIntentId, amountReceivedCents: amountCents } = payment;
  if (moneyStatus(payment) === 'refunded') {
    forgetStrayPayment(context.db, paymentIntentId);
    return;
  }
  if (!rememberStrayPayment(context.db, { paymentIntentId, amountCents, seenAt: context.clock.now() }))
    return;
  context.log.error({ paymentId: payment.id }, 'a payment belongs to no order');
}
