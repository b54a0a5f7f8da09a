import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { CheckoutOpened, CheckoutSubmitted, ReadingRequest } from '../../shared/checkout.ts';
import { centsToDollars, formatPrice } from '../../shared/money.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { recordEvent } from '../orders/events.ts';
import {
  findOrderEvenDeleted,
  insertOrder,
  isOrderNumberTaken,
  type OrderRow,
  updateOrderIf,
} from '../orders/repository.ts';
import { hashToken, newId, newOrderNumber, newToken } from '../random.ts';
import { readPriceCents } from '../settings/repository.ts';
import type { Payment } from './gateway.ts';
import type { KeyedLock } from './keyed-lock.ts';
import { type Checkout, claimCheckout, findCheckout, insertCheckout, updateCheckout } from './repository.ts';
import { markPaid, settlePayment } from './service.ts';

/*
 * One visitor, one payment intent, one order, however often they reload or press the button.
 *
 * The rule that keeps anybody from paying a price that was not on the button: an intent's amount only
 * ever changes while no order is attached to it. The browser confirms a payment only after a submit was
 * answered, and every answered submit attached its order; so whatever is confirmed has the amount that
 * submit answered, which the page has compared with its button.
 */

export interface CheckoutDependencies {
  context: Context;
  /** Keeps the calls of one visitor in a row. */
  lock: KeyedLock;
  /** Asks whether this visitor may start another payment at Stripe; throws when not. */
  admitCheckout: () => Promise<void>;
  /** Asks whether this visitor may order another free reading; throws when not. */
  admitFreeOrder: () => Promise<void>;
}

/** An answer, and the visitor's token for the cookie. */
export interface CheckoutResult<T> {
  visitor: string;
  answer: T;
}

/**
 * Opens the checkout page: hands out this visitor's payment intent, the same on every reload.
 *
 * @param visitor the token in the visitor's cookie
 * @throws {DomainError} `payment_provider_failed`, `too_many_requests`
 */
export function openCheckout(
  dependencies: CheckoutDependencies,
  visitor: string | null,
): Promise<CheckoutResult<CheckoutOpened>> {
  return dependencies.lock(visitor ?? newToken(), async () => {
    const { context } = dependencies;
    const checkout = visitor ? findCheckout(context.db, hashToken(visitor)) : undefined;
    if (!visitor || !checkout || checkout.acknowledgedAt !== null) return startCheckout(dependencies);
    const completedOrderNumber = await findCompleted(context, checkout);
    if (completedOrderNumber) {
      const fresh = await startCheckout(dependencies);
      return { ...fresh, answer: { ...fresh.answer, completedOrderNumber } };
    }
    const priceCents = readPriceCents(context.db);
    if (checkout.amountCents !== priceCents && (checkout.orderId || priceCents === 0)) {
      return replaceCheckout(dependencies, checkout);
    }
    const payment = await ensurePayment(dependencies, checkout, priceCents);
    return { visitor, answer: opened(payment) };
  });
}

/**
 * Places the order of a filled-in form and attaches it to the visitor's payment intent. Repeating it
 * updates the same order until it is paid.
 *
 * @throws {DomainError} `price_conflict` when the price is no longer the one the page was opened with,
 *   `order_conflict` when this visitor's order is already paid, and what `openCheckout` throws
 */
export function submitCheckout(
  dependencies: CheckoutDependencies,
  visitor: string | null,
  request: ReadingRequest,
): Promise<CheckoutResult<CheckoutSubmitted>> {
  return dependencies.lock(visitor ?? newToken(), async () => {
    const { context } = dependencies;
    const known = visitor ? findCheckout(context.db, hashToken(visitor)) : undefined;
    // A token we never gave out is not adopted.
    const token = known && visitor ? visitor : newToken();
    const order = known?.orderId ? findOrderEvenDeleted(context.db, known.orderId) : undefined;
    if (known && order && order.paymentStatus !== 'unpaid') return repeatAnswer(context, known, order, token);
    const priceCents = readPriceCents(context.db);
    if (priceCents === 0) return placeFreeOrder(dependencies, known, token, request);
    const checkout = known ?? createCheckout(context, token, priceCents);
    if (checkout.amountCents !== priceCents) {
      await followPrice(dependencies, checkout, priceCents);
      throw new DomainError(
        'price_conflict',
        `The price has changed to ${formatPrice(priceCents)}. Nothing was charged; please look at the new price and press the button again.`,
      );
    }
    const payment = await ensurePayment(dependencies, checkout, priceCents);
    if (order && payment.status === 'succeeded') {
      // Paid, but the browser never heard of it.
      settlePayment(context, payment);
      throw alreadyPaid(order);
    }
    const placed = writeTransaction(context.db, (tx) =>
      placeOrder(context, tx, checkout.id, request, {
        amountCents: payment.amountCents,
        paymentIntentId: payment.id,
      }),
    );
    if (payment.orderId !== placed.id) {
      // Usually still open; paid already if somebody paid it without our page.
      settlePayment(context, await context.payments.attachOrder(payment.id, placed.id));
    }
    return { visitor: token, answer: submitted(placed, payment) };
  });
}

