import { createHash } from 'node:crypto';
import { ApiError } from '../rest/errors.ts';
import type { CardParams } from '../rest/params.ts';
import type { Aftermath } from '../step-names.ts';

export interface Decline {
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  declineCode: string | null;
  message: string;
}

/** What happens when a card is charged. */
export type Behaviour =
  | { kind: 'succeeds'; aftermaths: Aftermath[] }
  | { kind: 'processing'; step: 'payment_succeeds' | 'payment_fails' }
  | { kind: 'asks_3ds' }
  | { kind: 'declined'; decline: Decline };

/** How a refund to a card begins, and what becomes of it later. */
export interface RefundCourse {
  status: 'pending' | 'succeeded';
  later: 'refund_succeeds' | 'refund_fails' | null;
}

/** A card whose number is forgotten: what the sandbox keeps of it. */
export interface CardFacts {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string | null;
  behaviour: Behaviour;
}

const declined = (
  declineCode: string | null,
  message = 'Your card was declined.',
  code: Decline['code'] = 'card_declined',
): Behaviour => ({ kind: 'declined', decline: { code, declineCode, message } });

const succeeds: Behaviour = { kind: 'succeeds', aftermaths: [] };
const followedBy = (...aftermaths: Aftermath[]): Behaviour => ({ kind: 'succeeds', aftermaths });
const slow = (step: 'payment_succeeds' | 'payment_fails'): Behaviour => ({ kind: 'processing', step });

function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '');
}

/** Test cards as documented at https://docs.stripe.com/testing: the number, what the page says of it, what it does. */
export const cardGroups: { title: string; cards: [string, string, Behaviour][] }[] = [
  {
    title: 'Paying',
    cards: [
      ['4242 4242 4242 4242', 'Succeeds', succeeds],
      ['5555 5555 5555 4444', 'Succeeds (Mastercard)', succeeds],
      ['3782 822463 10005', 'Succeeds (American Express)', succeeds],
      ['4000 0025 0000 3155', 'Asks for 3-D Secure; complete it or let it fail', { kind: 'asks_3ds' }],
      ['4000 0000 0000 0002', 'Declined', declined('generic_decline')],
      [
        '4000 0000 0000 9995',
        'Declined: insufficient funds',
        declined('insufficient_funds', 'Your card has insufficient funds.'),
      ],
      [
        '4000 0000 0000 0069',
        'Declined: expired card',
        declined(null, 'Your card has expired.', 'expired_card'),
      ],
      [
        '4000 0000 0000 0127',
        'Declined: wrong security code',
        declined(null, "Your card's security code is incorrect.", 'incorrect_cvc'),
      ],
      [
        '4000 0000 0000 0119',
        'Declined: processing error',
        declined(null, 'An error occurred while processing your card.', 'processing_error'),
      ],
    ],
  },
  {
    title: 'A slow bank (the sandbox’s own: Stripe has no such card)',
    cards: [
      ['4000 0000 0000 7775', 'Stays in processing for a while, and succeeds', slow('payment_succeeds')],
      ['4000 0000 0000 8880', 'Stays in processing for a while, and is declined', slow('payment_fails')],
    ],
  },
  {
    title: 'Refunds',
    cards: [
      ['4000 0000 0000 7726', 'Succeeds; a refund is pending first, and arrives after a while', succeeds],
      ['4000 0000 0000 5126', 'Succeeds; a refund looks made, and fails after a while', succeeds],
    ],
  },
  {
    title: 'Disputes and fraud',
    cards: [
      ['4000 0000 0000 0259', 'Succeeds, and is charged back as fraud', followedBy('disputed_as_fraudulent')],
      [
        '4000 0000 0000 2685',
        'Succeeds, and is charged back: nothing was received',
        followedBy('disputed_as_not_received'),
      ],
      [
        '4000 0000 0000 1976',
        'Succeeds, and its bank inquires; no money is taken',
        followedBy('inquiry_opened'),
      ],
      [
        '4000 0004 0400 0079',
        'Succeeds, and is charged back twice',
        followedBy('disputed_as_fraudulent', 'disputed_as_not_received'),
      ],
      [
        '4000 0000 0000 5423',
        'Succeeds, and its bank warns of fraud early',
        followedBy('early_fraud_warning'),
      ],
      [
        '4000 0000 0000 9235',
        'Succeeds with elevated risk, and Radar opens a review',
        followedBy('review_opened'),
      ],
    ],
  },
];

