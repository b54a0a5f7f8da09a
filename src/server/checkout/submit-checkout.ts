import { isDeepStrictEqual } from 'node:util';
import { writeTransaction } from '../../../db/client.ts';
import { shownEmail } from '../../../db/computed-columns.ts';
import type { CheckoutOpened, CheckoutSubmitted } from '../../shared/checkout/checkout-schema.ts';
import { decimalsOf, isSameMoney } from '../../shared/money.ts';
import { chosenAddOns, quoteOrder } from '../../shared/offers/quote.ts';
import { foldCode } from '../../shared/text.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { Payment } from '../base/payment-gateway.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { canBePaid, isPayable, refreshVisitorsPayment } from '../payments/confirm-payment.ts';
import { findUsesToGiveUp } from '../shop/manage-codes.ts';
import { findOfferOnSale, invalidField, listOffersOnSale } from '../shop/manage-offers.ts';
import { promisedDayOfToday, readAvailability } from '../shop/read-availability.ts';
import { cancelUnpaidOrder } from './abandon-checkouts.ts';
import {
  type OrderToPlace,
  refuseLaterDay,
  refuseRush,
  refuseWhenClosed,
  refuseWithoutConsent,
  throwPriceConflict,
} from './check-order.ts';
import {
  type CheckoutRow,
  listVisitorsOrders,
  markAcknowledged,
  storeCheckout,
  unlinkOrder,
  type VisitorsOrder,
} from './checkout-repository.ts';
import { acknowledgeOrder, type CheckoutDependencies, tellPrice, withVisitor } from './checkout-visitor.ts';
import {
  openPayment,
  placeFreeOrder,
  placeOrder,
  presentSubmission,
  repeatOrder,
  storeConsentOnce,
} from './place-order.ts';

/*
 * One form, one order, one payment, on every reload or press. A browser confirms a payment once a submit was
 * answered with it: from then on the order and its amount never change, and another form is another order.
 */

/**
 * Returns the cookie to set, and the visitor's payment for an offer (without `slug`, the first) at its current price,
 * opened if needed, with the number of an order paid in the meantime. @throws {DomainError} `invalid_request`,
 * `closed_conflict`, `payment_provider_failed`, `too_many_requests`, `unavailable`
 */
export function openCheckout(dependencies: CheckoutDependencies, cookie: string | null, slug?: string) {
  return withVisitor(dependencies, cookie, async (visitor) => {
    const { context } = dependencies;
    const { priceMinor, currency, pricedAt, days } = findOfferOnSale(context.db, slug);
    const [newest] = listVisitorsOrders(context.db, visitor.checkout.id);
    const { payment, orders } = await refresh(dependencies, visitor.checkout, newest);
    const checkout = await tellPrice(
      context,
      visitor.checkout,
      { amountMinor: priceMinor, currency },
      pricedAt,
    );
    const paid = orders.filter(isPaid);
    const told = paid.find(({ id }) => id === visitor.toldOrderId);
    if (told?.acknowledgedAt === null) await acknowledgeOrder(context, visitor.token, told.id);
    const unacknowledged = paid.find((order) => order.acknowledgedAt === null && order !== told);
    // The browser sends the cookie back once it has the answer: only then does it know of the order.
    const reported = unacknowledged ?? paid[0];
    const newCookie = reported ? `${visitor.token}.${reported.id}` : visitor.cookie;
    const completed = unacknowledged && { completedOrderNumber: unacknowledged.orderNumber };
    const isCurrent = isUnderWay(payment) || (newest && isSameMoney(newest, checkout) && isPayable(payment));
    try {
      if (!isUnderWay(payment)) refuseWhenClosed(context, readAvailability(context, days));
      const opened = isCurrent
        ? { clientSecret: payment.clientSecret }
        : await preparePayment(dependencies, checkout);
      const answer: CheckoutOpened = { ...opened, ...completed };
      return { cookie: newCookie, answer };
    } catch (error) {
      // A paid order is reported although no new payment can begin.
      if (!completed || !(error instanceof DomainError)) throw error;
      return { cookie: newCookie, answer: { clientSecret: null, ...completed } };
    }
  });
}

/**
 * Places the order of a form, or returns the one that the same form placed before, with the cookie to set. @throws as
 * `openCheckout`; `consent_conflict`; `rush_conflict`; `price_conflict` or `day_conflict` if the form showed another;
 * `order_conflict` or `another_order_conflict` if the order of this or another form is paid
 */
