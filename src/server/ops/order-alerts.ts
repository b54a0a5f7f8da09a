import { plural } from '../../shared/counted-text.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import type { Context } from '../base/context.ts';
import { formatDay } from '../base/time/business-days.ts';
import { findFreeReader, listWaitingOrders } from '../orders/assignment-repository.ts';
import { listNearlyLateOrders } from '../orders/messages/late-orders.ts';
import { listOrdersToAnswer } from '../orders/messages/message-repository.ts';
import { listUnanswered } from '../orders/messages/questions.ts';
import { listWithdrawnOrders } from '../payments/withdrawal-repository.ts';
import { listActive } from '../people/people-repository.ts';
import {
  listOrdersInReview,
  listOrdersWithFailedMail,
  listOrdersWithFailedRefund,
  listOrdersWithOpenWarnings,
  listQuestionedOrders,
  type NamedOrder,
} from './alerts-repository.ts';

const [ordersCounted, ordersNamed] = [1_000, 20];

/** Lists all alerts about orders, naming at most 20 orders each; the caller drops those with a `count` of 0. */
export function listOrderAlerts(context: Context): Alert[] {
  const { db, config } = context;
  const questioned = listQuestionedOrders(db);
  const when = answerWhen(context, questioned[0]?.dueAt ?? null);
  const toAnswer = listOrdersToAnswer(db, ordersCounted);
  const by = toAnswer[0] ? ` by ${formatDay(toAnswer[0].answerBy, config.businessTimeZone)}` : '';
  return [
    aboutOrders(
      'payment_review',
      listOrdersInReview(db),
      'A payment does not match its order. No reader sees this order until you decide.',
      'Payments do not match their orders. No reader sees these orders until you decide.',
    ),
    aboutOrders(
      'payment_review',
      listOrdersWithOpenWarnings(db),
      'A payment may be fraudulent, so its reading is held back. Refund it before it is disputed, or resume the order.',
      'Payments may be fraudulent, so their readings are held back. Refund them before they are disputed, or resume the orders.',
    ),
    aboutOrders(
      'payment_disputed',
      questioned,
      `A bank is questioning a customer’s payment. Answer at Stripe${when}.`,
      `Banks are questioning customers’ payments. Answer the first at Stripe${when}.`,
    ),
    aboutOrders(
      'refund_failed',
      listOrdersWithFailedRefund(db),
      'A refund failed after it was made: the money is back with us, and the customer did not get it. Refund it again, or another way.',
      'Refunds failed after they were made: the money is back with us, and the customers did not get it. Refund them again, or another way.',
    ),
    aboutOrders(
      'no_reader_free',
      listOrdersWithoutReader(context),
      'An order is waiting for a reader: all readers are away or at their limit. Assign it, or change who is away or how many orders each reader takes. The next free reader gets it.',
      'Orders are waiting for a reader: all readers are away or at their limit. Assign them, or change who is away or how many orders each reader takes. The next free reader gets them.',
    ),
    aboutOrders(
      'reading_late',
      listNearlyLateOrders(context, db, ordersCounted),
      'A reading is late, or due within a business day. Open its order to promise the customer a later day.',
      'Readings are late, or due within a business day. Open an order to promise its customer a later day.',
    ),
    aboutOrders(
      'question_unanswered',
      listUnanswered(context),
      'A customer was reminded and has not answered our question. Decide: continue without an answer (the reading is then due again), ask again, or refund the order.',
      'Customers were reminded and have not answered our questions. Decide for each: continue without an answer (the reading is then due again), ask again, or refund the order.',
    ),
    aboutOrders(
      'message_unanswered',
      toAnswer,
      `A customer wrote about their order, and was promised an answer${by}. Reply, or mark it as done.`,
      `Customers wrote about their orders. The first was promised an answer${by}. Reply to each, or mark it as done.`,
    ),
    aboutOrders(
      'order_withdrawn',
      listWithdrawnOrders(db, ordersCounted),
      'A customer has withdrawn from the contract, and the work on their order has stopped. Refund them within 14 days.',
      'Customers have withdrawn from the contract, and the work on their orders has stopped. Refund them within 14 days.',
    ),
    aboutOrders(
      'mail_failed',
      listOrdersWithFailedMail(db, ordersCounted),
      'An email could not be delivered. Correct the address or send it again.',
      'Emails could not be delivered. Correct the address or send them again.',
    ),
  ];
}

function aboutOrders(code: Alert['code'], orders: NamedOrder[], one: string, many: string): Alert {
  return {
    code,
    message: plural(orders.length, one, many),
    count: orders.length,
    orders: orders.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
  };
}

function answerWhen({ clock, config }: Context, dueAt: number | null): string {
  if (dueAt === null) return '';
  const dayOf = (time: number) => formatDay(time, config.businessTimeZone, clock.now());
  const day = dayOf(dueAt);
  if (dueAt < clock.now()) return ` right away: the deadline was ${day}`;
  return day === dayOf(clock.now()) ? ' today' : ` by ${day}`;
}

function listOrdersWithoutReader(context: Context): NamedOrder[] {
  const { db, clock } = context;
  const waiting = listWaitingOrders(db, ordersCounted);
  if (waiting.length === 0 || listActive(db, 'reader').length === 0) return [];
  return findFreeReader(context, db, clock.now()) === undefined ? waiting : [];
}
