import { describe, expect, test } from 'vitest';
import { disputeStatuses } from '../../../shared/orders/money-states.ts';
import type { Order, OrderEvent } from '../../../shared/orders/order-schema.ts';
import { anEvent, anOrder } from '../../desk/desk-testing.ts';
import {
  canAnswerDispute,
  deletionWarning,
  disputeLabels,
  disputeMeanings,
  disputeReason,
  effectOnWork,
  hasUnseenFailure,
  isMoneyInQuestion,
  paymentConcerns,
  refundLabels,
  refundMeaning,
  warningReason,
} from './order-money.ts';

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
    expect(hasUnseenFailure([made, failed, ...later])).toBe(isOpen);
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
  expect(deletionWarning(anOrder(changes))).toBe(words);
});

test.each<[Parameters<typeof refundMeaning>[0], label: string, meaning: RegExp]>([
  [{ status: 'asked', failure: null }, 'Waiting for Stripe', /ask Stripe again every minute/],
  [{ status: 'refused', failure: 'Too little.' }, 'Refused', /^It was not made\. Too little\.$/],
  [{ status: 'pending', failure: null }, 'On its way', /can still fail/],
  [{ status: 'requires_action', failure: null }, 'Waiting for the customer', /asked the customer/],
  [{ status: 'succeeded', failure: null }, 'Refunded', /^$/],
  [{ status: 'failed', failure: 'declined' }, 'Failed', /^The card’s bank declined it: the money is back/],
  [
    { status: 'failed', failure: null },
    'Failed',
    /^The card’s bank gave no reason: the money is back with you/,
  ],
  [{ status: 'failed', failure: 'new_code' }, 'Failed', /^New code: the money is back with you\.$/],
  [{ status: 'canceled', failure: null }, 'Canceled', /^The money is back with you\.$/],
])('a refund %j is called %s', (refund, label, meaning) => {
  expect(refundLabels[refund.status].label).toBe(label);
  expect(refundMeaning(refund)).toMatch(meaning);
});

test('every state of a dispute has a name and says what it is', () => {
  for (const status of disputeStatuses) {
    expect(disputeLabels[status].label).not.toMatch(/_/);
    expect(disputeMeanings[status]).toMatch(/\.$/);
  }
  expect(disputeStatuses.filter(canAnswerDispute)).toEqual(['warning_needs_response', 'needs_response']);
});

test('Stripe’s reasons are put into words, unknown ones too', () => {
  expect(disputeReason('product_not_received')).toBe('the reading did not arrive');
  expect(disputeReason('brand_new_reason')).toBe('brand new reason');
  expect(warningReason('early_fraud_warning', 'made_with_stolen_card')).toBe('the card had been stolen');
  expect(warningReason('review', 'rule')).toBe('a Stripe Radar rule requested it');
  expect(warningReason('review', 'brand_new')).toBe('brand new');
});

const advice = 'A refund now avoids a chargeback.';
test.each<[what: string, Partial<Order>, text: string]>([
  ['a chargeback', { dispute: 'open', paymentStatus: 'disputed' }, 'Work has stopped.'],
  ['an inquiry', { dispute: 'inquiry' }, `Work may continue. ${advice}`],
  ['nothing', {}, ''],
  ['all of it on its way back', { hold: 'refund' }, ''],
  ['a dispute that was won', { dispute: 'closed' }, 'Work may continue.'],
  ['an inquiry, with all of it on its way back', { dispute: 'inquiry', hold: 'refund' }, ''],
  [
    'an inquiry after the delivery',
    { dispute: 'inquiry', deliveredAt: '2026-11-18T09:00:00.000Z' },
    `The reading was delivered. ${advice}`,
  ],
  ['an inquiry that was answered by a refund', { dispute: 'inquiry', paymentStatus: 'refunded' }, ''],
  ['money to check, about which a bank asks', { dispute: 'inquiry', paymentStatus: 'review' }, advice],
])('what %s means for the work', (_what, changes, text) => {
  expect(effectOnWork(anOrder(changes))).toBe(text);
});

test('what an order itself knows is there without Stripe', () => {
  const twenty = '$20.00 is being refunded.';
  expect(paymentConcerns(anOrder())).toEqual([]);
  expect(paymentConcerns(anOrder({ dispute: 'inquiry', refundingAmount: 20 }))).toEqual([
    'The customer’s bank asks about this payment. It has taken no money.',
    twenty,
  ]);
  expect(paymentConcerns(anOrder({ refundingAmount: 20, hold: 'refund' }))).toEqual([twenty]);
});