export function submitCheckout(
  dependencies: CheckoutDependencies,
  cookie: string | null,
  form: OrderToPlace,
) {
  return withVisitor(dependencies, cookie, async ({ cookie, checkout, toldOrderId: orderId }) => {
    // A visitor who knows of their order and sends a form orders another one.
    const ends = orderId && { checkoutId: checkout.id, orderId };
    if (ends) await writeTransaction(dependencies.context.db, (tx) => unlinkOrder(tx, ends));
    return { cookie, answer: await submitForm(dependencies, checkout, form) };
  });
}

async function submitForm(
  dependencies: CheckoutDependencies,
  checkout: CheckoutRow,
  form: OrderToPlace,
): Promise<CheckoutSubmitted> {
  const { context } = dependencies;
  const { request, chosen, code, quote } = form;
  const known = listVisitorsOrders(context.db, checkout.id);
  const placed = await findUnpaidOrders(context, checkout, known, form);
  // A free order sent twice is answered twice.
  if (placed.same && isPaid(placed.same)) return presentSubmission(placed.same, null);
  const { payment, orders } = await refresh(dependencies, checkout, placed.same ?? placed.newest);
  // It may have just become paid, or was abandoned for its price.
  const { same } = await findUnpaidOrders(context, checkout, orders, form);
  if (same && isUnderWay(payment)) return repeatOrder(dependencies, checkout, same, payment);

  if (code.problem !== null) throw invalidField('code', code.problem);
  const isNew = !same || !isSameMoney(same, quote);
  if (isNew) await refuseUsedCode(dependencies, form, orders, payment);
  const availability = readAvailability(context, quote.days);
  refuseWhenClosed(context, availability);
  refuseRush(chosen, availability);
  refuseWithoutConsent(context, request.consent);
  // The promised day is fixed here: the queue may grow while the provider answers.
  const kept = placed.same && promisedDayOfToday(context, placed.same);
  const promisedDay = kept ?? availability.promisedDay;
  const accepted = { ...form, promisedDay };
  if (quote.amountMinor === 0) {
    refuseLaterDay(context, promisedDay, request.promisedDay);
    return placeFreeOrder(dependencies, checkout, accepted);
  }
  await refuseOtherPrice(context, checkout, form);
  refuseLaterDay(context, promisedDay, request.promisedDay);
  if (isNew) return placeOrder(dependencies, checkout, accepted);
  if (request.consent) await storeConsentOnce(context, same);
  return repeatOrder(dependencies, checkout, same, payment);
}

/** Refuses a code that is used up, and abandons unpaid orders that no longer reserve a use of it. */
async function refuseUsedCode(
  { context, address }: CheckoutDependencies,
  { request: { customerEmail: email }, code: { row } }: OrderToPlace,
  orders: VisitorsOrder[],
  payment: Payment | null,
): Promise<void> {
  if (!row) return;
  const own = orders.map(({ id }) => id);
  const underWay = isUnderWay(payment) ? payment.id : null;
  for (const { needed, uses } of findUsesToGiveUp(context, row, { email, address, own })) {
    let left = needed;
    for (const use of uses) {
      if (left <= 0) break;
      if (use.paymentIntentId !== underWay && (await cancelUnpaidOrder(context, use))) left -= 1;
    }
  }
}

/** Refuses a form that showed another total, by its own figure or by the last price the visitor saw. */
async function refuseOtherPrice(
  context: Context,
  checkout: CheckoutRow,
  { request, offer, chosen, code, quote }: OrderToPlace,
): Promise<void> {
  const isPlain = chosen.length === 0 && code.row === null && offer.id === findOfferOnSale(context.db).id;
  const { shownAmount, shownCurrency = quote.currency } = request;
  const isTold = isPlain ? isSameMoney(checkout, quote) : offer.pricedAt <= checkout.toldAt;
  // A program may have added up dollars: 62.76 and 20 are 82.75999999999999.
  const shownMinor = Math.round((shownAmount ?? 0) * 10 ** decimalsOf(quote.currency));
  const shown = { amountMinor: shownMinor, currency: shownCurrency };
  if (shownAmount === undefined ? isTold : isSameMoney(shown, quote)) return;
  await tellPrice(context, checkout, isPlain ? quote : checkout, offer.pricedAt);
  throwPriceConflict(context, quote);
}

