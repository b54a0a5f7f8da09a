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

const examples: [string, Partial<MoneyFacts>, Partial<typeof money>][] = [
  ['the money came', {}, {}],
  ['a part went back', refunded(1500, [1500, 'succeeded']), partly],
  [
    'all of it went back, in two parts',
    refunded(6000, [1500, 'succeeded'], [4500, 'succeeded']),
    { paymentStatus: 'refunded', refundedMinor: 6000 },
  ],
  ['a part is on its way back', refunded(1500, [1500, 'pending']), { refundingMinor: 1500 }],
  ['all is on its way back', refunded(6000, [6000, 'pending']), { refundingMinor: 6000, hold: 'refund' }],
  [
    'the rest is on its way back, and the customer has to do something for it',
    refunded(6000, [1500, 'succeeded'], [4500, 'requires_action']),
    { ...partly, refundingMinor: 4500, hold: 'refund' },
  ],
  ['a refund failed: the money is here', refunded(0, [6000, 'failed']), {}],
  // What the provider sums up may be older than the refunds that it names.
  ['a refund is named that is not summed up yet', refunded(0, [1500, 'pending']), {}],
  ['one was canceled, the next was made', refunded(1500, [6000, 'canceled'], [1500, 'succeeded']), partly],
  ['a bank only asks', disputed('warning_needs_response'), { dispute: 'inquiry' }],
  ['a bank looks at the answer to what it asked', disputed('warning_under_review'), { dispute: 'inquiry' }],
  ['a bank asks again', disputed('warning_closed', 'warning_needs_response'), { dispute: 'inquiry' }],
  ['a bank took the money back', disputed('needs_response'), open],
  ['a bank looks at the evidence', disputed('under_review'), open],
  ['the dispute was lost', disputed('lost'), lost],
  ['the dispute was won', disputed('won'), { dispute: 'closed' }],
  ['the bank was content with the answer', disputed('warning_closed'), { dispute: 'closed' }],
  ['the dispute was prevented', disputed('prevented'), { dispute: 'closed' }],
  ['the first of two disputes was won, the second is open', disputed('won', 'needs_response'), open],
  ['one dispute was lost while another is open', disputed('needs_response', 'lost'), lost],
  ['the order of disputes does not matter', disputed('lost', 'needs_response', 'won'), lost],
  ['it is disputed, and how could not be asked', { isDisputed: true }, open],
  [
    'what was refunded is disputed as well',
    { ...refunded(6000), ...disputed('needs_response') },
    { ...open, refundedMinor: 6000 },
  ],
  [
    'a part went back, and a bank only asks',
    { ...refunded(1500), ...disputed('won') },
    { ...partly, dispute: 'closed' },
  ],
  ['the bank of the card warns', warned('early_fraud_warning'), { hold: 'early_fraud_warning' }],
  ['the payment is under review', warned('review'), { hold: 'review' }],
  [
    'a bank warns of a payment under review',
    { warnings: [...warned('review').warnings, ...warned('early_fraud_warning').warnings] },
    { hold: 'early_fraud_warning' },
  ],
  ['an admin decided that the payment is all right', warned('early_fraud_warning', true, true), {}],
  ['the review ended', warned('review', false), {}],
  ['its customer has withdrawn', { isWithdrawn: true }, { hold: 'withdrawal' }],
];
test.each(examples)('%s', (_what, facts, expected) => {
  const known = { ...paid, ...facts };
  const comesTo = { ...money, ...expected };
  expect(deriveMoney(known)).toEqual(comesTo);
  expect(refundableMinor(known)).toBe(comesTo.paymentStatus === 'disputed' ? 0 : 6000 - known.refundedMinor);
});
