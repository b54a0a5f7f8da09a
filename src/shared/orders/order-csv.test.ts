import { expect, test } from 'vitest';
import { standardPurchase } from '../../../tests/kit/standard-purchase.ts';
import type { MoneyStyle } from '../money.ts';
import { csvHeader, csvLines } from './order-csv.ts';
import type { Order } from './order-schema.ts';

const order: Order = {
  ...{ id: 'o1', orderNumber: 'CT-7K3M9Q', status: 'reading_uploaded', paymentStatus: 'partially_refunded' },
  ...{
    customerName: 'Maya Lindqvist',
    customerEmail: 'maya@customers.example',
    readingAddresseeName: 'Maya',
  },
  ...{ amount: 49.5, refundedAmount: 10, refundingAmount: 0, dispute: null, hold: null, waitsSince: null },
  ...{ readingType: 'other', customQuestion: 'Should I tell?', backgroundContext: 'A secret.' },
  ...{ createdAt: '2026-11-20T09:00:00.000Z', paidAt: '2026-11-20T09:01:00.000Z' },
  ...{ dueAt: '2026-11-25T09:01:00.000Z', deliveredAt: '2026-11-23T10:00:00.000Z' },
  assignedReader: { id: 'r1', username: 'ada' },
  ...standardPurchase,
  ...{ code: 'SPRING', discount: 12.5 },
  addOns: [{ id: 'a', name: 'Rush', price: 20 }],
  answers: [
    { kind: 'yesNo', label: 'Employed?', value: true },
    { kind: 'number', label: 'Years', value: null },
  ],
};

const style: MoneyStyle = { currency: 'usd', locale: 'en-US' };
const dayOf = (iso: string) => iso.slice(0, 10);

test('writes an order as one line, without question and background', () => {
  expect(csvHeader(style)).toBe(
    '\ufeffOrder,Placed,Customer,Email,Status,Payment,Type,Amount,Refunded,Paid,Due,Delivered,Reader,Offer,Add-ons,Answers,Currency,Code,Discount\r\n',
  );
  expect(csvLines([order], dayOf, style)).toBe(
    'CT-7K3M9Q,2026-11-20T09:00:00.000Z,Maya Lindqvist,maya@customers.example,Under Review,Partly refunded,Custom question,49.50,10.00,2026-11-20T09:01:00.000Z,2026-11-25,2026-11-23T10:00:00.000Z,ada,Personal written reading,Rush,"Employed?: Yes\nYears: ",USD,SPRING,12.50\r\n',
  );
});

test('separates by semicolons with decimal commas and quotes when necessary', () => {
  const german = { currency: 'eur', locale: 'de-DE' };
  expect(csvHeader(german)).toMatch(/^\ufeffOrder;Placed;Customer;/);
  const line = csvLines([{ ...order, customerName: 'Lindqvist, Maya; Jr' }], dayOf, german);
  expect(line).toContain(';"Lindqvist, Maya; Jr";maya@');
  expect(line).toContain(';49,50;10,00;');
  expect(line).toMatch(/;12,50\r\n$/);
});

test('writes the same payment state as the list', () => {
  const inquired: Order = { ...order, dispute: 'inquiry', refundingAmount: 20 };
  expect(csvLines([inquired], dayOf, style)).toContain(',Partly refunded · Inquiry · Refund on its way,');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
  ['Lindqvist, Maya', '"Lindqvist, Maya"'],
  ['Maya "May" L', '"Maya ""May"" L"'],
  ['two\nlines', '"two\nlines"'],
])('writes the name %j as the cell %s', (customerName, cell) => {
  expect(csvLines([{ ...order, customerName, createdAt: 'now' }], dayOf, style)).toContain(
    `,now,${cell},maya@`,
  );
});