/** Asks for the payment of an open order, and gives up the visitor's others at another price than today's. */
async function refresh(
  dependencies: CheckoutDependencies,
  checkout: CheckoutRow,
  asked: VisitorsOrder | undefined,
) {
  const { context } = dependencies;
  const payment = asked ? await refreshVisitorsPayment(dependencies, checkout.id, asked) : null;
  const underWay = isUnderWay(payment) ? payment.id : null;
  const orders = listVisitorsOrders(context.db, checkout.id);
  const outdated = orders.filter(
    (order) => canBePaid(order) && order.paymentIntentId !== underWay && !hasCurrentPrice(context, order),
  );
  for (const order of outdated) await cancelUnpaidOrder(context, order);
  return { payment, orders: outdated.length > 0 ? listVisitorsOrders(context.db, checkout.id) : orders };
}

/** @throws {DomainError} when this form's order is paid (free ones aside) or, without one, when the newest order is */
async function findUnpaidOrders(
  context: Context,
  checkout: CheckoutRow,
  orders: VisitorsOrder[],
  form: OrderToPlace,
) {
  const same = orders.find((order) => matchesForm(order, form) && (isPaid(order) || canBePaid(order)));
  const [newest] = orders;
  if (same && isPaid(same) && same.amountMinor > 0) {
    throw await paidConflict(context, checkout, same, 'order_conflict', 'is already paid.');
  }
  if (!same && newest && isPaid(newest)) {
    const words = `is ${newest.amountMinor > 0 ? 'paid' : 'confirmed'}. What you’ve typed since isn’t part of it, but you can order it as another reading.`;
    throw await paidConflict(context, checkout, newest, 'another_order_conflict', words);
  }
  return { same, newest };
}

/** Records that the visitor has not seen that their order is paid, so that the next opening reports it. */
async function paidConflict(
  { db }: Context,
  checkout: CheckoutRow,
  order: OrderRow,
  code: 'order_conflict' | 'another_order_conflict',
  words: string,
): Promise<DomainError> {
  const link = { checkoutId: checkout.id, orderId: order.id };
  await writeTransaction(db, (tx) => markAcknowledged(tx, link, null));
  return new DomainError(code, `Your order ${order.orderNumber} ${words}`);
}

function matchesForm(order: OrderRow, { request, offer, chosen }: OrderToPlace): boolean {
  const idsOf = (addOns: { id: string }[]) => addOns.map(({ id }) => id).join();
  return (
    order.offerId === offer.id &&
    foldCode(order.code ?? '') === foldCode(request.code ?? '') &&
    idsOf(order.addOns) === idsOf(chosen) &&
    isDeepStrictEqual(order.answers, request.answers) &&
    order.readingType === request.readingType &&
    order.customQuestion === request.customQuestion &&
    order.customerName === request.customerName &&
    order.customerEmail === shownEmail(request.customerEmail) &&
    order.readingAddresseeName === request.readingAddresseeName &&
    order.backgroundContext === request.backgroundContext
  );
}

function isPaid(order: OrderRow): boolean {
  return order.paymentStatus !== 'unpaid';
}

/** Returns whether a bank is processing a payment: no other is opened in its place at any price. */
function isUnderWay(payment: Payment | null): payment is Payment {
  return payment?.status === 'processing';
}

/** Returns whether an order would cost the same now, with its own discount. */
function hasCurrentPrice({ db }: Context, { offerId, addOns, discountMinor, ...order }: OrderRow): boolean {
  const offer = listOffersOnSale(db).find(({ id }) => id === offerId);
  if (!offer) return false;
  const ids = addOns.map(({ id }) => id);
  const chosen = chosenAddOns(offer, ids);
  const { amountMinor, currency } = quoteOrder(offer, chosen);
  return (
    chosen.length === ids.length && isSameMoney(order, { amountMinor: amountMinor - discountMinor, currency })
  );
}

async function preparePayment(
  dependencies: CheckoutDependencies,
  checkout: CheckoutRow,
): Promise<CheckoutOpened> {
  if (checkout.amountMinor === 0) {
    await writeTransaction(dependencies.context.db, (tx) => storeCheckout(tx, checkout));
    return { clientSecret: null, free: true };
  }
  const { payment } = await openPayment(dependencies, checkout, checkout);
  return { clientSecret: payment.clientSecret };
}
