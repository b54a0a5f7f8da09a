import type { OrderThanks } from '../../shared/customer-order.ts';
import { suggestEmail } from '../../shared/mistyped-email.ts';
import { findOwnOrder } from '../checkout/own-order.ts';
import type { Context } from '../context/context.ts';
import { hasBegun } from '../readings/drafts.ts';
import {
  dueDayOf,
  findBuyersLink,
  isLastMailUndelivered,
  maskAddress,
  sentReading,
  stateBeforeDelivery,
} from './customer-order.ts';

/**
 * Reads what the thank-you page tells the browser that ordered, in addition to the order number that all visitors see.
 *
 * @param cookie the checkout cookie that the browser sent
 * @returns null for every other browser, and until the payment is known here
 */
export function readThanks(context: Context, cookie: string | null, orderNumber: string): OrderThanks | null {
  const own = findOwnOrder(context, cookie, (order) => order.orderNumber === orderNumber);
  const token = own && findBuyersLink(context, own);
  if (!own || token === null) return null;
  const { order } = own;
  const isPrepared = sentReading(context, order) === null && stateBeforeDelivery(order) === 'in_preparation';
  const isCorrectable = isPrepared && !hasBegun(context.db, order);
  const meant = isCorrectable ? suggestEmail(order.customerEmail) : null;
  return {
    sentTo: maskAddress(order.customerEmail),
    isUndelivered: isPrepared && isLastMailUndelivered(context, order.id),
    dueDay: isPrepared ? dueDayOf(context, order) : null,
    orderPath: `/order/${token}`,
    isCorrectable,
    meant: meant && maskAddress(meant),
  };
}
