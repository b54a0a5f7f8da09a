import { maskAddress } from '../../../shared/email/email-address.ts';
import { suggestEmail } from '../../../shared/email/mistyped-email.ts';
import { turnaroundText } from '../../../shared/offers/quote.ts';
import type { Context } from '../../base/context.ts';
import { findOwnOrder, saveBuyersLink } from '../../checkout/checkout-visitor.ts';
import { hasWritingBegun } from '../../readings/drafts.ts';
import { moneyFormatter } from '../../shop/settings-repository.ts';
import { dueDayOf, isLastMailUndelivered, sentReading, stateBeforeDelivery } from './order-facts.ts';

/**
 * Returns the content of the thank-you page for the browser that ordered, and stores its order link; null for other
 * browsers, and until the payment is known.
 */
export function readThanks(context: Context, cookie: string | null, orderNumber: string) {
  const own = findOwnOrder(context, cookie, (order) => order.orderNumber === orderNumber);
  const token = own && saveBuyersLink(context, own);
  if (!own || token === null) return null;
  const { order } = own;
  const isPrepared = sentReading(context, order) === null && stateBeforeDelivery(order) === 'in_preparation';
  const isCorrectable = isPrepared && !hasWritingBegun(context.db, order);
  const meant = isCorrectable ? suggestEmail(order.customerEmail) : null;
  return {
    offer: order.offerName,
    amount: order.amountMinor ? moneyFormatter(context.db, order.currency)(order.amountMinor) : 'free',
    sentTo: maskAddress(order.customerEmail),
    isUndelivered: isPrepared && isLastMailUndelivered(context, order.id),
    dueDay: isPrepared ? (dueDayOf(context, order)?.day ?? null) : null,
    turnaround: turnaroundText(order.offerDays),
    orderPath: `/order/${token}`,
    isCorrectable,
    meant: meant && maskAddress(meant),
  };
}
