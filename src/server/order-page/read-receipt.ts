import { withCode } from '../../shared/money.ts';
import type { Context } from '../base/context.ts';
import { formatDate } from '../base/time/business-days.ts';
import { findLinkEvenToDeleted } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listRefunds } from '../payments/money-repository.ts';
import { readDescriptorAt } from '../shop/read-business.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';

/** Returns true if money was received for an order, whatever was refunded since. */
export function hasReceipt({ paidAt, receivedMinor }: OrderRow): boolean {
  return paidAt !== null && (receivedMinor ?? 0) > 0;
}

/** Returns an order's receipt, deleted or not, without the customer's words; null when nothing was received. */
export function readReceipt(context: Context, text: string) {
  const order = findLinkEvenToDeleted(context, text)?.order;
  if (!order || !hasReceipt(order)) return null;
  const { orderNumber, paidAt, receivedMinor, refundedMinor } = order;
  const dayOf = (time: number) => formatDate(time, context.config.businessTimeZone);
  const money = moneyFormatter(context.db, order.currency);
  const sum = (amountMinor: number) => withCode(money(amountMinor), order.currency);
  return {
    orderNumber,
    paidOn: dayOf(paidAt ?? 0),
    ...boughtLines(order, sum),
    amount: sum(receivedMinor ?? 0),
    refunds: listRefunds(context.db, order.id)
      .filter(({ status }) => status === 'succeeded')
      .map(({ createdAt, amountMinor }) => ({ day: dayOf(createdAt), amount: sum(amountMinor) })),
    billingDescriptor: readDescriptorAt(context, paidAt ?? 0),
    isDisputed: order.paymentStatus === 'disputed',
    /** What is left of the amount; null without refunds. */
    kept: refundedMinor > 0 ? sum((receivedMinor ?? 0) - refundedMinor) : null,
  };
}

/** @returns what was bought; its prices only where there is more than one */
function boughtLines({ offerName, amountMinor, addOns }: OrderRow, sum: (amountMinor: number) => string) {
  const offer = `${offerName}, sent by email`;
  if (addOns.length === 0) return { offer, addOns: [] };
  const offerMinor = addOns.reduce((amountMinor, { priceMinor }) => amountMinor - priceMinor, amountMinor);
  return {
    offer: `${offer}: ${sum(offerMinor)}`,
    addOns: addOns.map(({ name, priceMinor }) => `${name}: ${sum(priceMinor)}`),
  };
}
