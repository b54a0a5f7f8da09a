import { expect, test } from 'vitest';
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
  hasOpenRefundFailure,
  isMoneyInQuestion,
  paymentConcerns,
  refundLabels,
  refundMeaning,
  warningReason,
} from './order-money.ts';

const made = anEvent('refund_made', 'ada', { refundStatus: 'succeeded' });
const failed = anEvent('refund_changed', 'stripe', { refundStatus: 'failed' });

test.each<[does: string, what: string, Partial<Order>, OrderEvent[]]>([
  ['asks', 'a dispute', { dispute: 'closed' }, []],
  ['asks', 'a hold', { hold: 'review' }, []],
  ['asks', 'a refund on its way', { refundingAmount: 20 }, []],
  ['asks', 'a failed refund', {}, [made, failed]],
  ['does not ask', 'an ordinary order', {}, []],
  ['does not ask', 'a completed refund', { paymentStatus: 'refunded', refundedAmount: 60 }, [made]],
  ['does not ask', 'a payment to check', { paymentStatus: 'review' }, []],
])('%s Stripe about the payment for %s', (does, _what, changes, events) => {
  expect(isMoneyInQuestion(anOrder(changes), events)).toBe(does === 'asks');
});

test.each<[what: string, later: OrderEvent[], isOpen: boolean]>([
  ['until an admin acts on it', [], true],
  ['no longer after an admin dismissed it', [anEvent('payment_cleared', 'ada')], false],
  ['no longer after it was tried again', [made], false],
  ['no longer after another try was refused', [anEvent('refund_refused', 'ada')], false],
  ['even after Stripe made another refund', [anEvent('refund_made', 'stripe')], true],
  ['again after the next try fails too', [made, failed], true],
])('shows a failed refund %s', (_what, later, isOpen) => {
  expect(hasOpenRefundFailure([made, failed, ...later])).toBe(isOpen);
});

const toWrite = /^\$60\.00 stays with you; the customer gets no reading\. Refund first\?$/;

test.each<[string, Partial<Order>, RegExp | null]>([
  ['paid', {}, toWrite],
  ['under review', { status: 'reading_uploaded' }, toWrite],
  ['with a payment to check', { paymentStatus: 'review' }, toWrite],
  ['partly refunded', { refundedAmount: 20, refundingAmount: 10 }, /^\$30\.00 stays with you/],
  ['delivered', { status: 'approved' }, /^\$60\.00 stays.* link no longer shows the reading\.$/],
  ['being refunded in full', { refundingAmount: 60 }, null],
  // In dollars 10 - 6.1 - 3.9 is a little more than nothing.
  ['refunded except for a rounding error', { amount: 10, refundedAmount: 6.1, refundingAmount: 3.9 }, null],
  ['refunded', { paymentStatus: 'refunded', refundedAmount: 60 }, null],
  ['unpaid', { paymentStatus: 'unpaid' }, null],
  ['disputed', { paymentStatus: 'disputed' }, null],
  ['free', { amount: 0 }, null],
])('chooses the money warning for deleting an order that is %s', (_what, changes, words) => {
  expect(deletionWarning(anOrder(changes))).toEqual(words && expect.stringMatching(words));
});

test.each<[Parameters<typeof refundMeaning>[0], label: string, meaning: RegExp]>([
  [{ status: 'asked', failure: null }, 'Waiting for Stripe', /ask Stripe again every minute/],
  [{ status: 'refused', failure: 'Too little.' }, 'Refused', /^It was not made\. Too little\.$/],
  [{ status: 'pending', failure: null }, 'On its way', /can still fail/],
  [{ status: 'requires_action', failure: null }, 'Waiting for the customer', /asked the customer/],
  [{ status: 'succeeded', failure: null }, 'Refunded', /^$/],
  [
    { status: 'failed', failure: 'declined' },
    'Failed',
    /^The customer’s bank declined it\. The money was returned/,
  ],
  [
    { status: 'failed', failure: null },
    'Failed',
    /^The customer’s bank gave no reason\. The money was returned/,
  ],
  [{ status: 'failed', failure: 'new_code' }, 'Failed', /^New code\. The money was returned to you\.$/],
  [{ status: 'canceled', failure: null }, 'Canceled', /^The money was returned to you\.$/],
])('labels and explains the refund %j: %s', (refund, label, meaning) => {
  expect(refundLabels[refund.status].label).toBe(label);
  expect(refundMeaning(refund)).toMatch(meaning);
});

test('labels and explains every state of a dispute', () => {
  for (const status of disputeStatuses) {
    expect(disputeLabels[status].label).not.toMatch(/_/);
    expect(disputeMeanings[status]).toMatch(/\.$/);
  }
  expect(disputeStatuses.filter(canAnswerDispute)).toEqual(['warning_needs_response', 'needs_response']);
});

test('puts Stripe’s reasons into words, even unknown ones', () => {
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
  ['no dispute', {}, ''],
  ['a full refund on its way', { hold: 'refund' }, ''],
  ['a dispute that was won', { dispute: 'closed' }, 'Work may continue.'],
  ['an inquiry with a full refund on its way', { dispute: 'inquiry', hold: 'refund' }, ''],
  [
    'an inquiry after the delivery',
    { dispute: 'inquiry', deliveredAt: '2026-11-18T09:00:00.000Z' },
    `The reading was delivered. ${advice}`,
  ],
  ['an inquiry answered by a refund', { dispute: 'inquiry', paymentStatus: 'refunded' }, ''],
  ['an inquiry about a payment to check', { dispute: 'inquiry', paymentStatus: 'review' }, advice],
])('explains what %s means for the work', (_what, changes, text) => {
  expect(effectOnWork(anOrder(changes))).toBe(text);
});

test('lists payment concerns without asking Stripe', () => {
  const twenty = '$20.00 is being refunded.';
  expect(paymentConcerns(anOrder())).toEqual([]);
  expect(paymentConcerns(anOrder({ dispute: 'inquiry', refundingAmount: 20 }))).toEqual([
    'The customer’s bank is asking about this payment. It has taken no money.',
    twenty,
  ]);
  expect(paymentConcerns(anOrder({ refundingAmount: 20, hold: 'refund' }))).toEqual([twenty]);
});
