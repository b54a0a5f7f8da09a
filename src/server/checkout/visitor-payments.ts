import { writeTransaction } from '../../../db/client.ts';
import type { ReadingRequest } from '../../shared/checkout/checkout.ts';
import { hashToken } from '../basics/random.ts';
import { rememberOrigin } from '../card-testing/card-repository.ts';
import type { Context } from '../context/context.ts';
import type { Payment } from '../context/payment-gateway.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { settlePayment } from '../payments/money/settle-payment.ts';
import { type RecentPayments, refuseWhenTooOften } from '../payments/recent-payments.ts';
import { type Checkout, keepCheckout } from './checkout-repository.ts';
import type { KeyedLock } from './keyed-lock.ts';

export interface CheckoutDependencies {
  context: Context;
  /** Runs the calls of one visitor one after the other. */
  lock: KeyedLock;
  recent: RecentPayments;
  /** Where the visitor calls from. */
  address: string;
  /** Checks whether this visitor may start another payment at Stripe; throws when not. */
  admitCheckout: (checkoutId: string) => Promise<void>;
  /** Checks whether this visitor may order another free reading; throws when not. */
  admitFreeOrder: (request: ReadingRequest) => Promise<void>;
}

/**
 * Looks up a payment. A visitor who asks too often gets the last known state.
 *
 * @returns null when the provider does not know it
 * @throws {DomainError} `payment_provider_failed`, `too_many_requests`
 */
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

/**
 * Finds the visitor's payment that belongs to no order yet, or begins one: it stays the same until an order takes it.
 * Only such a payment ever changes its amount.
 *
 * @returns the payment, with the price the visitor was told, and the checkout that it belongs to
 * @throws {DomainError} `payment_provider_failed`, `too_many_requests`, `unavailable`
 */
export async function openPayment(
  dependencies: CheckoutDependencies,
  checkout: Checkout,
): Promise<{ payment: Payment; checkout: Checkout }> {
  const { context, recent } = dependencies;
  const { amountCents } = checkout;
  const current = checkout.paymentIntentId
    ? await lookUp(dependencies, checkout, checkout.paymentIntentId)
    : null;
  if (current?.status === 'open' && current.orderId === null) {
    if (current.amountCents === amountCents) return { payment: current, checkout };
    return { payment: recent.keep(await context.payments.changeAmount(current.id, amountCents)), checkout };
  }
  // Never begun, canceled, paid without an order (the payment test page), or unknown by now: begin the next one.
  const isUsedUp = checkout.paymentIntentId !== null;
  return beginPayment(dependencies, isUsedUp ? withoutPayment(checkout) : checkout);
}

/** @returns a checkout whose payment belongs to an order, or is of no more use */
export function withoutPayment(checkout: Checkout): Checkout {
  return { ...checkout, paymentIntentId: null, attempt: checkout.attempt + 1 };
}

async function beginPayment(
  dependencies: CheckoutDependencies,
  checkout: Checkout,
): Promise<{ payment: Payment; checkout: Checkout }> {
  const { context, recent, address } = dependencies;
  refuseWhenTooOften(recent.take(checkout.id));
  await dependencies.admitCheckout(checkout.id);
  const payment = await context.payments.openPayment({
    amountCents: checkout.amountCents,
    // The same operation on the same thing in the same version: a repeat finds the first one.
    idempotencyKey: `open-checkout:${checkout.id}:${checkout.attempt}:${checkout.amountCents}`,
  });
  const begun = { ...checkout, paymentIntentId: payment.id };
  await writeTransaction(context.db, (tx) => {
    keepCheckout(tx, begun);
    rememberOrigin(tx, {
      paymentIntentId: payment.id,
      checkoutId: checkout.id,
      // An address is personal: what is stored is its hash.
      address: hashToken(address),
    });
  });
  return { payment: recent.keep(payment), checkout: begun };
}

/** @returns whether a payment can be made, or is just being made */
export function isPayable(payment: Payment | null): payment is Payment {
  return payment?.status === 'open' || payment?.status === 'processing';
}
