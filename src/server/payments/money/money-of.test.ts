import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disputeStatuses, refundStatuses, warningKinds } from '../../../shared/orders/money-states.ts';
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

type Row = [string, Partial<MoneyFacts>, Partial<Money>];

const examples: Row[] = [
  ['the money came', {}, {}],
  [
    'a part went back',
    { refundedCents: 1500, refunds: [{ amountCents: 1500, status: 'succeeded' }] },
    { paymentStatus: 'partially_refunded', refundedCents: 1500 },
  ],
  [
    'all of it went back, in two parts',
    {
      refundedCents: 6000,
      refunds: [
        { amountCents: 1500, status: 'succeeded' },
        { amountCents: 4500, status: 'succeeded' },
      ],
    },
    { paymentStatus: 'refunded', refundedCents: 6000 },
  ],
  [
    'a part is on its way back',
    { refundedCents: 1500, refunds: [{ amountCents: 1500, status: 'pending' }] },
    { refundingCents: 1500 },
  ],
  [
    'all of it is on its way back',
    { refundedCents: 6000, refunds: [{ amountCents: 6000, status: 'pending' }] },
    { refundingCents: 6000, hold: 'refund' },
  ],
  [
    'the rest is on its way back, and the customer has to do something for it',
    {
      refundedCents: 6000,
      refunds: [
        { amountCents: 1500, status: 'succeeded' },
        { amountCents: 4500, status: 'requires_action' },
      ],
    },
    { paymentStatus: 'partially_refunded', refundedCents: 1500, refundingCents: 4500, hold: 'refund' },
  ],
  [
    'a refund failed: the money is here',
    { refundedCents: 0, refunds: [{ amountCents: 6000, status: 'failed' }] },
    {},
  ],
  [
    'one refund was canceled, the next was made',
    {
      refundedCents: 1500,
      refunds: [
        { amountCents: 6000, status: 'canceled' },
        { amountCents: 1500, status: 'succeeded' },
      ],
    },
    { paymentStatus: 'partially_refunded', refundedCents: 1500 },
  ],
  [
    'a bank only asks',
    { isDisputed: true, disputes: [{ status: 'warning_needs_response' }] },
    { dispute: 'inquiry' },
  ],
  [
    'a bank took the money back',
    { isDisputed: true, disputes: [{ status: 'needs_response' }] },
    { paymentStatus: 'disputed', dispute: 'open' },
  ],
  [
    'a bank looks at the evidence',
    { isDisputed: true, disputes: [{ status: 'under_review' }] },
    { paymentStatus: 'disputed', dispute: 'open' },
  ],
  [
    'the dispute was lost',
    { isDisputed: true, disputes: [{ status: 'lost' }] },
    { paymentStatus: 'disputed', dispute: 'lost' },
  ],
  ['the dispute was won', { isDisputed: true, disputes: [{ status: 'won' }] }, { dispute: 'closed' }],
  [
    'the first of two disputes was won, the second is open',
    { isDisputed: true, disputes: [{ status: 'won' }, { status: 'needs_response' }] },
    { paymentStatus: 'disputed', dispute: 'open' },
  ],
  [
    'one dispute was lost while another is open',
    { isDisputed: true, disputes: [{ status: 'needs_response' }, { status: 'lost' }] },
    { paymentStatus: 'disputed', dispute: 'lost' },
  ],
  [
    'it is disputed, and nobody could ask how',
    { isDisputed: true },
    { paymentStatus: 'disputed', dispute: 'open' },
  ],
  [
    'what was refunded is disputed as well',
    { refundedCents: 6000, isDisputed: true, disputes: [{ status: 'needs_response' }] },
    { paymentStatus: 'disputed', refundedCents: 6000, dispute: 'open' },
  ],
  [
    'the bank of the card warns',
    { warnings: [{ kind: 'early_fraud_warning', isOpen: true, isDismissed: false }] },
    { hold: 'early_fraud_warning' },
  ],
  [
    'the payment is under review',
    { warnings: [{ kind: 'review', isOpen: true, isDismissed: false }] },
    { hold: 'review' },
  ],
  [
    'somebody decided that the payment is all right',
    { warnings: [{ kind: 'early_fraud_warning', isOpen: true, isDismissed: true }] },
    {},
  ],
  ['the review ended', { warnings: [{ kind: 'review', isOpen: false, isDismissed: false }] }, {}],
];
test.each(examples)('%s', (_what, facts, expected) => {
  expect(moneyOf({ ...paid, ...facts })).toEqual({ ...money, ...expected });
});

const takenBack = ['needs_response', 'under_review', 'lost'] as const;
const asked = ['warning_needs_response', 'warning_under_review'] as const;
const over = ['won', 'warning_closed', 'prevented'] as const;
const isLost = ({ status }: MoneyFacts['refunds'][number]) => status === 'failed' || status === 'canceled';
const isUnderWay = ({ status }: MoneyFacts['refunds'][number]) =>
  status === 'pending' || status === 'requires_action';
const sum = (refunds: MoneyFacts['refunds']) =>
  refunds.reduce((total, refund) => total + refund.amountCents, 0);