/** Notes that a visitor was told that their order is paid: their next visit begins a new one. */
export function acknowledgeOrder(context: Context, visitor: string, orderId: string): void {
  const checkout = findCheckout(context.db, hashToken(visitor));
  if (checkout?.orderId !== orderId) return;
  updateCheckout(context.db, checkout.id, { acknowledgedAt: context.clock.now() });
}

async function startCheckout(dependencies: CheckoutDependencies): Promise<CheckoutResult<CheckoutOpened>> {
  const { context } = dependencies;
  const token = newToken();
  const priceCents = readPriceCents(context.db);
  if (priceCents > 0) await dependencies.admitCheckout();
  const checkout = createCheckout(context, token, priceCents);
  if (priceCents === 0) return { visitor: token, answer: { clientSecret: null, free: true } };
  const payment = await openPayment(context, checkout);
  return { visitor: token, answer: opened(payment) };
}

/** The visitor's order has another amount than the button will have: it and its intent are given up. */
async function replaceCheckout(
  dependencies: CheckoutDependencies,
  checkout: Checkout,
): Promise<CheckoutResult<CheckoutOpened>> {
  const { context } = dependencies;
  if (checkout.paymentIntentId) {
    const old = await context.payments.cancelPayment(checkout.paymentIntentId);
    settlePayment(context, old);
  }
  const completedOrderNumber = await findCompleted(context, checkout);
  const fresh = await startCheckout(dependencies);
  return completedOrderNumber ? { ...fresh, answer: { ...fresh.answer, completedOrderNumber } } : fresh;
}

/** @returns the number of the visitor's order, if it turns out to be paid */
async function findCompleted(context: Context, checkout: Checkout): Promise<string | null> {
  const order = checkout.orderId ? findOrderEvenDeleted(context.db, checkout.orderId) : undefined;
  if (!order) return null;
  if (order.paymentStatus !== 'unpaid') return order.orderNumber;
  if (!checkout.paymentIntentId) return null;
  const payment = await context.payments.findPayment(checkout.paymentIntentId);
  const status = payment && settlePayment(context, payment);
  return status && status !== 'unpaid' ? order.orderNumber : null;
}

/** @returns the checkout's payment, able to be paid and asking for the price */
async function ensurePayment(
  dependencies: CheckoutDependencies,
  checkout: Checkout,
  priceCents: number,
): Promise<Payment> {
  const { context } = dependencies;
  const current = checkout.paymentIntentId
    ? await context.payments.findPayment(checkout.paymentIntentId)
    : null;
  const isUsedUp = current?.status === 'canceled' || (current?.status === 'succeeded' && !current.orderId);
  if (current && !isUsedUp) {
    if (current.amountCents === priceCents || current.orderId !== null) return current;
    return changeAmount(context, checkout, current.id, priceCents);
  }
  // Never opened, canceled, paid without an order (the payment test page), or no longer known: the next one.
  await dependencies.admitCheckout();
  const attempt = checkout.paymentIntentId ? checkout.attempt + 1 : checkout.attempt;
  return openPayment(context, updateCheckout(context.db, checkout.id, { attempt, amountCents: priceCents }));
}

/** Gets the visitor's intent to ask for the new price, or gives up the one that has an order. */
async function followPrice(
  dependencies: CheckoutDependencies,
  checkout: Checkout,
  priceCents: number,
): Promise<void> {
  const { context } = dependencies;
  if (!checkout.orderId) {
    await ensurePayment(dependencies, checkout, priceCents);
    updateCheckout(context.db, checkout.id, { amountCents: priceCents });
    return;
  }
  const changes = { orderId: null, amountCents: priceCents };
  if (checkout.paymentIntentId) {
    await giveUpPayment(context, checkout.paymentIntentId);
    updateCheckout(context.db, checkout.id, {
      ...changes,
      paymentIntentId: null,
      attempt: checkout.attempt + 1,
    });
    return;
  }
  updateCheckout(context.db, checkout.id, changes);
}

/** Cancels a payment, unless it was made meanwhile: then its order is the visitor's order. */
async function giveUpPayment(context: Context, paymentId: string): Promise<void> {
  const payment = await context.payments.cancelPayment(paymentId);
  if (settlePayment(context, payment) === null || payment.status !== 'succeeded') return;
  throw new DomainError('order_conflict', 'Your order is already paid. Please reload the page.');
}

