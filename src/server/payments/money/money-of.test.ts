import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DisputeStatus,
  disputeStatuses,
  refundStatuses,
  type WarningKind,
  warningKinds,
} from '../../../shared/orders/money-states.ts';
import { type Money, type MoneyFacts, moneyOf, refundableCents } from './money-of.ts';

const paid: MoneyFacts = {
  receivedCents: 6000,
  refundedCents: 0,
  refunds: [],
  isDisputed: false,
  disputes: [],
  warnings: [],
};
const money: Money = {
  paymentStatus: 'paid',
  refundedCents: 0,
  refundingCents: 0,
  dispute: null,
  hold: null,
};

type Refund = MoneyFacts['refunds'][number];
/** @param refundedCents what the provider sums up */
const refunded = (refundedCents: number, ...refunds: [number, Refund['status']][]) => ({
  refundedCents,
  refunds: refunds.map(([amountCents, status]) => ({ amountCents, status })),
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
const partly = { paymentStatus: 'partially_refunded', refundedCents: 1500 } as const;

const examples: [string, Partial<MoneyFacts>, Partial<Money>][] = [
  ['the money came', {}, {}],
  ['a part went back', refunded(1500, [1500, 'succeeded']), partly],
  [
    'all of it went back, in two parts',
    refunded(6000, [1500, 'succeeded'], [4500, 'succeeded']),
    { paymentStatus: 'refunded', refundedCents: 6000 },
  ],
  ['a part is on its way back', refunded(1500, [1500, 'pending']), { refundingCents: 1500 }],
  ['all is on its way back', refunded(6000, [6000, 'pending']), { refundingCents: 6000, hold: 'refund' }],
  [
    'the rest is on its way back, and the customer has to do something for it',
    refunded(6000, [1500, 'succeeded'], [4500, 'requires_action']),
    { ...partly, refundingCents: 4500, hold: 'refund' },
  ],
  ['a refund failed: the money is here', refunded(0, [6000, 'failed']), {}],
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
  ['it is disputed, and how could not be asked', { isDisputed: true }, open],
  [
    'what was refunded is disputed as well',
    { ...refunded(6000), ...disputed('needs_response') },
    { ...open, refundedCents: 6000 },
  ],
  [
    'a part went back, and a bank only asks',
    { ...refunded(1500), ...disputed('won') },
    { ...partly, dispute: 'closed' },
  ],
  ['the bank of the card warns', warned('early_fraud_warning'), { hold: 'early_fraud_warning' }],
  ['the payment is under review', warned('review'), { hold: 'review' }],
  ['an admin decided that the payment is all right', warned('early_fraud_warning', true, true), {}],
  ['the review ended', warned('review', false), {}],
  ['its customer has withdrawn', { isWithdrawn: true }, { hold: 'withdrawal' }],
];
test.each(examples)('%s', (_what, facts, expected) => {
  const known = { ...paid, ...facts };
  const comesTo = { ...money, ...expected };
  expect(moneyOf(known)).toEqual(comesTo);
  expect(refundableCents(known)).toBe(comesTo.paymentStatus === 'disputed' ? 0 : 6000 - known.refundedCents);
});

/**
 * Refunds as there can be: each gives back of what was left, and one that is lost leaves it. What the provider sums
 * up can hold more than it names, and less when the question about the refunds was answered later.
 */
const facts: fc.Arbitrary<MoneyFacts> = fc
  .record({
    receivedCents: fc.integer({ min: 50, max: 99_999_999 }),
    parts: fc.array(
      fc.record({
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        status: fc.constantFrom(...refundStatuses),
      }),
      { maxLength: 5 },
    ),
    unnamed: fc.double({ min: -1, max: 1, noNaN: true }),
    isDisputed: fc.boolean(),
    disputes: fc.array(fc.record({ status: fc.constantFrom(...disputeStatuses) }), { maxLength: 4 }),
    warnings: fc.array(
      fc.record({ kind: fc.constantFrom(...warningKinds), isOpen: fc.boolean(), isDismissed: fc.boolean() }),
      { maxLength: 4 },
    ),
  })
  .map(({ receivedCents, parts, unnamed, isDisputed, disputes, warnings }) => {
    let left = receivedCents;
    const refunds = parts.flatMap(({ share, status }) => {
      const amountCents = Math.round(left * share);
      if (amountCents === 0) return [];
      if (status !== 'failed' && status !== 'canceled') left -= amountCents;
      return [{ amountCents, status }];
    });
    const counted = receivedCents - left;
    const refundedCents = counted + Math.round(unnamed * (unnamed > 0 ? left : counted));
    const isEver = isDisputed || disputes.length > 0;
    return { receivedCents, refundedCents, refunds, isDisputed: isEver, disputes, warnings };
  });

test('whatever is known, in whichever order: no sum is negative, and never more goes back than came', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const told = moneyOf(known);
      expect(told.refundedCents).toBeGreaterThanOrEqual(0);
      expect(told.refundingCents).toBeGreaterThanOrEqual(0);
      expect(told.refundedCents + told.refundingCents).toBe(known.refundedCents);
      expect(refundableCents(known)).toBeGreaterThanOrEqual(0);
      expect(refundableCents(known)).toBeLessThanOrEqual(known.receivedCents - known.refundedCents);
      const { refunds, disputes, warnings } = known;
      const turned = {
        ...known,
        refunds: refunds.toReversed(),
        disputes: disputes.toReversed(),
        warnings: warnings.toReversed(),
      };
      expect(moneyOf(turned)).toEqual(told);
    }),
    { numRuns: 500 },
  );
});
