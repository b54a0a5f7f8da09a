import { expect, test } from 'vitest';
import type { Order } from '../../shared/orders/orders.ts';
import { anOrder } from '../desk/desk-testing.ts';
import { whatDeletingLeaves } from './deleting.ts';

const toWrite = '$60.00 stays with you; the customer gets no reading. Refund first?';

test.each<[string, Partial<Order>, string | null]>([
  ['paid', {}, toWrite],
  ['under review', { status: 'reading_uploaded' }, toWrite],
  ['with a payment to check', { paymentStatus: 'review' }, toWrite],
  [
    'partly refunded',
    { paymentStatus: 'partially_refunded', refundedAmount: 20, refundingAmount: 10 },
    '$30.00 stays with you; the customer gets no reading. Refund first?',
  ],
  [
    'delivered',
    { status: 'approved' },
    '$60.00 stays with you; the customer’s link no longer shows the reading.',
  ],
  ['all on its way back', { refundingAmount: 60 }, null],
  // In dollars 10 - 6.1 - 3.9 is a little more than nothing.
  ['all gone but for a rounding', { amount: 10, refundedAmount: 6.1, refundingAmount: 3.9 }, null],
  ['refunded', { paymentStatus: 'refunded', refundedAmount: 60 }, null],
  ['unpaid', { paymentStatus: 'unpaid' }, null],
  ['disputed', { paymentStatus: 'disputed' }, null],
  ['free', { amount: 0 }, null],
])('of an order that is %s', (_what, changes, words) => {
  expect(whatDeletingLeaves(anOrder(changes))).toBe(words);
});
