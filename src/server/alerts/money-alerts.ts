import type { Alert } from '../../shared/alerts.ts';
import { minutes } from '../../shared/durations.ts';
import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import { formatDay } from '../time/business-days.ts';
import {
  listDisputedOrders,
  listDoubtedOrders,
  listOrdersAskedAbout,
  listOrdersWithFailedRefund,
  listOrdersWithWaitingRefund,
  type QuestionedOrder,
  type TroubledOrder,
} from './money-alerts-repository.ts';

/** How many orders an alert names. */
export const ordersNamed = 5;

/** How long Stripe may owe an answer to a refund, in milliseconds: it is asked again every minute. */
const answerPatience = minutes(5);

/** @returns what the admin should look at in payments that succeeded once */
export function findMoneyAlerts({ db, clock, config }: Context): Alert[] {
  const disputed = listDisputedOrders(db);
  const askedAbout = listOrdersAskedAbout(db);
  const doubted = listDoubtedOrders(db);
  const failed = listOrdersWithFailedRefund(db);
  const unknown = listOrdersWithWaitingRefund(db, clock.now() - answerPatience);
  /** What is to be done, unless all that can be done is to wait. */
  const answer = ([soonest]: QuestionedOrder[], words: string, otherwise: string) =>
    soonest?.dueAt ? `${words} by ${formatDay(soonest.dueAt, config.businessTimeZone)}` : otherwise;
  return [
    about(
      'payment_disputed',
      disputed,
      disputed.length === 1
        ? `A customer disputes their payment, and their bank has taken the money back. ${answer(disputed, 'Answer at Stripe', 'The bank has not decided yet')}; the work on this order is stopped.`
        : `Customers dispute their payments, and their banks have taken the money back. ${answer(disputed, 'Answer them at Stripe', 'The banks have not decided yet')}; the work on these orders is stopped.`,
    ),
    about(
      'payment_inquiry',
      askedAbout,
      `${plural(askedAbout.length, 'A bank asks about a payment', 'Banks ask about payments')} that may be disputed. A refund now avoids that${answer(askedAbout, '; or answer at Stripe', '')}.`,
    ),
    about(
      'payment_warning',
      doubted,
      plural(
        doubted.length,
        'A payment may be fraudulent, so its reading is held back. Refund it before it is disputed, or let the order go on.',
        'Payments may be fraudulent, so their readings are held back. Refund them before they are disputed, or let the orders go on.',
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
    about(
      'refund_waiting',
      unknown,
      plural(
        unknown.length,
        'Stripe has not answered whether it made a refund. It is asked again every minute; please do not make it a second time there.',
        'Stripe has not answered whether it made refunds. It is asked again every minute; please do not make them a second time there.',
      ),
    ),
  ];
}

function about(code: Alert['code'], orders: TroubledOrder[], message: string): Alert {
  return {
    code,
    message,
    count: orders.length,
    orders: orders.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
  };
}
