import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { aboutOrder, recordAudit } from '../base/record-audit.ts';
import { requireOrder } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';
import { markPaid } from './mark-paid.ts';
import { applyMoney, readMoneyFacts } from './money-facts.ts';
import { dismissWarnings, markFailuresSeen } from './money-repository.ts';
import { findOrderPayment } from './refund-order.ts';
import { settlePayment } from './settle-payment.ts';

/** Marks an order in review paid, at the amount received. @throws {DomainError} `order_conflict`, `payment_conflict` */
export async function acceptPayment(context: Context, user: SignedIn, orderId: string): Promise<void> {
  const payment = await findOrderPayment(context, requireReview(context.db, orderId), {
    scope: 'everything',
    meanwhile: 'Nothing was decided.',
  });
  if (payment) await settlePayment(context, payment);
  await writeTransaction(context.db, (tx) => {
    const order = requireReview(tx, orderId);
    if (payment?.status !== 'succeeded') {
      throw new DomainError('payment_conflict', 'Stripe has no payment for this order.');
    }
    if (order.erasedAt !== null) {
      throw new DomainError('payment_conflict', 'The customer’s data was erased: please refund the payment.');
    }
    if (payment.currency !== order.currency) {
      const currency = payment.currency.toUpperCase();
      throw new DomainError('payment_conflict', `This payment came in ${currency}: please refund it.`);
    }
    if (order.dispute === 'open' || order.dispute === 'lost') {
      throw new DomainError('payment_conflict', 'This payment is disputed: it cannot be accepted.');
    }
    if (payment.refundedMinor > 0) {
      throw new DomainError('payment_conflict', 'Some of this payment was refunded: it cannot be accepted.');
    }
    markPaid(context, tx, order, { actor: user.username, payment });
    const at = context.clock.now();
    const money = moneyFormatter(tx, order.currency);
    const details = { amount: money(payment.amountMinor), price: money(order.amountMinor) };
    recordAudit(tx, { actor: user, at, action: 'payment_accepted', subject: aboutOrder(order), details });
  });
  context.signals.wakeMailWorker();
}

function requireReview(db: Queryable, orderId: string): OrderRow {
  const order = requireOrder(db, orderId);
  if (order.paymentStatus === 'review') return order;
  throw new DomainError('order_conflict', 'There is nothing to decide about the payment of this order.');
}

/** Dismisses an order's open warnings and failed refunds. @throws {DomainError} `order_conflict` if there are none */
export async function dismissPaymentWarnings(
  context: Context,
  user: SignedIn,
  orderId: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    const at = context.clock.now();
    const cleared = dismissWarnings(tx, orderId, at) + markFailuresSeen(tx, orderId, at);
    if (cleared === 0) {
      throw new DomainError(
        'order_conflict',
        'There is no longer a warning about the payment of this order.',
      );
    }
    recordEvent(tx, { orderId, type: 'payment_cleared', actor: user.username, at });
    recordAudit(tx, { actor: user, at, action: 'payment_cleared', subject: aboutOrder(order) });
    applyMoney(context, tx, order, readMoneyFacts(tx, order));
  });
}
