import { type CsvColumns, csvRows, csvTitles } from '../csv.ts';
import { formatDecimal } from '../money.ts';
import { adminStatusLabel } from './order-status.ts';
import type { Order } from './orders.ts';
import { paymentText } from './payment-badges.ts';
import { readingTypeNames } from './reading-types.ts';

const columns: CsvColumns<Order> = [
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

/** @returns the first line of a file of orders */
export function csvHeader(): string {
  return csvTitles(columns);
}

/** @returns orders as lines of such a file; what a customer asked and told is not in it */
export function csvLines(orders: readonly Order[]): string {
  return csvRows(columns, orders);
}

function inDollars(amount: number): string {
  return formatDecimal(Math.round(amount * 100));
}
