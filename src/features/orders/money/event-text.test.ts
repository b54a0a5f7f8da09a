import { describe, expect, test } from 'vitest';
import type { OrderEvent } from '../../../shared/orders/order-schema.ts';
import { anEvent } from '../../desk/desk-testing.ts';
import { eventsByOthers, eventText, isKeptByAdmins } from './event-text.ts';

const byStripe = (type: string, data: OrderEvent['data']) => anEvent(type, 'stripe', data);
const refund = (refundStatus: string, failure: string | null) => {
  return { amountMinor: 2_000, refundId: 're_1', refundStatus, failure };
};
const made = (actor: string, status: string, failure: string | null = null) =>
  anEvent('refund_made', actor, refund(status, failure));
const changed = (status: string, failure: string | null = null) =>
  byStripe('refund_changed', refund(status, failure));
const disputed = (disputeStatus: string, withdrawnMinor = 0, reason = 'product_not_received') =>
  byStripe('dispute_changed', {
    disputeId: 'du_1',
    disputeStatus,
    reason,
    amountMinor: 6_000,
    withdrawnMinor,
  });
const [toAnswer, reviewed] = [disputed('needs_response', 6_000), disputed('under_review', 6_000)];
const warned = (kind: string, reason: string, isOpen = true) =>
  byStripe('payment_warning', { kind, reason, isOpen });
const rejected = { revision: 1, hasFeedback: false, comments: 3 };
const refused = anEvent('refund_refused', 'ada', { amountMinor: 2_000, words: 'insufficient funds.' });
const declined = made('ada', 'failed', 'declined');
const lost = changed('failed', 'lost_or_stolen_card');
const ofWithdrawal = { amountMinor: 6_000, currency: 'usd' };
const settled = anEvent('withdrawal_settled', 'boss', ofWithdrawal);
const underReview = { problem: 'currency', amountMinor: 5_000, currency: 'eur' };

test.each(
  Object.entries({
    'Order placed · customer': anEvent('order_placed', 'customer'),
    'Payment succeeded · Stripe ($60.00)': byStripe('payment_succeeded', { amountMinor: 6_000 }),
    'Assigned · the service': anEvent('assigned', 'system'),
    'Email sent: Reading': anEvent('mail_sent', 'system', { kind: 'reading_delivery' }),
    'Email failed: New date': anEvent('mail_failed', 'system', { kind: 'new_day' }),
    'Email resent: Message · ada': anEvent('mail_resent', 'ada', { kind: 'customer_message' }),
    'Reading edited · admin (version 2)': anEvent('reading_edited', 'admin', { revision: 2 }),
    'Reading rejected · admin (version 1, 3 comments)': anEvent('reading_rejected', 'admin', rejected),
    'ada refunded $20.00 (re_1)': made('ada', 'succeeded'),
    'ada refunded $20.00, which is on its way (re_1)': made('ada', 'pending'),
    'Stripe staff refunded $20.00 (re_1)': made('stripe', 'succeeded'),
    'ada tried to refund $20.00, but it failed: the customer’s bank declined it (re_1)': declined,
    'ada tried to refund $20.00, but nothing was refunded: insufficient funds.': refused,
    'The refund of $20.00 went through (re_1)': changed('succeeded'),
    'The refund of $20.00 failed: the card was lost or stolen. The money was returned to you (re_1)': lost,
    'The refund of $20.00 was canceled. The money was returned to you (re_1)': changed('canceled'),
    'The bank is asking about $60.00: the reading did not arrive (du_1)': disputed('warning_needs_response'),
    'The bank is disputing $60.00: the reading did not arrive. It has withdrawn $60.00 (du_1)': toAnswer,
    'The bank is reviewing the evidence about $60.00. It has withdrawn $60.00 (du_1)': reviewed,
    'The dispute about $60.00 was won (du_1)': disputed('won'),
    'The dispute about $60.00 was lost (du_1)': disputed('lost', 6_000),
    'boss marked the withdrawal as settled: the remaining $60.00 is not refunded': settled,
    'The withdrawal is no longer settled: a refund failed, and $60.00 is still owed': byStripe(
      'withdrawal_reopened',
      ofWithdrawal,
    ),
    'The customer’s bank warned of fraud: the card had been stolen': warned(
      'early_fraud_warning',
      'made_with_stolen_card',
    ),
    'Stripe put the payment under review: a Stripe Radar rule requested it': warned('review', 'rule'),
    'Stripe’s review is over: it was approved': warned('review', 'approved', false),
    'ada checked the payment and resumed the order': anEvent('payment_cleared', 'ada'),
    '€50.00 was paid, which doesn’t match the order. An admin has to decide': byStripe(
      'payment_review',
      underReview,
    ),
    'Payment: Disputed': byStripe('payment_changed', { from: 'paid', to: 'disputed', refundedMinor: 0 }),
    'Payment: Partly refunded, $20.00 refunded in total': byStripe('payment_changed', {
      from: 'paid',
      to: 'partially_refunded',
      refundedMinor: 2_000,
    }),
  }),
)('%s', (text, event) => {
  expect(eventText(event)).toBe(text);
});

test('says that the failed refund was dismissed, not that the payment was checked', () => {
  const dismissed = { ...anEvent('payment_cleared', 'ada'), id: 2 };
  const again = { ...dismissed, id: 3 };
  const events = [lost, dismissed, again];
  expect(eventText(dismissed, events)).toBe('ada dismissed the failed refund');
  expect(eventText(again, events)).toBe('ada checked the payment and resumed the order');
});

test('shows no internal names of ours or Stripe’s for unknown events', () => {
  for (const event of [
    disputed('frozen_by_bank', 0, 'something_new'),
    changed('failed', 'brand_new_reason'),
    warned('early_fraud_warning', 'odd_type'),
    byStripe('something_unheard_of', { to: 'reading_uploaded' }),
  ]) {
    expect(eventText(event).replace(/\((re|du)_1\)/, '')).not.toContain('_');
  }
});

let lines = 0;
function happened(type: string, actor: string, second = 0): OrderEvent {
  lines += 1;
  const createdAt = new Date(Date.UTC(2026, 10, 16, 9, 0, second)).toISOString();
  return { ...anEvent(type, actor, {}, lines), createdAt };
}

describe('changes to an open order by other people', () => {
  const told = (events: OrderEvent[], since = 0) =>
    eventsByOthers(events, { since, username: 'boss' }).map(({ type }) => type);

  test('include only later events by other people', () => {
    const before = happened('assigned', 'system');
    const events = [before, happened('reading_submitted', 'rita'), happened('notes_edited', 'boss')];
    expect(told(events, before.id)).toEqual(['reading_submitted']);
  });

  test('leave out what follows from your own action', () => {
    const events = [
      happened('refund_made', 'boss', 10),
      happened('payment_changed', 'stripe', 11),
      happened('assigned', 'omar', 11),
      happened('refund_changed', 'stripe', 40),
    ];
    expect(told(events)).toEqual(['assigned', 'refund_changed']);
  });

  test('leave out that a mail was sent', () => {
    expect(told([happened('mail_sent', 'system'), happened('mail_failed', 'system')])).toEqual([
      'mail_failed',
    ]);
  });
});

test.each([
  [[], false],
  [['system'], false],
  [['system', 'boss'], true],
  [['boss', 'system'], false],
])('keeps an unassigned order for admins after assignments by %j: %j', (actors, isKept) => {
  expect(isKeptByAdmins(actors.map((actor) => happened('assigned', actor)))).toBe(isKept);
});
