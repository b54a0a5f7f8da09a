import { expect, test } from 'vitest';
import { disputeStatuses } from '../../../shared/orders/money-states.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { anOrder } from '../../desk/desk-testing.ts';
import {
  canBeAnswered,
  disputeLabels,
  disputeMeanings,
  disputeReason,
  effectOnWork,
  knownMoney,
  refundLabels,
  refundMeaning,
  warningReason,
} from './money-words.ts';

test.each<[Parameters<typeof refundMeaning>[0], label: string, meaning: RegExp]>([
  [{ status: 'asked', failure: null }, 'Waits for Stripe’s answer', /asked again every minute/],
  [{ status: 'refused', failure: 'Too little.' }, 'Refused', /^It was not made\. Too little\.$/],
  [{ status: 'pending', failure: null }, 'On its way', /can still fail/],
  [{ status: 'requires_action', failure: null }, 'Waits for the customer', /asked the customer/],
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
  expect(disputeStatuses.filter(canBeAnswered)).toEqual(['warning_needs_response', 'needs_response']);
});

test('Stripe’s reasons are put into words, unknown ones too', () => {
  expect(disputeReason('product_not_received')).toBe('the reading did not arrive');
  expect(disputeReason('brand_new_reason')).toBe('brand new reason');
  expect(warningReason('early_fraud_warning', 'made_with_stolen_card')).toBe('the card had been stolen');
  expect(warningReason('review', 'rule')).toBe('a rule of Stripe Radar asked for it');
  expect(warningReason('review', 'brand_new')).toBe('brand new');
});

const goingBack = 'A full refund is under way: the reading is on hold.';
const advice = 'A refund now avoids a chargeback.';
test.each<[what: string, Partial<Order>, text: string]>([
  [
    'a chargeback',
    { dispute: 'open', paymentStatus: 'disputed' },
    'The work is stopped: no reading is written or sent.',
  ],
  ['an inquiry', { dispute: 'inquiry' }, `The work may go on. ${advice}`],
  ['nothing', {}, ''],
  ['all of it on its way back', { hold: 'refund' }, goingBack],
  ['a dispute that was won', { dispute: 'closed' }, 'The work may go on.'],
  ['an inquiry, with all of it on its way back', { dispute: 'inquiry', hold: 'refund' }, goingBack],
  [
    'an inquiry after the delivery',
    { dispute: 'inquiry', deliveredAt: '2026-11-18T09:00:00.000Z' },
    `The reading was delivered. ${advice}`,
  ],
  [
    'an inquiry that was answered by a refund',
    { dispute: 'inquiry', paymentStatus: 'refunded' },
    'The money went back: nothing more is written or sent.',
  ],
  ['money to check, about which a bank asks', { dispute: 'inquiry', paymentStatus: 'review' }, advice],
])('what %s means for the work', (_what, changes, text) => {
  expect(effectOnWork(anOrder(changes))).toBe(text);
});

test('what an order itself knows is there without Stripe', () => {
  const twenty = '$20.00 is being refunded.';
  expect(knownMoney(anOrder())).toEqual([]);
  expect(knownMoney(anOrder({ dispute: 'inquiry', refundingAmount: 20 }))).toEqual([
    'The customer’s bank asks about this payment. It has taken no money.',
    twenty,
  ]);
  expect(knownMoney(anOrder({ refundingAmount: 20, hold: 'refund' }))).toEqual([twenty]);
});
