import { type CsvColumns, csvRows, csvTitles } from '../csv.ts';
import { decimalsOf, type MoneyStyle } from '../money.ts';
import { answerLine } from '../offers/offer-answers.ts';
import { nameOf } from '../people/signed-in-user.ts';
import { readingTypeNames } from './order-form.ts';
import type { Order } from './order-schema.ts';
import { adminStatusLabel } from './order-status.ts';
import { paymentText } from './payment-badges.ts';

type DayOf = (iso: string) => string;

const columnsWith = (dayOf: DayOf): CsvColumns<Order> => [
  ['Order', (order) => order.orderNumber],
  ['Placed', (order) => order.createdAt],
  ['Customer', (order) => order.customerName],
  ['Email', (order) => order.customerEmail],
  ['Status', (order) => adminStatusLabel(order.status).label],
  ['Payment', paymentText],
  ['Type', (order) => readingTypeNames[order.readingType]],
  ['Amount', ({ amount, currency }) => decimalText(amount, currency), 'amount'],
  ['Refunded', ({ refundedAmount, currency }) => decimalText(refundedAmount, currency), 'amount'],
  ['Paid', (order) => order.paidAt ?? ''],
  ['Due', (order) => (order.dueAt ? dayOf(order.dueAt) : '')],
  ['Delivered', (order) => order.deliveredAt ?? ''],
  ['Reader', (order) => (order.assignedReader ? nameOf(order.assignedReader) : '')],
  ['Offer', (order) => order.offer.name],
  ['Add-ons', (order) => order.addOns.map(({ name }) => name).join(', ')],
  ['Answers', (order) => order.answers.map(answerLine).join('\n')],
  ['Currency', ({ currency }) => currency.toUpperCase()],
  ['Code', (order) => order.code ?? ''],
  ['Discount', (order) => decimalText(order.discount, order.currency), 'amount'],
];

export function csvHeader(style: MoneyStyle): string {
  return csvTitles(columnsWith(String), style);
}

/** Returns orders as lines of a CSV file, without the customer's own question and background. */
export function csvLines(orders: readonly Order[], dayOf: DayOf, style: MoneyStyle): string {
  return csvRows(columnsWith(dayOf), orders, style);
}

function decimalText(amount: number | undefined, currency: string): string {
  return amount?.toFixed(decimalsOf(currency)) ?? '';
}
