import { writeTransaction } from '../../../db/client.ts';
import { shownEmail } from '../../../db/email-columns.ts';
import type { CheckoutOpened, CheckoutSubmitted, ReadingRequest } from '../../shared/checkout/checkout.ts';
import type { Offer } from '../../shared/checkout/offer.ts';
import { formatPrice } from '../../shared/money.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import type { Payment } from '../context/payment-gateway.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { keptPromise, readOffer } from '../settings/read-offer.ts';
import { refuseLaterDay, refuseWhenClosed, refuseWithoutConsent } from '../settings/refuse-sale.ts';
import { giveUpOrder } from './abandon-checkouts.ts';
import {
  type Checkout,
  keepCheckout,
  listVisitorsOrders,
  noteAcknowledged,
  type VisitorsOrder,
} from './checkout-repository.ts';
import { type CheckoutResult, withVisitor } from './checkout-visitor.ts';
import { keepConsent, placeFreeOrder, placeOrder, repeatOrder, submitted } from './place-order.ts';
import { askAboutOrder, type CheckoutDependencies, isPayable, openPayment } from './visitor-payments.ts';

/*
 * One form, one order, one payment, however often a visitor reloads or presses the button, in whatever tab.
 *
 * How a paid order stays what its customer confirmed: a browser confirms a payment only after a submit was answered
 * with it, and the server cannot see when. So from that answer on an order never changes: the same form finds it again,
 * another form is another order with another payment.
 *
 * How the price stays the one on the button: a payment's amount only changes while it belongs to no order. A confirmed
 * payment has the amount that a submit answered, which the page has compared with its button.
 */

/**
 * Opens the checkout: answers with the visitor's payment, the same on every reload, and with an order that was paid
 * meanwhile.
 *
 * @param cookie the visitor's
 * @throws {DomainError} `closed_conflict` while sales are paused, `payment_provider_failed`, `too_many_requests`,
 *   `unavailable`
 */
export function openCheckout(
  dependencies: CheckoutDependencies,
  cookie: string | null,
): Promise<CheckoutResult<CheckoutOpened>> {
  return withVisitor(dependencies, cookie, async (visitor) => {
    const { checkout } = visitor;
    const { context } = dependencies;
    const known = listVisitorsOrders(context.db, checkout.id);
    const [newest] = known;
    const current = newest && isOpen(newest) ? await askAboutOrder(dependencies, checkout, newest) : null;
    const offer = readOffer(context);
    const followed = await followPrice(context, checkout, { known, asked: current, offer });
    const paid = lookAgain(context, checkout, known).filter(isPaid);
    const untold = paid.find(({ acknowledgedAt }) => acknowledgedAt === null);
    // The browser sends the cookie back once it has the answer: only then is the visitor done with the order.
    const done = untold ?? paid[0];
    const resulting = done ? `${visitor.token}.${done.id}` : visitor.cookie;
    const isCurrent =
      isUnderWay(current) || (newest?.amountCents === followed.amountCents && isPayable(current));
    try {
      if (!isUnderWay(current)) refuseWhenClosed(context, offer);
      const answer = isCurrent
        ? { clientSecret: current.clientSecret }
        : await preparePayment(dependencies, followed);
      return { cookie: resulting, answer: untold ? { ...answer, ...completed(untold) } : answer };
    } catch (error) {
      // A new payment fails just now; the paid order is still reported.
      if (!untold || !(error instanceof DomainError)) throw error;
      return { cookie: resulting, answer: { clientSecret: null, ...completed(untold) } };
    }
  });
}

/**
 * Places the order of a filled-in form, with a payment of its own. The same form finds the same order again until it is
 * paid, and never changes it.
 *
 * @throws {DomainError} `consent_conflict` without the consent that the shop asks for, `price_conflict` when the price
 *   is no longer the one this visitor was told, `day_conflict` when the reading would be ready later than on the day
 *   that they were shown, `order_conflict` when the order of this form is paid, `another_order_conflict` when the
 *   visitor has paid for another form and was not told yet, and the errors of `openCheckout`
 */
