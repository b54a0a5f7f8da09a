import { plural } from '../../shared/plural.ts';
import { listWaitingOrders } from '../availability/waiting-orders-repository.ts';
import type { Context } from '../context/context.ts';
import { findFreeReader } from '../people/directory/free-reader.ts';
import { listActiveReaders } from '../people/directory/people-repository.ts';
import { ordersNamed } from './money-alerts.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** How many orders are counted at most. */
const ordersCounted = 1_000;

/**
 * @returns an alert for the orders that wait because no reader is free. There is none while a reader is free, who gets
 *   them within the minute, or in a shop without readers.
 */
export function findWaitingAlert(context: Context): PlainAlert {
  const { db, clock } = context;
  const waiting = listWaitingOrders(db, ordersCounted);
  const isNobodyFree =
    waiting.length > 0 &&
    listActiveReaders(db).length > 0 &&
    findFreeReader(context, db, clock.now()) === undefined;
  return {
    code: 'nobody_free',
    count: isNobodyFree ? waiting.length : 0,
    orders: waiting.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
    message: plural(
      waiting.length,
      'An order waits for a reader: all readers are away or at their limit. Assign it, or change who is away and how many orders each takes. The next free reader gets it.',
      'Orders wait for a reader: all readers are away or at their limit. Assign them, or change who is away and how many orders each takes. The next free reader gets them.',
    ),
  };
}
