import { expect, test } from 'vitest';
import type { DisputeStatus, WarningKind } from '../../shared/orders/money-states.ts';
import { deriveMoney, type MoneyFacts, refundableMinor } from './derive-money.ts';

const paid: MoneyFacts = {
  receivedMinor: 6000,
  refundedMinor: 0,
  refunds: [],
  isDisputed: false,
  disputes: [],
  warnings: [],
};
const money: ReturnType<typeof deriveMoney> = {
  paymentStatus: 'paid',
  refundedMinor: 0,
  refundingMinor: 0,
  dispute: null,
  hold: null,
};

type Refund = MoneyFacts['refunds'][number];
/** @param refundedMinor what the provider sums up */
const refunded = (refundedMinor: number, ...refunds: [number, Refund['status']][]) => ({
  refundedMinor,
  refunds: refunds.map(([amountMinor, status]) => ({ amountMinor, status })),
});
const disputed = (...statuses: DisputeStatus[]) => ({
  isDisputed: true,
  disputes: statuses.map((status) => ({ status })),
});
const warned = (kind: WarningKind, isOpen = true, isDismissed = false) => ({
  warnings: [{ kind, isOpen, isDismissed }],
});
const open = { paymentStatus: 'disputed', dispute: 'open' } as const;
const lost = { paymentStatus: 'disputed', dispute: 'lost' } as const;
const partly = { paymentStatus: 'partially_refunded', refundedMinor: 1500 } as const;

const all = { paymentStatus: 'refunded', refundedMinor: 6000 } as const;
const warnedTwice = { warnings: [...warned('review').warnings, ...warned('early_fraud_warning').warnings] };

test.each<[what: string, Partial<MoneyFacts>, Partial<typeof money>]>([
  ['the money arrived', {}, {}],
  ['a part was refunded', refunded(1500, [1500, 'succeeded']), partly],
  ['all was refunded in two parts', refunded(6000, [1500, 'succeeded'], [4500, 'succeeded']), all],
  ['a partial refund is pending', refunded(1500, [1500, 'pending']), { refundingMinor: 1500 }],
  ['a full refund is pending', refunded(6000, [6000, 'pending']), { refundingMinor: 6000, hold: 'refund' }],
  [
    'the refund of the rest requires action by the customer',
    refunded(6000, [1500, 'succeeded'], [4500, 'requires_action']),
    { ...partly, refundingMinor: 4500, hold: 'refund' },
  ],
  ['a failed refund leaves the money here', refunded(0, [6000, 'failed']), {}],
  // What the provider sums up may be older than the refunds that it names.
  ['a pending refund is not in the provider’s total yet', refunded(0, [1500, 'pending']), {}],
  ['one refund was canceled', refunded(1500, [6000, 'canceled'], [1500, 'succeeded']), partly],
  ['a bank opens an inquiry', disputed('warning_needs_response'), { dispute: 'inquiry' }],
  ['a bank reviews the answer to its inquiry', disputed('warning_under_review'), { dispute: 'inquiry' }],
  ['a bank opens a second one', disputed('warning_closed', 'warning_needs_response'), { dispute: 'inquiry' }],
  ['a bank took the money back in a dispute', disputed('needs_response'), open],
  ['a bank reviews the evidence', disputed('under_review'), open],
  ['the dispute was lost', disputed('lost'), lost],
  ['the dispute was won', disputed('won'), { dispute: 'closed' }],
  ['the inquiry was closed', disputed('warning_closed'), { dispute: 'closed' }],
  ['the dispute was prevented', disputed('prevented'), { dispute: 'closed' }],
  ['the first of two disputes was won, the second is open', disputed('won', 'needs_response'), open],
  ['one of three disputes was lost', disputed('needs_response', 'lost', 'won'), lost],
  ['it is disputed and the details are unknown', { isDisputed: true }, open],
  [
    'all was refunded and disputed',
    { ...refunded(6000), ...disputed('lost') },
    { ...lost, refundedMinor: 6000 },
  ],
  ['a dispute was won', { ...refunded(1500), ...disputed('won') }, { ...partly, dispute: 'closed' }],
  ['the card’s bank sends a fraud warning', warned('early_fraud_warning'), { hold: 'early_fraud_warning' }],
  ['the payment is under review', warned('review'), { hold: 'review' }],
  ['a bank warns of a payment under review', warnedTwice, { hold: 'early_fraud_warning' }],
  ['an admin dismissed the warning', warned('early_fraud_warning', true, true), {}],
  ['the review ended', warned('review', false), {}],
  ['the customer has withdrawn', { isWithdrawn: true }, { hold: 'withdrawal' }],
])('computes payment status, refunds, and hold when %s', (_what, facts, expected) => {
  const known = { ...paid, ...facts };
  const comesTo = { ...money, ...expected };
  expect(deriveMoney(known)).toEqual(comesTo);
  expect(refundableMinor(known)).toBe(comesTo.paymentStatus === 'disputed' ? 0 : 6000 - known.refundedMinor);
});