const warning = fc.record({
  kind: fc.constantFrom(...warningKinds),
  isOpen: fc.boolean(),
  isDismissed: fc.boolean(),
});
const disputesOf = (statuses: readonly MoneyFacts['disputes'][number]['status'][], minLength = 0) =>
  fc.array(fc.record({ status: fc.constantFrom(...statuses) }), { minLength, maxLength: 4 });

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
      {
        maxLength: 5,
      },
    ),
    unnamed: fc.double({ min: -1, max: 1, noNaN: true }),
    isDisputed: fc.boolean(),
    disputes: disputesOf(disputeStatuses),
    warnings: fc.array(warning, { maxLength: 4 }),
  })
  .map(({ receivedCents, parts, unnamed, isDisputed, disputes, warnings }) => {
    let left = receivedCents;
    const refunds = parts.flatMap(({ share, status }) => {
      const amountCents = Math.round(left * share);
      if (amountCents === 0) return [];
      if (!isLost({ amountCents, status })) left -= amountCents;
      return [{ amountCents, status }];
    });
    const counted = receivedCents - left;
    const refundedCents = counted + Math.round(unnamed * (unnamed > 0 ? left : counted));
    return {
      receivedCents,
      refundedCents,
      refunds,
      isDisputed: isDisputed || disputes.length > 0,
      disputes,
      warnings,
    };
  });

/** Whatever else is known of the money, `rule` holds. */
function always(rule: (facts: MoneyFacts) => void): void {
  fc.assert(fc.property(facts, rule), { numRuns: 500 });
}

test('in which order the facts became known does not matter', () => {
  const shuffled = facts.chain((known) => {
    const inAnyOrder = <T>(list: T[]) =>
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length });
    const { refunds, disputes, warnings } = known;
    return fc.tuple(
      fc.constant(known),
      fc.record({
        refunds: inAnyOrder(refunds),
        disputes: inAnyOrder(disputes),
        warnings: inAnyOrder(warnings),
      }),
    );
  });
  fc.assert(
    fc.property(shuffled, ([known, others]) => {
      expect(moneyOf({ ...known, ...others })).toEqual(moneyOf(known));
    }),
    { numRuns: 500 },
  );
});

test('no sum is negative, and never more goes back than came', () => {
  always((known) => {
    const { refundedCents, refundingCents } = moneyOf(known);
    expect(refundedCents).toBeGreaterThanOrEqual(0);
    expect(refundingCents).toBeGreaterThanOrEqual(0);
    expect(refundedCents + refundingCents).toBeLessThanOrEqual(known.receivedCents);
    expect(refundableCents(known)).toBeGreaterThanOrEqual(0);
    expect(refundableCents(known)).toBeLessThanOrEqual(known.receivedCents);
  });
});

test('what is on its way back never counts as given back', () => {
  always((known) => {
    const { refundedCents, refundingCents } = moneyOf(known);
    expect(refundedCents + refundingCents).toBe(known.refundedCents);
    expect(refundingCents).toBeLessThanOrEqual(sum(known.refunds.filter(isUnderWay)));
  });
  always((known) => {
    const refunds = known.refunds.map((refund) => ({ ...refund, status: 'pending' as const }));
    const told = moneyOf({ ...known, refunds, refundedCents: Math.min(known.receivedCents, sum(refunds)) });
    expect(told.refundedCents).toBe(0);
    expect(['paid', 'disputed']).toContain(told.paymentStatus);
  });
});

test('while a bank has taken the money, the order is disputed and nothing can be given back, whatever else', () => {
  fc.assert(
    fc.property(facts, disputesOf(takenBack, 1), (known, taken) => {
      const disputed = { ...known, isDisputed: true, disputes: [...known.disputes, ...taken] };
      expect(moneyOf(disputed).paymentStatus).toBe('disputed');
      expect(refundableCents(disputed)).toBe(0);
    }),
  );
});

test('disputes that are over leave the money as if there had never been one', () => {
  fc.assert(
    fc.property(facts, disputesOf(over, 1), (known, ended) => {
      const never = { ...known, isDisputed: false, disputes: [] };
      const won = { ...known, isDisputed: true, disputes: ended };
      expect(moneyOf(won)).toEqual({ ...moneyOf(never), dispute: 'closed' });
      expect(refundableCents(won)).toBe(refundableCents(never));
    }),
  );
});

test('a bank that only asks stops nothing', () => {
  fc.assert(
    fc.property(facts, disputesOf(asked, 1), disputesOf(over), (known, asking, ended) => {
      const never = { ...known, isDisputed: false, disputes: [] };
      const inquired = { ...known, isDisputed: true, disputes: [...ended, ...asking] };
      expect(moneyOf(inquired)).toEqual({ ...moneyOf(never), dispute: 'inquiry' });
      expect(refundableCents(inquired)).toBe(refundableCents(never));
    }),
  );
});

test('refunds that failed or were canceled leave no trace', () => {
  always((known) => {
    const refunds = known.refunds.filter((refund) => !isLost(refund));
    expect(moneyOf({ ...known, refunds })).toEqual(moneyOf(known));
  });
});

test('the reading is held only while all the money is on its way back, or a doubt is undecided', () => {
  always((known) => {
    const { hold, refundingCents } = moneyOf(known);
    const isLeaving = known.refundedCents === known.receivedCents && known.refunds.some(isUnderWay);
    const doubts = known.warnings.filter(({ isOpen, isDismissed }) => isOpen && !isDismissed);
    if (isLeaving) expect(hold).toBe('refund');
    else if (doubts.length > 0) expect(doubts.map(({ kind }) => kind)).toContain(hold);
    else expect(hold).toBeNull();
    if (hold === 'refund') expect(refundingCents).toBeGreaterThan(0);
  });
});
