import { writeTransaction } from '../../../db/client.ts';
import { hashToken } from '../basics/random.ts';
import { rememberOrigin } from '../card-testing/card-repository.ts';
import type { Payment } from '../context/payment-gateway.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { settlePayment } from '../payments/money/settle-payment.ts';
import { refuseWhenTooOften } from '../payments/recent-payments.ts';
import { type Checkout, keepCheckout } from './checkout-repository.ts';
import type { CheckoutDependencies } from './checkout-visitor.ts';

/** Looks up a payment. A visitor who asks too often gets the last known state. */
async function lookUp(
  { context, recent }: CheckoutDependencies,
  checkout: Checkout,
  paymentId: string,
): Promise<Payment | null> {
  const wait = recent.take(checkout.id);
  const known = wait > 0 ? recent.recall(paymentId) : null;
  if (known) return known;
  refuseWhenTooOften(wait);
  const payment = await context.payments.findPayment(paymentId);
  return payment && recent.keep(payment);
}

/** Looks up the payment of an unpaid order, and marks the order paid when it is. */
export async function askAboutOrder(
  dependencies: CheckoutDependencies,
  checkout: Checkout,
  order: OrderRow,
): Promise<Payment | null> {
  if (order.paymentIntentId === null) return null;
  const payment = await lookUp(dependencies, checkout, order.paymentIntentId);
  if (payment?.status === 'succeeded') await settlePayment(dependencies.context, payment);
  return payment;
}

interface Begun {
  payment: Payment;
  checkout: Checkout;
}

/**
 * Finds the visitor's payment that belongs to no order yet, or begins one. Only such a payment changes its amount.
 *
 * @throws {DomainError} `payment_provider_failed`, `too_many_requests`, `unavailable`
 */
export async function openPayment(dependencies: CheckoutDependencies, checkout: Checkout): Promise<Begun> {
  const { context, recent } = dependencies;
  const { amountCents } = checkout;
  const current = checkout.paymentIntentId
    ? await lookUp(dependencies, checkout, checkout.paymentIntentId)
    : null;
  if (current?.status === 'open' && current.orderId === null) {
    if (current.amountCents === amountCents) return { payment: current, checkout };
    return { payment: recent.keep(await context.payments.changeAmount(current.id, amountCents)), checkout };
  }
  // Never begun, canceled, paid without an order (the payment test page), or unknown by now.
  return beginPayment(dependencies, checkout.paymentIntentId ? withoutPayment(checkout) : checkout);
}

/** @returns the checkout once its payment belongs to an order or cannot be used */
export function withoutPayment(checkout: Checkout): Checkout {
  return { ...checkout, paymentIntentId: null, attempt: checkout.attempt + 1 };
}

async function beginPayment(dependencies: CheckoutDependencies, checkout: Checkout): Promise<Begun> {
  const { context, recent, address } = dependencies;
  refuseWhenTooOften(recent.take(checkout.id));
  await dependencies.admitCheckout(checkout.id);
  const payment = await context.payments.openPayment({
    amountCents: checkout.amountCents,
    // A repeat of the same attempt finds the first payment.
    idempotencyKey: `open-checkout:${checkout.id}:${checkout.attempt}:${checkout.amountCents}`,
  });
  const begun = { ...checkout, paymentIntentId: payment.id };
  const origin = { paymentIntentId: payment.id, checkoutId: checkout.id, address: hashToken(address) };
  await writeTransaction(context.db, (tx) => {
    keepCheckout(tx, begun);
    rememberOrigin(tx, origin);
  });
  return { payment: recent.keep(payment), checkout: begun };
}

/** Whether a payment can be made, or is just being made. */
export function isPayable(payment: Payment | null): payment is Payment {
  return payment?.status === 'open' || payment?.status === 'processing';
}
