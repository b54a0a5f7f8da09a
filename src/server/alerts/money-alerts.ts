import type { Alert } from '../../shared/alerts.ts';
import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import { formatDay } from '../time/business-days.ts';
import {
  listDoubtedOrders,
  listOrdersInReview,
  listOrdersWithFailedRefund,
  listQuestionedOrders,
  type TroubledOrder,
} from './money-alerts-repository.ts';

/** How many orders an alert names. */
export const ordersNamed = 20;

/** @returns alerts for decisions about the money of orders */
export function findMoneyAlerts(context: Context): Alert[] {
  const { db } = context;
  const unfit = listOrdersInReview(db);
  const doubted = listDoubtedOrders(db);
  const questioned = listQuestionedOrders(db);
  const failed = listOrdersWithFailedRefund(db);
  const when = answerWhen(context, questioned[0]?.dueAt ?? null);
  return [
    about(
      'payment_review',
      [...unfit, ...doubted],
      [
        unfit.length > 0 &&
          plural(
            unfit.length,
            'A payment does not fit its order. No reader sees this order until you have decided.',
            'Payments do not fit their orders. No reader sees these orders until you have decided.',
          ),
        doubted.length > 0 &&
          plural(
            doubted.length,
            'A payment may be fraudulent, so its reading is held back. Refund it before it is disputed, or let the order go on.',
            'Payments may be fraudulent, so their readings are held back. Refund them before they are disputed, or let the orders go on.',
          ),
      ]
        .filter((words) => words !== false)
        .join(' '),
    ),
    about(
      'payment_disputed',
      questioned,
      plural(
        questioned.length,
        `A bank questions a customer’s payment. Answer at Stripe${when}.`,
        `Banks question customers’ payments. Answer the first at Stripe${when}.`,
      ),
    ),
    about(
      'refund_failed',
      failed,
      plural(
        failed.length,
        'A refund has failed after it was made: the money is with us again, and the customer is without. Refund it again, or some other way.',
        'Refunds have failed after they were made: the money is with us again, and the customers are without. Refund them again, or some other way.',
      ),
    ),
  ];
}

/** @returns the end of a sentence: the day by which to answer a bank, relative to today */
function answerWhen({ clock, config }: Context, dueAt: number | null): string {
  if (dueAt === null) return '';
  const dayOf = (time: number) => formatDay(time, config.businessTimeZone, clock.now());
  const day = dayOf(dueAt);
  if (dueAt < clock.now()) return ` at once: its time for an answer ended on ${day}`;
  return day === dayOf(clock.now()) ? ' today' : ` by ${day}`;
}

function about(code: Alert['code'], orders: TroubledOrder[], message: string): Alert {
  return {
    code,
    message,
    count: orders.length,
    orders: orders.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
  };
}
