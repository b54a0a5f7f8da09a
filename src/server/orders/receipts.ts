import type { Queryable, Transaction } from '../../../db/client.ts';
import { type CsvColumns, csvRows, csvTitles } from '../../shared/csv.ts';
import { formatDecimal } from '../../shared/money.ts';
import { isRefundLost } from '../../shared/orders/money-states.ts';
import {
  formatRate,
  type ReceiptLine,
  readRate,
  type Seller,
  splitTax,
} from '../../shared/shop/tax-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { recordListExport } from '../base/record-audit.ts';
import { dayOf, startOfDay } from '../base/time/business-days.ts';
import { taxSettings } from '../shop/change-settings.ts';
import { readIdentity } from '../shop/read-business.ts';
import { readMoneyStyle } from '../shop/settings-repository.ts';
import type { OrderRow } from './order-repository.ts';
import {
  insertReceipt,
  listReceipts,
  listReceiptsWithin,
  type NewReceipt,
  type ReceiptRow,
} from './receipt-repository.ts';

/** Issues the receipt of a newly paid order once, with the current tax and seller; none for a free order. */
export function issueReceipt(context: Context, tx: Transaction, order: OrderRow): void {
  if (order.amountMinor === 0 || listReceipts(tx, order.id).some(({ kind }) => kind === 'receipt')) return;
  const { kind: taxKind, rate } = taxSettings.read(tx);
  const taxRate = (taxKind === 'included' && readRate(rate)) || 0;
  issue(context, tx, order, {
    kind: 'receipt',
    refundId: null,
    amountMinor: order.amountMinor,
    taxKind,
    taxRate,
    taxMinor: splitTax(order.amountMinor, taxRate).taxMinor,
    lines: linesOf(order),
  });
}

/**
 * Issues a refund receipt when a refund succeeds, and its reversal if the refund fails later; each once. The tax rate
 * is the receipt's; all refunds of an order together have the tax of their sum, so that rounding loses nothing.
 */
export function issueRefundPaper(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  refund: { id: string; amountMinor: number; status: string },
): void {
  // Money in review never paid for the order, so it has no receipt either.
  if (order.paymentStatus === 'review') return;
  const isLost = isRefundLost(refund);
  if (!isLost && refund.status !== 'succeeded') return;
  const papers = listReceipts(tx, order.id);
  const known = papers.filter(({ refundId }) => refundId === refund.id);
  const change = (isLost ? 0 : -refund.amountMinor) - sumOf(known, 'amountMinor');
  if (change === 0) return;
  const receipt = papers.find(({ kind }) => kind === 'receipt');
  const earlier = papers.filter(({ kind }) => kind !== 'receipt');
  const taxRate = receipt?.taxRate ?? 0;
  const refundedMinor = -sumOf(earlier, 'amountMinor') - change;
  const about = receipt ? `receipt ${receipt.number}` : `order ${order.orderNumber}`;
  const label = isLost ? `Refund ${known.at(-1)?.number} failed` : `Refund for ${about}`;
  issue(context, tx, order, {
    kind: isLost ? 'refund_reversal' : 'refund',
    refundId: refund.id,
    amountMinor: change,
    taxKind: receipt?.taxKind ?? 'none',
    taxRate,
    taxMinor: 0 - splitTax(refundedMinor, taxRate).taxMinor - sumOf(earlier, 'taxMinor'),
    lines: [{ label, amountMinor: change }],
    sentence: receipt?.seller.sentence,
  });
}

type Paper = Pick<
  NewReceipt,
  'kind' | 'refundId' | 'amountMinor' | 'taxKind' | 'taxRate' | 'taxMinor' | 'lines'
>;

function issue(
  { clock, config }: Context,
  tx: Transaction,
  { id: orderId, orderNumber, currency }: OrderRow,
  { sentence, ...paper }: Paper & { sentence?: string | undefined },
): void {
  const seller = { ...currentSeller({ config, db: tx }), ...(sentence !== undefined && { sentence }) };
  insertReceipt(tx, { ...paper, orderId, orderNumber, currency, seller, issuedAt: clock.now() });
}

function currentSeller(known: { config: Context['config']; db: Queryable }): Seller {
  const { legalName, siteName, postalAddress, contactEmail } = readIdentity(known);
  const { kind, sentence, taxNumber } = taxSettings.read(known.db);
  return {
    name: legalName || siteName,
    address: postalAddress,
    email: contactEmail,
    taxNumber,
    sentence: kind === 'exempt' ? sentence : '',
  };
}

/** Returns a receipt's lines; the line of a code's discount is negative. */
export function linesOf({ offerName, amountMinor, addOns, code, discountMinor }: OrderRow): ReceiptLine[] {
  const discount = code === null ? [] : [{ label: `Code ${code}`, amountMinor: -discountMinor }];
  const others = addOns.map(({ name, priceMinor }) => ({ label: name, amountMinor: priceMinor }));
  const offer = {
    label: `${offerName}, sent by email`,
    amountMinor: amountMinor + discountMinor - sumOf(others, 'amountMinor'),
  };
  return [offer, ...others, ...discount];
}

function sumOf<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

const kinds = { receipt: 'Receipt', refund: 'Refund', refund_reversal: 'Refund failed' };

const columnsIn = (timeZone: string): CsvColumns<ReceiptRow> => [
  ['Number', ({ number }) => String(number)],
  ['Issued', ({ issuedAt }) => dayOf(issuedAt, timeZone)],
  ['Kind', ({ kind }) => kinds[kind]],
  ['Order', ({ orderNumber }) => orderNumber],
  ['Description', ({ lines }) => lines.map(({ label }) => label).join('; ')],
  ['Net', ({ amountMinor, taxMinor, currency }) => formatDecimal(amountMinor - taxMinor, currency), 'amount'],
  ['Tax', ({ taxMinor, currency }) => formatDecimal(taxMinor, currency), 'amount'],
  [
    'Tax rate (%)',
    ({ taxKind, taxRate }) => (taxKind === 'included' ? formatRate(taxRate) : taxKind),
    'amount',
  ],
  ['Gross', ({ amountMinor, currency }) => formatDecimal(amountMinor, currency), 'amount'],
  ['Currency', ({ currency }) => currency.toUpperCase()],
];

/** Records the export, and returns a month's receipts as CSV in parts. @param month `2026-11` in the business's zone */
export async function exportReceipts(
  context: Context,
  user: SignedIn,
  month: string,
): Promise<Iterable<string>> {
  await recordListExport(context, user, { id: 'receipts', label: 'Receipts' }, { month });
  const { businessTimeZone } = context.config;
  const next = new Date(`${month}-01`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const from = startOfDay(`${month}-01`, businessTimeZone);
  const to = startOfDay(next.toISOString().slice(0, '2026-11-25'.length), businessTimeZone);
  const rows = listReceiptsWithin(context.db, from, to);
  const columns = columnsIn(businessTimeZone);
  const style = readMoneyStyle(context.db);
  return [csvTitles(columns, style), csvRows(columns, rows, style)];
}