async function changeAmount(
  context: Context,
  checkout: Checkout,
  paymentId: string,
  priceCents: number,
): Promise<Payment> {
  const payment = await context.payments.changeAmount(paymentId, priceCents);
  updateCheckout(context.db, checkout.id, { amountCents: priceCents });
  return payment;
}

async function openPayment(context: Context, checkout: Checkout): Promise<Payment> {
  const payment = await context.payments.openPayment({
    amountCents: checkout.amountCents,
    // The same operation on the same thing in the same version: a repeat finds the first one.
    idempotencyKey: `open-checkout:${checkout.id}:${checkout.attempt}:${checkout.amountCents}`,
  });
  updateCheckout(context.db, checkout.id, { paymentIntentId: payment.id });
  return payment;
}

async function placeFreeOrder(
  dependencies: CheckoutDependencies,
  known: Checkout | undefined,
  token: string,
  request: ReadingRequest,
): Promise<CheckoutResult<CheckoutSubmitted>> {
  const { context } = dependencies;
  await dependencies.admitFreeOrder();
  if (known?.paymentIntentId) await giveUpPayment(context, known.paymentIntentId);
  const placed = writeTransaction(context.db, (tx) => {
    const checkout = known ?? createCheckout(context, token, 0, tx);
    // What was ordered at a price stays as it is, unpaid; the free reading is an order of its own.
    if (checkout.amountCents !== 0) updateCheckout(tx, checkout.id, { orderId: null, amountCents: 0 });
    const order = placeOrder(context, tx, checkout.id, request, { amountCents: 0, paymentIntentId: null });
    markPaid(context, tx, order, 'system');
    updateCheckout(tx, checkout.id, { acknowledgedAt: context.clock.now() });
    return order;
  });
  context.mailIsWaiting();
  return { visitor: token, answer: submitted(placed, null) };
}

/** Stores the order of a checkout, or the newest version of its form while it is unpaid. */
function placeOrder(
  context: Context,
  tx: Queryable,
  checkoutId: string,
  request: ReadingRequest,
  payment: { amountCents: number; paymentIntentId: string | null },
): OrderRow {
  const checkout = findCheckout(tx, checkoutId);
  // Given up after a day, just now, while Stripe was asked.
  if (!checkout)
    throw new DomainError('order_conflict', 'This page was open for too long. Please reload it.');
  const { orderId } = checkout;
  const now = context.clock.now();
  if (orderId) {
    const updated = updateOrderIf(tx, orderId, { paymentStatus: 'unpaid' }, { ...request, ...payment });
    if (!updated)
      throw new DomainError('order_conflict', 'Your order is already paid. Please reload the page.');
    return updated;
  }
  const order = insertOrder(tx, {
    ...request,
    ...payment,
    id: newId(),
    orderNumber: unusedOrderNumber(tx),
    createdAt: now,
  });
  claimCheckout(tx, checkoutId, order.id);
  recordEvent(tx, { orderId: order.id, type: 'order_placed', actor: 'customer', at: now });
  return order;
}

function unusedOrderNumber(tx: Queryable): string {
  for (;;) {
    const orderNumber = newOrderNumber();
    if (!isOrderNumberTaken(tx, orderNumber)) return orderNumber;
  }
}

function createCheckout(
  context: Context,
  token: string,
  amountCents: number,
  tx: Queryable = context.db,
): Checkout {
  return insertCheckout(tx, { id: hashToken(token), amountCents, createdAt: context.clock.now() });
}

/** A free order sent twice is answered twice; a paid one is not to be paid again, but shown. */
function repeatAnswer(
  context: Context,
  checkout: Checkout,
  order: OrderRow,
  visitor: string,
): CheckoutResult<CheckoutSubmitted> {
  if (order.amountCents === 0) return { visitor, answer: submitted(order, null) };
  // From a second tab, perhaps: its page opens the checkout next, and learns of the order then.
  updateCheckout(context.db, checkout.id, { acknowledgedAt: null });
  throw alreadyPaid(order);
}

function alreadyPaid(order: OrderRow): DomainError {
  return new DomainError(
    'order_conflict',
    `Your order ${order.orderNumber} is already paid. Reload the page to order another reading.`,
  );
}

function opened(payment: Payment): CheckoutOpened {
  return { clientSecret: payment.clientSecret };
}

function submitted(order: OrderRow, payment: Payment | null): CheckoutSubmitted {
  return {
    orderNumber: order.orderNumber,
    orderId: order.id,
    paymentIntentId: payment?.id ?? null,
    clientSecret: payment?.clientSecret ?? null,
    amount: centsToDollars(order.amountCents),
  };
}
