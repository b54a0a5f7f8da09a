import { formatDecimal } from '../money.ts';
import { adminStatusLabel } from './order-status.ts';
import type { Order } from './orders.ts';
import { paymentText } from './payment-badges.ts';
import { readingTypeNames } from './reading-types.ts';

const columns: [title: string, value: (order: Order) => string][] = [
  ['Order', (order) => order.orderNumber],
  ['Placed', (order) => order.createdAt],
  ['Customer', (order) => order.customerName],
  ['Email', (order) => order.customerEmail],
  ['Status', (order) => adminStatusLabel(order.status).label],
  ['Payment', paymentText],
  ['Type', (order) => readingTypeNames[order.readingType]],
  ['Amount (USD)', (order) => inDollars(order.amount)],
  ['Refunded (USD)', (order) => inDollars(order.refundedAmount)],
  ['Paid', (order) => order.paidAt ?? ''],
  ['Due', (order) => order.dueAt ?? ''],
  ['Delivered', (order) => order.deliveredAt ?? ''],
  ['Reader', (order) => order.assignedReader?.username ?? ''],
];

/** The mark by which spreadsheets know that a file is UTF-8. */
const byteOrderMark = '\ufeff';

/** @returns the first line of a file of orders (RFC 4180) */
export function csvHeader(): string {
  return byteOrderMark + toLine(columns.map(([title]) => title));
}

/** @returns orders as lines of such a file; what a customer asked and told is not in it */
export function csvLines(orders: readonly Order[]): string {
  return orders.map((order) => toLine(columns.map(([, value]) => value(order)))).join('');
}

function inDollars(amount: number): string {
  return formatDecimal(Math.round(amount * 100));
}

function toLine(cells: string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** A cell that a spreadsheet would take for a formula is made a text by an apostrophe (OWASP, "CSV Injection"). */
function toCell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
