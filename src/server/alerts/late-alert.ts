import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import { listLateOrders } from '../late-readings/late-orders.ts';
import { ordersNamed } from './money-alerts.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** How many orders are counted at most. */
const ordersCounted = 1_000;

/** @returns an alert for readings that are or will be late and are not handed in */
export function findLateAlert(context: Context): PlainAlert {
  const late = listLateOrders(context, context.db, ordersCounted);
  return {
    code: 'reading_late',
    count: late.length,
    orders: late.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
    message: plural(
      late.length,
      'A reading is late, or due within a business day. Open its order to promise the customer a later day.',
      'Readings are late, or due within a business day. Open an order to promise its customer a later day.',
    ),
  };
}