/** Stripe documents these too; the page of cards leaves them out. */
const furtherCards: [string, Behaviour][] = [
  ...[
    ...['4000056655665556', '4000000000003055', '2223003122003222', '5200828282828210', '5105105105105100'],
    ...['371449635398431', '6011111111111117', '6011000990139424', '3056930009020004', '36227206271667'],
    ...['3566002020360505', '6200000000000005'],
  ].map((number): [string, Behaviour] => [number, succeeds]),
  ['4000002760003184', { kind: 'asks_3ds' }],
  ['4000000000003220', { kind: 'asks_3ds' }],
  ['4000000000009987', declined('lost_card')],
  ['4000000000009979', declined('stolen_card')],
  ['4000000000006975', declined('card_velocity_exceeded')],
];
const behaviours = new Map([
  ...cardGroups.flatMap(({ cards }) =>
    cards.map(([number, , behaviour]): [string, Behaviour] => [digitsOf(number), behaviour]),
  ),
  ...furtherCards,
]);

/** Ready-made payment methods that Stripe's test mode knows by name, behind `pm_card_`. */
const namedCards = new Map([
  ['visa', '4242424242424242'],
  ['mastercard', '5555555555554444'],
  ['amex', '378282246310005'],
  ['threeDSecure2Required', '4000000000003220'],
  ['authenticationRequired', '4000002760003184'],
  ['chargeDeclinedExpiredCard', '4000000000000069'],
  ['chargeDeclinedIncorrectCvc', '4000000000000127'],
  ['chargeDeclinedProcessingError', '4000000000000119'],
  ['visa_chargeDeclined', '4000000000000002'],
  ['chargeDeclined', '4000000000000002'],
  ['visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['processing', '4000000000007775'],
  ['pendingRefund', '4000000000007726'],
  ['refundFail', '4000000000005126'],
  ['createDispute', '4000000000000259'],
  ['createDisputeProductNotReceived', '4000000000002685'],
  ['createDisputeInquiry', '4000000000001976'],
  ['createMultipleDisputes', '4000000404000079'],
  ['createIssuerFraudRecord', '4000000000005423'],
  ['riskLevelElevated', '4000000000009235'],
]);

function fingerprintOf(number: string): string {
  return createHash('sha256').update(number).digest('base64url').slice(0, 16);
}

/** By the card's fingerprint, which is all that is left of its number when the money goes back. */
const refundCourses = new Map<string | null | undefined, RefundCourse>([
  [fingerprintOf('4000000000007726'), { status: 'pending', later: 'refund_succeeds' }],
  [fingerprintOf('4000000000005126'), { status: 'succeeded', later: 'refund_fails' }],
]);

/** @returns what a refund to the card with this fingerprint does (https://docs.stripe.com/testing#refunds) */
export function refundCourse(fingerprint: string | null | undefined): RefundCourse {
  return refundCourses.get(fingerprint) ?? { status: 'succeeded', later: null };
}

const notATestCard = declined(
  'test_mode_live_card',
  'Your card was declined. This is the sandbox: it takes test cards only, such as 4242 4242 4242 4242.',
);

const brands: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function cardError(code: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message });
}

function readExpiry(card: CardParams, now: Date): { expMonth: number; expYear: number } {
  const expMonth = /^\d{1,2}$/.test(card.exp_month) ? Number(card.exp_month) : 0;
  const expYear = /^(\d{2}|\d{4})$/.test(card.exp_year)
    ? Number(card.exp_year) + (card.exp_year.length === 2 ? 2000 : 0)
    : 0;
  const monthError = () =>
    cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  if (expMonth < 1 || expMonth > 12) throw monthError();
  const year = now.getUTCFullYear();
  if (expYear < year || expYear > year + 50) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (expYear === year && expMonth < now.getUTCMonth() + 1) throw monthError();
  return { expMonth, expYear };
}

/**
 * Reads a card as typed; `now` in milliseconds decides whether it has expired.
 * @throws ApiError 402 for a number, date or security code that no card can have
 */
export function readCard(card: CardParams, now: number): CardFacts {
  const number = digitsOf(card.number);
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const expiry = readExpiry(card, new Date(now));
  const brand = brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown';
  if (card.cvc !== undefined && !(brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(card.cvc)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  const known = behaviours.get(number);
  return {
    brand,
    last4: number.slice(-4),
    ...expiry,
    // Only of test cards: the hash of a real number could be turned back into it.
    fingerprint: known ? fingerprintOf(number) : null,
    behaviour: known ?? notATestCard,
  };
}

/** @returns the card behind a name like `pm_card_visa`, or undefined */
export function namedCard(name: string, now: number): CardFacts | undefined {
  const number = namedCards.get(name.replace(/^pm_card_/, ''));
  const year = String(new Date(now).getUTCFullYear() + 1);
  return number === undefined ? undefined : readCard({ number, exp_month: '12', exp_year: year }, now);
}
