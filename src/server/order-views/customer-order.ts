import type { CustomerOrder } from '../../shared/customer-order.ts';
import { minutes } from '../../shared/durations.ts';
import { isWorkable } from '../../shared/orders/order-status.ts';
import { signatureOf } from '../../shared/people/profiles.ts';
import { readIdentity } from '../business/read-business.ts';
import type { Context } from '../context/context.ts';
import { isReadingSent } from '../orders/is-reading-sent.ts';
import { findOrderBehindLink } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal } from '../orders/withdrawal-repository.ts';
import { listQuestions } from '../questions/question-repository.ts';
import { findReadingOfOrder, type ReadingRow } from '../readings/kept/reading-repository.ts';
import { findWriter } from '../readings/kept/writer-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { maySayWithdrawal } from '../withdrawal/state-withdrawal.ts';
import { refusalOf } from '../withdrawal/withdraw.ts';
import { presentCustomerFeedback, presentCustomerProblem } from './customer-aftercare.ts';
import { notePageView } from './page-views-repository.ts';

/** Views within a minute count as one: a reload is not another visit. */
const viewPause = minutes(1);

/**
 * Reads an order for its page.
 *
 * @param text what the link ended in, with whatever was added to it on its way
 * @param isCustomer whether the page is opened, by nobody but the customer as far as is known: that is noted
 * @returns the order behind a link; null alike for a wrong link, an expired one and a deleted order
 */
export function readCustomerOrder(context: Context, text: string, isCustomer = false): CustomerOrder | null {
  const order = findOrderBehindLink(context, text);
  if (!order) return null;
  const shown = presentCustomerOrder(context, order);
  if (isCustomer) noteView(context, order.id, shown);
  return shown;
}

function presentCustomerOrder(context: Context, order: OrderRow): CustomerOrder {
  const reading = sentReading(context, order);
  const state = reading !== null ? 'delivered' : stateBeforeDelivery(order);
  const questions = listQuestions(context.db, order.id);
  const open = questions.find(({ closedAt }) => closedAt === null);
  const isWaiting = state === 'in_preparation' && open !== undefined;
  const dayOf = (time: number) => formatDay(time, context.config.businessTimeZone);
  return {
    orderNumber: order.orderNumber,
    state: isWaiting ? 'waiting' : state,
    dueDay: state === 'in_preparation' && order.dueAt !== null ? dayOf(order.dueAt) : null,
    waitsSince: isWaiting ? dayOf(open.askedAt) : null,
    questions: questions
      .map(({ id, question, askedAt, answer, closedAt }) => {
        const kept = context.keptAnswers.get(id)?.value ?? null;
        return {
          id,
          question,
          askedOn: dayOf(askedAt),
          answer,
          isOpen: isWaiting && closedAt === null,
          kept,
        };
      })
      .filter(({ answer, isOpen, kept }) => answer !== null || isOpen || kept !== null),
    addresseeName: order.readingAddresseeName,
    reading: reading?.content ?? null,
    signature: reading && signatureOf(findWriter(context.db, order.id), readIdentity(context).siteName),
    cards: reading?.cards ?? [],
    feedback: presentCustomerFeedback(context, order, reading !== null),
    problem: presentCustomerProblem(context, order),
    canWithdraw:
      maySayWithdrawal(context, order) &&
      !findWithdrawal(context.db, order.id) &&
      refusalOf(context, context.db, order) === null,
  };
}

function noteView({ db, clock, log }: Context, orderId: string, { reading }: CustomerOrder): void {
  const shown = reading === null ? 'news' : 'reading';
  try {
    notePageView(db, { orderId, shown, at: clock.now(), pauseMilliseconds: viewPause });
  } catch (error) {
    // A disk that is full is no reason to show the customer nothing.
    log.warn({ err: error, orderId }, 'a view of an order was not kept');
  }
}

/**
 * A reading is the customer's once its approval can no longer be undone, whatever becomes of the mail.
 *
 * @returns null until then
 */
export function sentReading(context: Context, order: OrderRow): ReadingRow | null {
  if (!isReadingSent(context, context.db, order)) return null;
  return findReadingOfOrder(context.db, order.id) ?? null;
}

function stateBeforeDelivery(order: OrderRow): 'in_preparation' | 'on_hold' | 'withdrawn' | 'refunded' {
  if (order.paymentStatus === 'refunded') return 'refunded';
  if (order.hold === 'withdrawal') return 'withdrawn';
  return isWorkable(order.paymentStatus) ? 'in_preparation' : 'on_hold';
}
