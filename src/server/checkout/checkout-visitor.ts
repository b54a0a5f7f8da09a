import { writeTransaction } from '../../../db/client.ts';
import type { ReadingRequest } from '../../shared/checkout/checkout-schema.ts';
import { isSameMoney, type Money } from '../../shared/money.ts';
import { isHttps } from '../base/config/addresses.ts';
import type { Config } from '../base/config/config.ts';
import type { Context } from '../base/context.ts';
import { hostCookie } from '../base/host-cookie.ts';
import { hashToken, linkTokenFrom, tokenLength } from '../base/random.ts';
import { createBuyersLink } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { canBePaid, type RecentPayments } from '../payments/confirm-payment.ts';
import { findOfferOnSale } from '../shop/manage-offers.ts';
import {
  type CheckoutRow,
  findCheckout,
  listVisitorsOrders,
  markAcknowledged,
  storeCheckout,
} from './checkout-repository.ts';

export interface CheckoutDependencies {
  context: Context;
  recent: RecentPayments;
  address: string;
  /** Throws when this visitor may not start another payment at Stripe. */
  admitCheckout: (checkoutId: string) => Promise<void>;
  admitFreeOrder: (request: ReadingRequest) => Promise<void>;
}

export interface Visitor {
  token: string;
  /** The token, then a dot and the last paid order that the visitor was shown. */
  cookie: string;
  /** The order in the cookie, which the browser knows is paid. */
  toldOrderId?: string | undefined;
  checkout: CheckoutRow;
}

/** Returns the visitor's orders that can still be paid, as `canBePaid`. */
export function listOpenOrders({ db }: Pick<Context, 'db'>, cookie: string): OrderRow[] {
  return listVisitorsOrders(db, checkoutIdOf(readCookie(cookie).token)).filter(canBePaid);
}

/** Stores that the visitor's page knows the order is paid, so that `openCheckout` does not report it again. */
export async function acknowledgeOrder(context: Context, cookie: string, orderId: string): Promise<void> {
  const checkoutId = checkoutIdOf(readCookie(cookie).token);
  await writeTransaction(context.db, (tx) =>
    markAcknowledged(tx, { checkoutId, orderId }, context.clock.now()),
  );
}

/** Records that the visitor has seen the prices that hold since `pricedAt`; nothing for an unknown cookie. */
export async function rememberShownPrice(context: Context, cookie: string, pricedAt: number): Promise<void> {
  const checkout = findCheckout(context.db, checkoutIdOf(readCookie(cookie).token));
  if (checkout) await tellPrice(context, checkout, checkout, pricedAt);
}

/** Returns the checkout with the price that the visitor sees now, stored unless they saw the same since `pricedAt`. */
export async function tellPrice(
  { db, clock }: Context,
  checkout: CheckoutRow,
  { amountMinor, currency }: Money,
  pricedAt: number,
): Promise<CheckoutRow> {
  if (isSameMoney(checkout, { amountMinor, currency }) && pricedAt <= checkout.toldAt) return checkout;
  const told = { ...checkout, amountMinor, currency, toldAt: clock.now() };
  await writeTransaction(db, (tx) => storeCheckout(tx, told));
  return told;
}

/** Runs `work` after the visitor's earlier calls, with the checkout of their cookie, or with a new, unstored one. */
export function withVisitor<T>(
  { context }: CheckoutDependencies,
  cookie: string | null,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T> {
  const sent = readCookie(cookie ?? '');
  const id = checkoutIdOf(sent.token || context.random.newToken());
  return context.checkoutLock(id, async () => {
    const known = findCheckout(context.db, id);
    if (known) {
      const { token, paidOrderId: toldOrderId } = sent;
      return work({ token, cookie: cookie ?? '', toldOrderId, checkout: known });
    }
    // A token that we did not issue is not accepted.
    const token = context.clock.now().toString(36) + context.random.newToken();
    const { priceMinor: amountMinor, currency } = findOfferOnSale(context.db);
    const checkout = {
      id: checkoutIdOf(token),
      attempt: 1,
      paymentIntentId: null,
      amountMinor,
      currency,
      createdAt: context.clock.now(),
      toldAt: context.clock.now(),
    };
    return work({ token, cookie: token, checkout });
  });
}

/** Keeps the token's time as a prefix, so that rows of one day lie together in their indexes. */
function checkoutIdOf(token: string): string {
  return token.slice(0, -tokenLength) + hashToken(token);
}

function readCookie(cookie: string): { token: string; paidOrderId: string | undefined } {
  const [token = '', paidOrderId] = cookie.split('.');
  return { token, paidOrderId };
}

export interface OwnOrder {
  order: OrderRow;
  linkToken: string;
}

/** Returns name and attributes of the cookie that identifies a visitor at checkout, and a function for its header. */
export function checkoutCookie(config: Pick<Config, 'publicUrl'>) {
  return hostCookie('checkout', isHttps(config));
}

/** Finds a paid order of the browser with a checkout cookie: for a day, or until its next checkout. */
export function findOwnOrder(
  { db }: Pick<Context, 'db'>,
  cookie: string | null,
  isMeant: (order: Pick<OrderRow, 'id' | 'orderNumber'>) => boolean,
): OwnOrder | null {
  const { token } = readCookie(cookie ?? '');
  if (!token) return null;
  const order = listVisitorsOrders(db, checkoutIdOf(token)).find(
    (own) => own.paymentStatus !== 'unpaid' && own.deletedAt === null && isMeant(own),
  );
  return order ? { order, linkToken: linkTokenFrom(token, order.id) } : null;
}

/** Stores the order link of the browser that ordered, and returns its secret; null, logged, if the write fails. */
export function saveBuyersLink(context: Context, { order, linkToken }: OwnOrder): string | null {
  try {
    createBuyersLink(context, linkToken, order.id);
    return linkToken;
  } catch (error) {
    // The page is shown even when the disk is full.
    context.log.warn({ err: error, orderId: order.id }, 'a buyer’s link was not saved');
    return null;
  }
}
