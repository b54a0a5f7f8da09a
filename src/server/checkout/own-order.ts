import { linkTokenFrom } from '../basics/random.ts';
import type { Config } from '../config/config.ts';
import { isHttps } from '../config/https.ts';
import type { Context } from '../context/context.ts';
import { ownCookie } from '../context/own-cookie.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listVisitorsOrders } from './checkout-repository.ts';
import { checkoutIdOf, readCookie } from './checkout-visitor.ts';

/** An order of the calling browser. */
export interface OwnOrder {
  order: OrderRow;
  /** The secret of this browser's own link to the order: only its cookie leads to it. */
  linkToken: string;
}

/** @returns the cookie by which the checkout recognizes a browser */
export function visitorCookie(config: Pick<Config, 'publicUrl'>) {
  return ownCookie('checkout', isHttps(config));
}

/**
 * Finds a paid order of the calling browser. It is known for a day, or until the browser begins another checkout.
 *
 * @param cookie the browser's checkout cookie
 * @param isMeant selects one of its orders
 * @returns null for an order of any other browser
 */
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
