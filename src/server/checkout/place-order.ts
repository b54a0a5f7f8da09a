import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import { consentText } from '../../shared/aftercare/withdrawal.ts';
import type { CheckoutSubmitted } from '../../shared/checkout/checkout-schema.ts';
import { isSameMoney, type Money, toMajor } from '../../shared/money.ts';
import { termsText } from '../../shared/offers/quote.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { hashToken } from '../base/random.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import {
  findOrderEvenDeleted,
  insertOrder,
  isOrderNumberTaken,
  type OrderRow,
  storeTerms,
  updateOrderIf,
} from '../orders/order-repository.ts';
import { rememberOrigin } from '../payments/card-repository.ts';
import { findVisitorsPayment, isPayable, refuseWhenTooOften } from '../payments/confirm-payment.ts';
import { markPaid } from '../payments/mark-paid.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { offersWithdrawal } from '../shop/change-settings.ts';
import { refuseUsedUp } from '../shop/manage-codes.ts';
import type { OrderToPlace } from './check-order.ts';
import {
  type CheckoutRow,
  linkOrder,
  markAcknowledged,
  storeCheckout,
  type VisitorsOrder,
} from './checkout-repository.ts';
import type { CheckoutDependencies } from './checkout-visitor.ts';

/** Stores the customer's consent with an unpaid order, unless it has one or the shop offers no withdrawal. */
export async function storeConsentOnce(context: Context, { id, consentId }: OrderRow): Promise<void> {
  if (consentId !== null || !offersWithdrawal(context.db)) return;
  await writeTransaction(context.db, (tx) => {
    const consent = consentOf(context, tx);
    // A webhook may have marked the order paid meanwhile: the history then says no more than the order.
    if (!updateOrderIf(tx, id, { paymentStatus: 'unpaid' }, consent)) return;
    recordEvent(tx, { orderId: id, type: 'consent_given', actor: 'customer', at: consent.consentedAt });
  });
}

function consentOf({ clock }: Context, tx: Transaction) {
  return { consentId: storeTerms(tx, consentText), consentedAt: clock.now() };
}

/** The promised day is the one on the page, or an earlier one. */
type AcceptedForm = OrderToPlace & { promisedDay: string };

/** Stores an unpaid order and attaches it to the visitor's payment at Stripe, which is opened if needed. */
export async function placeOrder(
  dependencies: CheckoutDependencies,
  checkout: CheckoutRow,
  form: AcceptedForm,
): Promise<CheckoutSubmitted> {
  const { payment, checkout: begun } = await openPayment(dependencies, checkout, form.quote);
  const order = await writeTransaction(dependencies.context.db, (tx) => {
    storeCheckout(tx, nextAttempt(begun));
    const { amountMinor, currency, id: paymentIntentId } = payment;
    return insertVisitorsOrder(dependencies, tx, begun, form, { amountMinor, currency, paymentIntentId });
  });
  return attachOrderToPayment(dependencies, order, payment);
}

/** Returns an order placed before, with a new payment if the old one is unusable. @throws `order_conflict` */
export async function repeatOrder(
  dependencies: CheckoutDependencies,
  checkout: CheckoutRow,
  order: VisitorsOrder,
  payment: Payment | null,
): Promise<CheckoutSubmitted> {
  const { db } = dependencies.context;
  const usable = isPayable(payment)
    ? { payment, checkout }
    : await openPayment(dependencies, checkout, order);
  const { id: paymentIntentId, amountMinor, currency } = usable.payment;
  const isSame = paymentIntentId === order.paymentIntentId && isSameMoney(usable.payment, order);
  const repeated = isSame
    ? findOrderEvenDeleted(db, order.id)
    : await writeTransaction(db, (tx) => {
        if (paymentIntentId !== order.paymentIntentId) storeCheckout(tx, nextAttempt(usable.checkout));
        // The amount may have been changed at the provider: that amount is charged and returned.
        const charged = { paymentIntentId, amountMinor, currency };
        return updateOrderIf(tx, order.id, { paymentStatus: 'unpaid' }, charged);
      });
  // It was abandoned, or paid, during the request to Stripe.
  if (!repeated || repeated.abandonedAt !== null) {
    throw new DomainError('order_conflict', 'This page has been open too long. Please reload it.');
  }
  return attachOrderToPayment(dependencies, repeated, usable.payment);
}

/** Attaches the order to its payment at the provider, before the browser can pay. */
async function attachOrderToPayment(
  { context, recent }: CheckoutDependencies,
  order: OrderRow,
  payment: Payment,
): Promise<CheckoutSubmitted> {
  if (payment.orderId !== order.id) {
    const attached = recent.keep(await context.payments.attachOrder(payment.id, order));
    // Usually still open; already paid if it was paid without our page.
    if (attached.status === 'succeeded') await settlePayment(context, attached);
  }
  return presentSubmission(order, payment);
}

