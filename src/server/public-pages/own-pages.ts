import type { CustomerOrder, Receipt } from '../../shared/customer-order.ts';

/* Sample data with which the customers' own pages are rendered at build time: no real order. */

/** A delivered order, whose page has the most on it. */
export const sampleOrder: CustomerOrder = {
  orderNumber: 'CT-AAAAAA',
  sentTo: 'm…@customers.example',
  isUndelivered: false,
  state: 'delivered',
  step: 'sent',
  question: 'What career path should I pursue?',
  amount: '$60.00 USD',
  isMailed: true,
  dueDay: null,
  movedFrom: null,
  waitsSince: null,
  questions: [],
  corrections: null,
  hasReceipt: true,
  addresseeName: 'Maya',
  reading: 'Three cards lay on the table.',
  signature: null,
  cards: [],
  feedback: { isAsked: true, given: null, names: { first_name: null, initials: null }, kept: null },
  problem: { newest: null, kept: null },
  withdrawnMoney: null,
  canWithdraw: true,
};

export const sampleReceipt: Receipt = {
  orderNumber: 'CT-AAAAAA',
  paidOn: 'November 25, 2026',
  amount: '$60.00 USD',
  billingDescriptor: 'CAREER TAROT',
  refunds: [],
  isDisputed: false,
  kept: null,
};
