import { expect, test } from 'vitest';
import type { OrderEvent } from '../../../shared/orders/orders.ts';
import { anEvent } from '../../desk/desk-testing.ts';
import { eventText } from './event-words.ts';

const refund = (refundStatus: string, failure: string | null = null) => ({
  amountCents: 2_000,
  refundId: 're_1',
  refundStatus,
  failure,
});

const dispute = (disputeStatus: string, withdrawnCents = 0) => ({
  disputeId: 'du_1',
  disputeStatus,
  reason: 'product_not_received',
  amountCents: 6_000,
  withdrawnCents,
});

const byStripe = (type: string, data: OrderEvent['data']) => anEvent(type, 'stripe', data);

test.each<[OrderEvent, text: string]>([
  [anEvent('order_placed', 'customer'), 'Order placed · customer'],
  [byStripe('payment_succeeded', { amountCents: 6_000 }), 'Payment succeeded · stripe ($60.00)'],
  [anEvent('reading_edited', 'admin', { revision: 2 }), 'Reading edited · admin (version 2)'],
  [
    anEvent('reading_rejected', 'admin', { revision: 1, hasFeedback: false, comments: 3 }),
    'Reading rejected · admin (version 1, 3 comments)',
  ],
  [anEvent('refund_made', 'ada', refund('succeeded')), 'ada gave back $20.00 (re_1)'],
  [anEvent('refund_made', 'ada', refund('pending')), 'ada gave back $20.00, which is on its way (re_1)'],
  [byStripe('refund_made', refund('succeeded')), 'Somebody at Stripe gave back $20.00 (re_1)'],
  [
    anEvent('refund_made', 'ada', refund('failed', 'declined')),
    'ada tried to give back $20.00, and it failed: the card’s bank declined it (re_1)',
  ],
  [
    anEvent('refund_refused', 'ada', {
      amountCents: 2_000,
      words: 'Stripe refuses the refund: insufficient funds.',
    }),
    'ada asked to give back $20.00, and it was not made: Stripe refuses the refund: insufficient funds.',
  ],
  [byStripe('refund_changed', refund('succeeded')), 'The refund of $20.00 went through (re_1)'],
  [
    byStripe('refund_changed', refund('failed', 'lost_or_stolen_card')),
    'The refund of $20.00 failed: the card was lost or stolen. The money is with you again (re_1)',
  ],
  [
    byStripe('refund_changed', refund('canceled')),
    'The refund of $20.00 was canceled: the money is with you again (re_1)',
  ],
  [
    byStripe('dispute_changed', dispute('warning_needs_response')),
    'The bank asks about $60.00: the reading did not arrive (du_1)',
  ],
  [
    byStripe('dispute_changed', dispute('needs_response', 6_000)),
    'The bank disputes $60.00: the reading did not arrive. It has withdrawn $60.00 (du_1)',
  ],
  [
    byStripe('dispute_changed', dispute('under_review', 6_000)),
    'The bank has the evidence about $60.00 and decides. It has withdrawn $60.00 (du_1)',
  ],
  [
    anEvent('withdrawal_settled', 'boss', { amountCents: 2_000, currency: 'usd' }),
    'boss said that the withdrawal is settled: of what is left, $20.00, nothing more goes back',
  ],
  [
    byStripe('withdrawal_reopened', { amountCents: 6_000, currency: 'usd' }),
    'The withdrawal is not settled any more: a refund came to nothing, and $60.00 is left',
  ],
  [byStripe('dispute_changed', dispute('won')), 'The dispute about $60.00 was won (du_1)'],
  [byStripe('dispute_changed', dispute('lost', 6_000)), 'The dispute about $60.00 was lost (du_1)'],
  [
    byStripe('payment_warning', {
      kind: 'early_fraud_warning',
      reason: 'made_with_stolen_card',
      isOpen: true,
    }),
    'The card’s bank warns of fraud: the card had been stolen',
  ],
  [
    byStripe('payment_warning', { kind: 'review', reason: 'rule', isOpen: true }),
    'Stripe put the payment up for a review: a rule of Stripe Radar asked for it',
  ],
  [
    byStripe('payment_warning', { kind: 'review', reason: 'approved', isOpen: false }),
    'Stripe’s review is over: it was approved',
  ],
  [anEvent('payment_cleared', 'ada'), 'ada looked at the payment and let the order go on'],
  [
    byStripe('payment_review', { problem: 'currency', amountCents: 5_000, currency: 'eur' }),
    '€50.00 came, which does not fit the order: an admin has to decide',
  ],
  [byStripe('payment_changed', { from: 'paid', to: 'disputed', refundedCents: 0 }), 'Payment: Disputed'],
  [
    byStripe('payment_changed', { from: 'paid', to: 'partially_refunded', refundedCents: 2_000 }),
    'Payment: Partly refunded, $20.00 given back in all',
  ],
])('%j is told in words', (event, text) => {
  expect(eventText(event)).toBe(text);
});

test('nothing of Stripe’s or of ours stands there as it is called inside', () => {
  const events = [
    byStripe('dispute_changed', { ...dispute('frozen_by_bank'), reason: 'something_new' }),
    byStripe('refund_changed', refund('failed', 'brand_new_reason')),
    byStripe('payment_warning', { kind: 'early_fraud_warning', reason: 'odd_type', isOpen: true }),
    byStripe('something_unheard_of', { to: 'reading_uploaded' }),
  ];
  for (const one of events) expect(eventText(one).replace(/\((re|du)_1\)/, '')).not.toContain('_');
});
