import { describe, expect, test } from 'vitest';
import type { Order, OrderEvent } from '../../../shared/orders/orders.ts';
import { anEvent, anOrder } from '../../desk/desk-testing.ts';
import { hasFailureToNote, isMoneyInQuestion, readRefund, whatDeletingLeaves } from './order-money.ts';

const made = anEvent('refund_made', 'ada', { refundStatus: 'succeeded' });
const failed = anEvent('refund_changed', 'stripe', { refundStatus: 'failed' });

describe('Stripe is asked about the money of an order', () => {
  const isAsked = (changes: Partial<Order>, events: OrderEvent[] = []) =>
    isMoneyInQuestion(anOrder(changes), events);

  test('when there is a dispute, a hold, or money on its way back', () => {
    expect(isAsked({ dispute: 'closed' })).toBe(true);
    expect(isAsked({ hold: 'review' })).toBe(true);
    expect(isAsked({ refundingAmount: 20 })).toBe(true);
  });

  test('when a refund has failed', () => {
    expect(isAsked({}, [made, failed])).toBe(true);
  });

  test('not for an ordinary one, and what went back as it should is ordinary', () => {
    expect(isAsked({})).toBe(false);
    expect(isAsked({ paymentStatus: 'refunded', refundedAmount: 60 }, [made])).toBe(false);
    expect(isAsked({ paymentStatus: 'review' })).toBe(false);
  });
});

describe('a refund that failed is to be noted', () => {
  test.each<[what: string, later: OrderEvent[], isOpen: boolean]>([
    ['until an admin looks at it', [], true],
    ['not any more when an admin took note of it', [anEvent('payment_cleared', 'ada')], false],
    ['not any more when it was tried again', [made], false],
    ['not any more when trying again was refused', [anEvent('refund_refused', 'ada')], false],
    ['all the same when Stripe gave something back', [anEvent('refund_made', 'stripe')], true],
    ['again when the next one fails too', [made, failed], true],
  ])('%s', (_what, later, isOpen) => {
    expect(hasFailureToNote([made, failed, ...later])).toBe(isOpen);
  });
});

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
])('what deleting leaves of an order that is %s', (_what, changes, words) => {
  expect(whatDeletingLeaves(anOrder(changes))).toBe(words);
});

test.each([
  ['60', 6000, null],
  [' 10.5 ', 1050, null],
  ['10,50', 1050, null],
  ['0.01', 1, null],
  ['60.01', null, /^At most \$60\.00 can be refunded\.$/],
  ['0', null, /more than 0/],
  ['', null, /more than 0/],
  ['-5', null, /more than 0/],
  ['1.234', null, /two decimals/],
  ['1,050', null, /1050 without the comma/],
])('of $60 left, %j is read as %j cents: %j', (typed, cents, problem) => {
  expect(readRefund(typed, 60)).toEqual({ cents, problem: problem && expect.stringMatching(problem) });
});