/** Stores a free order as paid, with its confirmation mail. @throws {DomainError} `too_many_requests` */
export async function placeFreeOrder(
  dependencies: CheckoutDependencies,
  checkout: CheckoutRow,
  form: AcceptedForm,
): Promise<CheckoutSubmitted> {
  const { context } = dependencies;
  await dependencies.admitFreeOrder(form.request);
  const placed = await writeTransaction(context.db, (tx) => {
    storeCheckout(tx, checkout);
    const free = { amountMinor: 0, currency: form.quote.currency, paymentIntentId: null };
    const order = insertVisitorsOrder(dependencies, tx, checkout, form, free);
    markPaid(context, tx, order, { actor: 'system', payment: null });
    const acknowledgedAt = context.clock.now();
    markAcknowledged(tx, { checkoutId: checkout.id, orderId: order.id }, acknowledgedAt);
    return order;
  });
  context.signals.wakeMailWorker();
  return presentSubmission(placed, null);
}

function insertVisitorsOrder(
  { context, address }: CheckoutDependencies,
  tx: Transaction,
  checkout: CheckoutRow,
  { request, offer, chosen, code: { row: code }, quote, promisedDay }: AcceptedForm,
  money: Money & { paymentIntentId: string | null },
): OrderRow {
  const createdAt = context.clock.now();
  const { readingType, customQuestion, backgroundContext, answers } = request;
  const { customerName, customerEmail, readingAddresseeName } = request;
  // The last use goes to one of two who press at once.
  if (code) refuseUsedUp({ ...context, db: tx }, code, { email: customerEmail, address, own: [] });
  // A checkbox that the form did not show is no consent.
  const consented = request.consent === true && offersWithdrawal(tx);
  const order = insertOrder(tx, {
    ...{ customerName, customerEmail, readingAddresseeName },
    ...{ readingType, customQuestion, backgroundContext, answers, promisedDay },
    ...money,
    ...{ offerId: offer.id, offerName: offer.name, offerDays: quote.days, offerWords: offer.words },
    addOns: chosen.map(({ id, name, priceMinor }) => ({ id, name, priceMinor })),
    ...(code && { codeId: code.id, code: code.code, discountMinor: quote.discountMinor }),
    ...(consented && consentOf(context, tx)),
    id: context.random.newId(),
    orderNumber: unusedOrderNumber(context, tx),
    termsId: storeTerms(tx, termsText(quote.days)),
    createdAt,
  });
  const event = { orderId: order.id, actor: 'customer', at: createdAt };
  linkOrder(tx, { orderId: order.id, checkoutId: checkout.id });
  recordEvent(tx, { ...event, type: 'order_placed' });
  if (consented) recordEvent(tx, { ...event, type: 'consent_given' });
  return order;
}

function unusedOrderNumber(context: Context, tx: Queryable): string {
  for (;;) {
    const orderNumber = context.random.newOrderNumber();
    if (!isOrderNumberTaken(tx, orderNumber)) return orderNumber;
  }
}

/** Returns the answer to a sent form, the amount in the main unit. @param payment null if nothing is left to pay */
export function presentSubmission(order: OrderRow, payment: Payment | null): CheckoutSubmitted {
  return {
    orderNumber: order.orderNumber,
    orderId: order.id,
    paymentIntentId: payment?.id ?? null,
    clientSecret: payment?.clientSecret ?? null,
    amount: toMajor(order.amountMinor, order.currency),
    currency: order.currency,
  };
}

/** Returns the visitor's payment that has no order yet, changed to `money` or just opened, and its checkout. */
export async function openPayment(dependencies: CheckoutDependencies, checkout: CheckoutRow, money: Money) {
  const { context, recent } = dependencies;
  const { paymentIntentId: id } = checkout;
  const current = id ? await findVisitorsPayment(dependencies, checkout.id, id) : null;
  if (current?.status === 'open' && current.orderId === null) {
    if (isSameMoney(current, money)) return { payment: current, checkout };
    return { payment: recent.keep(await context.payments.changeAmount(current.id, money)), checkout };
  }
  // Never begun, canceled, paid without an order (the payment test page), or unknown by now.
  const fresh = checkout.paymentIntentId ? nextAttempt(checkout) : checkout;
  return beginPayment(dependencies, fresh, money);
}

/** Returns the checkout without its payment, so that another gets a new idempotency key. Stores nothing. */
export function nextAttempt(checkout: CheckoutRow): CheckoutRow {
  return { ...checkout, paymentIntentId: null, attempt: checkout.attempt + 1 };
}

async function beginPayment(
  dependencies: CheckoutDependencies,
  checkout: CheckoutRow,
  { amountMinor, currency }: Money,
) {
  const { context, recent, address } = dependencies;
  refuseWhenTooOften(recent.take(checkout.id));
  await dependencies.admitCheckout(checkout.id);
  const payment = await context.payments.openPayment({
    amountMinor,
    currency,
    // A repeat of the same attempt finds the first payment.
    idempotencyKey: `open-checkout:${checkout.id}:${checkout.attempt}:${amountMinor}:${currency}`,
  });
  const begun = { ...checkout, paymentIntentId: payment.id };
  const origin = { paymentIntentId: payment.id, checkoutId: checkout.id, address: hashToken(address) };
  await writeTransaction(context.db, (tx) => {
    storeCheckout(tx, begun);
    rememberOrigin(tx, origin);
  });
  return { payment: recent.keep(payment), checkout: begun };
}
