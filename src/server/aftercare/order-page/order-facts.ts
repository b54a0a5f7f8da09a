import { withCode } from '../../../shared/money.ts';
import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../base/context.ts';
import { businessDay, formatDay } from '../../base/time/business-days.ts';
import { listMailsOfOrder } from '../../mail/outbox-repository.ts';
import { isApprovalFinal } from '../../orders/find-order.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { discountText } from '../../orders/present-order.ts';
import { findReadingOfOrder, type ReadingRow } from '../../readings/reading-repository.ts';
import { moneyFormatter } from '../../shop/settings-repository.ts';

/* What the page of an order, the thank-you page and the evidence for a bank all say of it. */

/** Returns a function that formats a day as `Wednesday, November 25`, with the year if it is another. */
export const createDayFormatter =
  ({ clock, config }: Context) =>
  (time: number) =>
    formatDay(time, config.businessTimeZone, clock.now());

/** Returns the promised day as pages show it, and whether it is over; null for an order without one. */
export function dueDayOf(context: Context, { dueAt }: OrderRow): { day: string; isOver: boolean } | null {
  if (dueAt === null) return null;
  const isOver = businessDay(context, dueAt) < businessDay(context);
  return { day: createDayFormatter(context)(dueAt), isOver };
}

/** Returns whether the newest mail to the customer, of those sent or failed, has failed. */
export function isLastMailUndelivered({ db }: Pick<Context, 'db'>, orderId: string): boolean {
  const last = listMailsOfOrder(db, orderId).findLast(({ state }) => state === 'sent' || state === 'failed');
  return last?.state === 'failed';
}

/** Returns whether the mail server refused the newest mail with the reading for good. */
export function isReadingUndelivered({ db }: Pick<Context, 'db'>, orderId: string): boolean {
  const last = listMailsOfOrder(db, orderId).findLast(({ kind }) => kind === 'reading_delivery');
  return last?.state === 'failed';
}

/** Returns the reading once its approval is final, even if its mail failed; null before. */
export function sentReading(context: Context, order: OrderRow): ReadingRow | null {
  if (!isApprovalFinal(context, context.db, order)) return null;
  return findReadingOfOrder(context.db, order.id) ?? null;
}

export type StateBeforeDelivery = 'refunded' | 'withdrawn' | 'in_preparation' | 'on_hold';

/** Returns the state of an order, assuming that its reading was not sent. */
export function stateBeforeDelivery(order: OrderRow): StateBeforeDelivery {
  if (order.paymentStatus === 'refunded') return 'refunded';
  if (order.hold === 'withdrawal') return 'withdrawn';
  return isWorkable(order.paymentStatus) ? 'in_preparation' : 'on_hold';
}

/** Formats the amount paid and refunded, with a promotion code: `$60.00 USD, $20.00 refunded`, or `Free` */
export function describeAmount({ db }: Context, order: OrderRow): string {
  const { amountMinor, refundedMinor, currency } = order;
  const money = moneyFormatter(db, currency);
  const discount = discountText(order, money);
  const code = discount === null ? '' : ` (code ${discount})`;
  if (amountMinor === 0) return `Free${code}`;
  const amount = withCode(money(amountMinor), currency) + code;
  return refundedMinor > 0 ? `${amount}, ${money(refundedMinor)} refunded` : amount;
}
