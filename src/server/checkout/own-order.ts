import { linkTokenFrom } from '../basics/random.ts';
import type { Config } from '../config/config.ts';
import { isHttps } from '../config/https.ts';
import type { Context } from '../context/context.ts';
import { ownCookie } from '../context/own-cookie.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listVisitorsOrders } from './checkout-repository.ts';
import { checkoutIdOf, readCookie } from './checkout-visitor.ts';

export interface OwnOrder {
  order: OrderRow;
  linkToken: string;
}

export function visitorCookie(config: Pick<Config, 'publicUrl'>) {
  return ownCookie('checkout', isHttps(config));
}

/** Finds a paid order of the calling browser by its checkout cookie: for a day, or until its next checkout. */
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
