import { dayWords } from '../../shared/checkout/offer-words.ts';
import { formatCents } from '../../shared/money.ts';
import { hasEnded, isAwaited, isWorkable } from '../../shared/orders/order-status.ts';
import type { Context } from '../context/context.ts';
import { findLastMove } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { aboutOf } from '../outbox/enqueue-mail.ts';
import type { CustomerMailRow } from '../outbox/outbox-repository.ts';
import { findRefundById } from '../payments/money/money-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { orderNewsOf } from './mail-values.ts';
import { type RenderedMail, renderDisputeClosed, renderNewDay, renderRefund } from './templates.generated.ts';

/* Mails about events after the order. isStillNews decides whether they are still true. */

/** @returns the mail about a refund, or about one that failed */
export function composeRefund(context: Context, mail: CustomerMailRow, order: OrderRow): RenderedMail {
  const refund = findRefundById(context.db, aboutOf(mail) ?? '');
  if (!refund) throw new Error(`mail ${mail.id} tells of no refund`);
  const outcome = outcomeOf(context, order);
  return renderRefund({
    ...orderNewsOf(context, order),
    ...outcome,
    isMade: mail.kind === 'refund_made',
    ends: !outcome.isDelivered && order.paymentStatus === 'refunded',
    amount: `${formatCents(refund.amountCents)} ${order.currency.toUpperCase()}`,
  });
}

/** @returns the mail about a closed dispute and what it means for the reading */
export function composeDisputeClosed(context: Context, mail: CustomerMailRow, order: OrderRow): RenderedMail {
  const isWon = aboutOf(mail)?.endsWith('.won') ?? false;
  return renderDisputeClosed({ ...orderNewsOf(context, order), ...outcomeOf(context, order), isWon });
}

/** @returns the mail about a later day, with an apology */
export function composeNewDay(context: Context, order: OrderRow): RenderedMail {
  const move = findLastMove(context.db, order.id);
  return renderNewDay({
    ...orderNewsOf(context, order),
    promisedDay: dayWords(move?.fromDay ?? ''),
    newDay: formatDay(order.dueAt ?? order.createdAt, context.config.businessTimeZone),
  });
}

/** What happens to a reading next, without a day in the past. */
function outcomeOf({ clock, config }: Context, order: OrderRow) {
  const isDelivered = order.deliveredAt !== null;
  const goesOn = !isDelivered && isWorkable(order.paymentStatus) && !hasEnded(order);
  const { dueAt } = order;
  const isDue = goesOn && isAwaited(order) && dueAt !== null && dueAt > clock.now();
  return { isDelivered, goesOn, isDue, dueDate: isDue ? formatDay(dueAt, config.businessTimeZone) : '' };
}