export function submitCheckout(
  dependencies: CheckoutDependencies,
  cookie: string | null,
  request: ReadingRequest,
): Promise<CheckoutResult<CheckoutSubmitted>> {
  return withVisitor(dependencies, cookie, async (visitor) => {
    const { context } = dependencies;
    const answered = (answer: CheckoutSubmitted) => ({ cookie: visitor.cookie, answer });
    const known = listVisitorsOrders(context.db, visitor.checkout.id);
    const { same, newest } = await findOrders(context, visitor.checkout, known, request);
    // A free order sent twice is answered twice.
    if (same && isPaid(same)) return answered(submitted(same, null));
    const asked = same ?? newest;
    const payment =
      asked && isOpen(asked) ? await askAboutOrder(dependencies, visitor.checkout, asked) : null;
    const offer = readOffer(context);
    const checkout = await followPrice(context, visitor.checkout, { known, asked: payment, offer });
    // It turned out to be paid just now, but the browser never learned of it.
    await findOrders(context, checkout, lookAgain(context, checkout, known), request);
    if (same && isUnderWay(payment)) {
      return answered(await repeatOrder(dependencies, checkout, same, payment));
    }
    refuseWhenClosed(context, offer);
    refuseWithoutConsent(context, request.consent);
    const promised = (same && keptPromise(context, same)) ?? offer.promisedDay;
    // The promised day is fixed here: the queue may grow while the provider answers.
    const accepted = { ...request, promisedDay: promised };
    if (checkout.amountCents === 0) {
      refuseLaterDay(context, promised, request.promisedDay);
      return answered(await placeFreeOrder(dependencies, checkout, accepted));
    }
    if (checkout !== visitor.checkout) {
      throw new DomainError(
        'price_conflict',
        `The price has changed to ${formatPrice(checkout.amountCents)}. You haven’t been charged. Please check the new price and press the button again.`,
      );
    }
    refuseLaterDay(context, promised, request.promisedDay);
    if (same?.amountCents !== checkout.amountCents) {
      return answered(await placeOrder(dependencies, checkout, accepted));
    }
    if (request.consent) await keepConsent(context, same);
    return answered(await repeatOrder(dependencies, checkout, same, payment));
  });
}

/** Reads a visitor's orders again. Only open ones can have changed since they called. */
function lookAgain({ db }: Context, checkout: Checkout, known: VisitorsOrder[]): VisitorsOrder[] {
  return known.some(isOpen) ? listVisitorsOrders(db, checkout.id) : known;
}

/**
 * Finds which of a visitor's orders a form may be about: the order of the same form, and their newest.
 *
 * @throws {DomainError} when it is paid, unless it was the same form and free
 */
async function findOrders(
  context: Context,
  checkout: Checkout,
  orders: VisitorsOrder[],
  request: ReadingRequest,
) {
  const same = orders.find((order) => isOfForm(order, request) && (isPaid(order) || isOpen(order)));
  const [newest] = orders;
  if (same && isPaid(same) && same.amountCents > 0) {
    throw await paidConflict(context, checkout, same, 'order_conflict', 'is already paid.');
  }
  if (!same && newest && isPaid(newest)) {
    const words = `is ${newest.amountCents > 0 ? 'paid' : 'confirmed'}. What you’ve typed since isn’t part of it, but you can order it as another reading.`;
    throw await paidConflict(context, checkout, newest, 'another_order_conflict', words);
  }
  return { same, newest };
}

/** Notes that the visitor does not know of their paid order yet: the page tells them the next time it is opened. */
async function paidConflict(
  { db }: Context,
  checkout: Checkout,
  order: OrderRow,
  code: 'order_conflict' | 'another_order_conflict',
  words: string,
): Promise<DomainError> {
  const seen = { checkoutId: checkout.id, orderId: order.id };
  await writeTransaction(db, (tx) => noteAcknowledged(tx, seen, null));
  return new DomainError(code, `Your order ${order.orderNumber} ${words}`);
}

/** Whether an order has exactly the words of a form. */
function isOfForm(order: OrderRow, request: ReadingRequest): boolean {
  return (
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

/** Unpaid, and not given up. */
function isOpen(order: OrderRow): boolean {
  return !isPaid(order) && order.abandonedAt === null;
}

/** Whether a bank still decides about a payment: whatever the price is by now, no other is begun in its place. */
function isUnderWay(payment: Payment | null): payment is Payment {
  return payment?.status === 'processing';
}

/**
 * Gives up the visitor's unpaid order if its price is not the current one.
 *
 * @param call.known the visitor's orders when they called
 * @param call.asked the payment that was just looked up: one that is under way cannot be given up
 * @param call.offer the current offer, read once for the whole call
 * @returns the checkout with the current price; the same object when nothing has changed
 */
async function followPrice(
  context: Context,
  checkout: Checkout,
  { known, asked, offer }: { known: VisitorsOrder[]; asked: Payment | null; offer: Offer },
): Promise<Checkout> {
  const { priceCents: amountCents } = offer;
  const underWay = isUnderWay(asked) ? asked.id : null;
  for (const order of lookAgain(context, checkout, known)) {
    const isOutdated = isOpen(order) && order.amountCents !== amountCents;
    if (isOutdated && order.paymentIntentId !== underWay) await giveUpOrder(context, order);
  }
  if (checkout.amountCents === amountCents) return checkout;
  const followed = { ...checkout, amountCents };
  await writeTransaction(context.db, (tx) => keepCheckout(tx, followed));
  return followed;
}

async function preparePayment(
  dependencies: CheckoutDependencies,
  checkout: Checkout,
): Promise<CheckoutOpened> {
  if (checkout.amountCents === 0) {
    await writeTransaction(dependencies.context.db, (tx) => keepCheckout(tx, checkout));
    return { clientSecret: null, free: true };
  }
  const { payment } = await openPayment(dependencies, checkout);
  return { clientSecret: payment.clientSecret };
}

function completed({ orderNumber }: OrderRow): { completedOrderNumber: string } {
  return { completedOrderNumber: orderNumber };
}
