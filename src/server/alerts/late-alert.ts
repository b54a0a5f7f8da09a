import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import { listLateOrders } from '../late-readings/late-orders.ts';
import { ordersNamed } from './money-alerts.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** More are not counted. */
const ordersCounted = 1_000;

/** @returns an alert for the readings that will be late, or are, as long as nothing of them is handed in */
export function findLateAlert(context: Context): PlainAlert {
  const late = listLateOrders(context, context.db, ordersCounted);
  return {
    code: 'reading_late',
    count: late.length,
    orders: late.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
    message: plural(
      late.length,
      'A reading is due within a business day, or was, and is not handed in. If it will be late, open its order and send the customer a new day.',
      'Readings are due within a business day, or were, and are not handed in. Where one will be late, open its order and send the customer a new day.',
    ),
  };
}
