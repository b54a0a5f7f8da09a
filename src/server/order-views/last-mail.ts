import type { Context } from '../context/context.ts';
import { listMailsOfOrder } from '../outbox/outbox-repository.ts';

/** @returns whether the newest mail to an order's customer that does not wait was given up, refused for good or too long */
export function isLastMailUndelivered({ db }: Pick<Context, 'db'>, orderId: string): boolean {
  const last = listMailsOfOrder(db, orderId).findLast(({ state }) => state === 'sent' || state === 'failed');
  return last?.state === 'failed';
}
