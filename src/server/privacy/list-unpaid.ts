import type { Context } from '../context/context.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listAllOrdersOf } from './person-repository.ts';

/** @returns the orders of an address whose payment was begun and can still be made */
export function listUnpaid({ db }: Pick<Context, 'db'>, address: string): OrderRow[] {
  return listAllOrdersOf(db, address).filter(
    ({ paymentStatus, abandonedAt }) => paymentStatus === 'unpaid' && abandonedAt === null,
  );
}
