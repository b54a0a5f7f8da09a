import { withCode } from '../../../shared/money.ts';
import { formatRate } from '../../../shared/shop/tax-schema.ts';
import type { Context } from '../../base/context.ts';
import { formatDate } from '../../base/time/business-days.ts';
import { findLinkIncludingDeleted } from '../../orders/order-links.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { listReceipts, type ReceiptRow } from '../../orders/receipt-repository.ts';
import { linesOf } from '../../orders/receipts.ts';
import { listRefunds } from '../../payments/money-repository.ts';
import { readDescriptorAt } from '../../shop/read-business.ts';
import { moneyFormatter, readMoneyStyle } from '../../shop/settings-repository.ts';

/** Returns whether money was received for an order, even if it was refunded since. */
export function hasReceipt({ paidAt, receivedMinor }: OrderRow): boolean {
  return paidAt !== null && (receivedMinor ?? 0) > 0;
}

/**
 * Returns the receipt of a link's order, even if deleted, without the customer's words; null if no money was received.
 * `papers` are the numbered receipt and refunds; `refunds` are from before numbering began.
 */
export function readReceipt(context: Context, text: string) {
  const order = findLinkIncludingDeleted(context, text)?.order;
  if (!order || !hasReceipt(order)) return null;
  const { orderNumber, customerName, paidAt, receivedMinor, refundedMinor } = order;
  const dayOf = (time: number) => formatDate(time, context.config.businessTimeZone);
  const money = moneyFormatter(context.db, order.currency);
  const { locale } = readMoneyStyle(context.db);
  const sum = (amountMinor: number) => withCode(money(amountMinor), order.currency);
  const papers = listReceipts(context.db, order.id);
  const receipt = papers.find(({ kind }) => kind === 'receipt');
  const isNumbered = (id: string) => papers.some(({ refundId }) => refundId === id);
  return {
    orderNumber,
    customerName,
    paidOn: dayOf(paidAt ?? 0),
    ...boughtLines(receipt?.lines ?? linesOf(order), sum),
    amount: sum(receipt?.amountMinor ?? receivedMinor ?? 0),
    refunds: listRefunds(context.db, order.id)
      .filter(({ id, status }) => status === 'succeeded' && !isNumbered(id))
      .map(({ createdAt, amountMinor }) => ({ day: dayOf(createdAt), amount: sum(amountMinor) })),
    billingDescriptor: readDescriptorAt(context, paidAt ?? 0),
    isDisputed: order.paymentStatus === 'disputed',
    /** The amount minus refunds; null without refunds. */
    kept: refundedMinor > 0 ? sum((receivedMinor ?? 0) - refundedMinor) : null,
    papers: papers.map((paper) => presentPaper(paper, locale, dayOf, sum)),
  };
}

function presentPaper(
  paper: ReceiptRow,
  locale: string,
  dayOf: (time: number) => string,
  sum: (amountMinor: number) => string,
) {
  const { number, kind, issuedAt, seller, lines, taxKind, taxRate } = paper;
  // The kind says in which direction the money went.
  const [amountMinor, taxMinor] = [Math.abs(paper.amountMinor), Math.abs(paper.taxMinor)];
  const split = { rate: formatRate(taxRate, locale), net: sum(amountMinor - taxMinor), tax: sum(taxMinor) };
  return {
    number,
    kind,
    issuedOn: dayOf(issuedAt),
    seller,
    about: lines.map(({ label }) => label).join(', '),
    amount: sum(amountMinor),
    tax: taxKind === 'included' ? split : null,
  };
}

/** Returns the receipt's lines, with prices only if there are several. */
function boughtLines(lines: ReceiptRow['lines'], sum: (amountMinor: number) => string) {
  const lineOf = ({ label, amountMinor }: ReceiptRow['lines'][number]) => `${label}: ${sum(amountMinor)}`;
  const [first, ...addOns] = lines.filter(({ amountMinor }) => amountMinor >= 0);
  const discount = lines.find(({ amountMinor }) => amountMinor < 0);
  if (!first || lines.length === 1) return { offer: first?.label ?? '', addOns: [], discount: undefined };
  return { offer: lineOf(first), addOns: addOns.map(lineOf), discount: discount && lineOf(discount) };
}
