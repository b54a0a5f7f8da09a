import { expect, test } from 'vitest';
import { attentionBadge, type BadgedOrder, paymentBadges, paymentText } from './payment-badges.ts';

const paid = {
  paymentStatus: 'paid',
  refundingAmount: 0,
  dispute: null,
  hold: null,
  deliveredAt: null,
} as const;
const money = (changes: Partial<BadgedOrder>): BadgedOrder => ({ ...paid, ...changes });

test.each<[what: string, Partial<BadgedOrder>, text: string]>([
  ['paid', {}, 'Paid'],
  ['a chargeback that can be answered', { paymentStatus: 'disputed', dispute: 'open' }, 'Disputed'],
  ['a chargeback that was lost', { paymentStatus: 'disputed', dispute: 'lost' }, 'Dispute lost'],
  ['an old dispute without a kind', { paymentStatus: 'disputed' }, 'Disputed'],
  ['a bank’s inquiry', { dispute: 'inquiry' }, 'Paid · Inquiry'],
  ['a closed dispute', { dispute: 'closed' }, 'Paid'],
  ['a pending partial refund', { refundingAmount: 20 }, 'Paid · Refund on its way'],
  ['a pending full refund', { refundingAmount: 60, hold: 'refund' }, 'Paid · Refund on its way · Held'],
  ['a fraud warning', { hold: 'early_fraud_warning' }, 'Paid · Fraud warning · Held'],
  ['a review by Stripe', { hold: 'review' }, 'Paid · Stripe’s review · Held'],
  [
    'a late fraud warning',
    { hold: 'early_fraud_warning', deliveredAt: '2026-11-18' },
    'Paid · Fraud warning',
  ],
  ['a review of a refunded payment', { paymentStatus: 'refunded', hold: 'review' }, 'Refunded'],
  ['two reviews', { paymentStatus: 'review', hold: 'review' }, 'Check payment · Stripe’s review · Held'],
])('shows %s', (_what, changes, text) => {
  expect(paymentText(money(changes))).toBe(text);
});

test('colors each badge by its urgency', () => {
  const tones = (changes: Partial<BadgedOrder>) => paymentBadges(money(changes)).map(({ tone }) => tone);
  expect(tones({ paymentStatus: 'disputed', dispute: 'lost' })).toEqual(['error']);
  expect(tones({ dispute: 'inquiry' })).toEqual(['success', 'warning']);
  expect(tones({ refundingAmount: 5 })).toEqual(['success', 'info']);
  expect(tones({ hold: 'early_fraud_warning' })).toEqual(['success', 'error', 'warning']);
});

test.each<[Partial<Parameters<typeof attentionBadge>[0]>, badge: string | undefined]>([
  [{}, undefined],
  [{ isUndelivered: true }, 'Not delivered'],
  [{ isUndelivered: true, hold: 'withdrawal' }, 'Withdrawn'],
  [{ paymentStatus: 'refunded', hold: 'withdrawal' }, 'Refunded'],
  [{ paymentStatus: 'disputed', dispute: 'lost' }, 'Dispute lost'],
  [{ paymentStatus: 'unpaid' }, 'Unpaid'],
  [{ hold: 'withdrawal', refundingAmount: 60 }, 'Withdrawn'],
  [{ hold: 'refund', refundingAmount: 60 }, 'Refund on its way'],
  [{ hold: 'early_fraud_warning', dispute: 'inquiry' }, 'Fraud warning'],
  [{ dispute: 'inquiry' }, 'Inquiry'],
])('shows the most important badge for %j: %s', (changes, badge) => {
  expect(attentionBadge({ ...money(changes), ...changes })?.label).toBe(badge);
});
