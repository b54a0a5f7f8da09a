import type { Context } from '../context/context.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listAllOrdersOf } from './person-repository.ts';

/** @returns whether an order's payment was begun and can still be made */
export function canBePaid({ paymentStatus, abandonedAt }: OrderRow): boolean {
  return paymentStatus === 'unpaid' && abandonedAt === null;
}

/** @returns the orders of an address whose payment was begun and can still be made */
export function listUnpaid({ db }: Pick<Context, 'db'>, address: string): OrderRow[] {
  return listAllOrdersOf(db, address).filter(canBePaid);
}
