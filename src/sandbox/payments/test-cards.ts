import { createHash } from 'node:crypto';
import { brandOf, digitsOf, passesLuhn } from '../browser/card-input.js';
import type { Aftermath } from '../step-names.ts';
import { StripeApiError } from './api-errors.ts';
import type { CardParams } from './params.ts';

export interface Decline {
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  declineCode: string | null;
  message: string;
}

type Behavior =
  | { kind: 'succeeds'; aftermaths: Aftermath[] }
  | { kind: 'processing'; step: 'payment_succeeds' | 'payment_fails' }
  | { kind: 'asks_3ds' }
  | { kind: 'declined'; decline: Decline };

const declineMessages: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card.',
  test_mode_live_card:
    'Your card was declined. This is the sandbox: it takes test cards only, such as 4242 4242 4242 4242.',
};

/** @param reason Stripe's error code, or the decline code of `card_declined` */
function declined(reason: string): Behavior & { kind: 'declined' } {
  const codes = ['expired_card', 'incorrect_cvc', 'processing_error'] as const;
  const code = codes.find((own) => own === reason) ?? 'card_declined';
  const declineCode = code === 'card_declined' ? reason : null;
  const message = declineMessages[reason] ?? 'Your card was declined.';
  return { kind: 'declined', decline: { code, declineCode, message } };
}
const succeeds = (...aftermaths: Aftermath[]): Behavior => ({ kind: 'succeeds', aftermaths });
const slow = (step: 'payment_succeeds' | 'payment_fails'): Behavior => ({ kind: 'processing', step });
const asks3ds: Behavior = { kind: 'asks_3ds' };
const isDisputed = succeeds('disputed_as_fraudulent');
const isNotReceived = succeeds('disputed_as_not_received');
const isDisputedTwice = succeeds('disputed_as_fraudulent', 'disputed_as_not_received');
const isInquired = succeeds('inquiry_opened');

export const genericDecline = declined('generic_decline').decline;

type CardRow = [number: string, does: string, behavior: Behavior];

/** The test cards of the sandbox's page (https://docs.stripe.com/testing), by heading. */
export const cardGroups: Record<string, CardRow[]> = {
  Paying: [
    ['4242 4242 4242 4242', 'Succeeds', succeeds()],
    ['5555 5555 5555 4444', 'Succeeds (Mastercard)', succeeds()],
    ['3782 822463 10005', 'Succeeds (American Express)', succeeds()],
    ['4000 0025 0000 3155', 'Asks for 3-D Secure; complete it or let it fail', asks3ds],
    ['4000 0000 0000 0002', 'Declined', declined('generic_decline')],
    ['4000 0000 0000 9995', 'Declined: insufficient funds', declined('insufficient_funds')],
    ['4000 0000 0000 0069', 'Declined: expired card', declined('expired_card')],
    ['4000 0000 0000 0127', 'Declined: wrong security code', declined('incorrect_cvc')],
    ['4000 0000 0000 0119', 'Declined: processing error', declined('processing_error')],
  ],
  'A slow bank (the sandbox’s own: Stripe has no such card)': [
    ['4000 0000 0000 7775', 'Stays in processing for a while, and succeeds', slow('payment_succeeds')],
    ['4000 0000 0000 8880', 'Stays in processing for a while, and is declined', slow('payment_fails')],
  ],
  Refunds: [
    ['4000 0000 0000 7726', 'Succeeds; a refund is pending first, and arrives after a while', succeeds()],
    ['4000 0000 0000 5126', 'Succeeds; a refund looks made, and fails after a while', succeeds()],
  ],
  'Disputes and fraud': [
    ['4000 0000 0000 0259', 'Succeeds, and is charged back as fraud', isDisputed],
    ['4000 0000 0000 2685', 'Succeeds, and is charged back: nothing was received', isNotReceived],
    ['4000 0000 0000 1976', 'Succeeds, and its bank inquires; no money is taken', isInquired],
    ['4000 0004 0400 0079', 'Succeeds, and is charged back twice', isDisputedTwice],
    ['4000 0000 0000 5423', 'Succeeds, and its bank warns of fraud early', succeeds('early_fraud_warning')],
    [
      '4000 0000 0000 9235',
      'Succeeds with elevated risk, and Radar opens a review',
      succeeds('review_opened'),
    ],
  ],
};

/** More of Stripe's cards, used by programs written for Stripe but left off the page. */
const furtherCards: [behavior: Behavior, ...numbers: string[]][] = [
  [succeeds(), '4000056655665556', '4000000000003055', '2223003122003222', '5200828282828210'],
  [succeeds(), '5105105105105100', '371449635398431', '6011111111111117', '6011000990139424'],
  [succeeds(), '3056930009020004', '36227206271667', '3566002020360505', '6200000000000005'],
  [asks3ds, '4000002760003184', '4000000000003220'],
  [declined('lost_card'), '4000000000009987'],
  [declined('stolen_card'), '4000000000009979'],
  [declined('card_velocity_exceeded'), '4000000000006975'],
];

/** Payment methods of Stripe, without `pm_card_` or `pm_card_visa_`. */
const namedCards: Record<string, string> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  authenticationRequired: '4000002760003184',
  threeDSecure2Required: '4000000000003220',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  // The sandbox's own.
  processing: '4000000000007775',
  pendingRefund: '4000000000007726',
  refundFail: '4000000000005126',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  createMultipleDisputes: '4000000404000079',
  createIssuerFraudRecord: '4000000000005423',
  riskLevelElevated: '4000000000009235',
};

const behaviors = new Map([
  ...Object.values(cardGroups)
    .flat()
    .map(([number, , behavior]) => [digitsOf(number), behavior] as const),
  ...furtherCards.flatMap(([behavior, ...numbers]) => numbers.map((number) => [number, behavior] as const)),
]);

function fingerprintOf(number: string): string {
  return createHash('sha256').update(number).digest('base64url').slice(0, 16);
}

const pendingRefundCard = fingerprintOf('4000000000007726');
const failingRefundCard = fingerprintOf('4000000000005126');

/** Returns a refund's first status and the step after it, if any (https://docs.stripe.com/testing#refunds). */
export function refundCourse(fingerprint: string | null | undefined) {
  if (fingerprint === pendingRefundCard) return { status: 'pending', later: 'refund_succeeds' } as const;
  const later = fingerprint === failingRefundCard ? 'refund_fails' : null;
  return { status: 'succeeded', later } as const;
}

function cardError(code: string, param: string, message: string): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, param, message });
}

function readExpiry({ exp_month, exp_year }: CardParams, now: Date): { expMonth: number; expYear: number } {
  const expMonth = /^\d{1,2}$/.test(exp_month) ? Number(exp_month) : 0;
  const typedYear = /^(\d{2}|\d{4})$/.test(exp_year) ? Number(exp_year) : 0;
  const expYear = exp_year.length === 2 ? typedYear + 2000 : typedYear;
  const year = now.getUTCFullYear();
  const isPastMonth = expYear === year && expMonth < now.getUTCMonth() + 1;
  if (expMonth >= 1 && expMonth <= 12 && (expYear < year || expYear > year + 50)) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (expMonth < 1 || expMonth > 12 || isPastMonth) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  return { expMonth, expYear };
}

/** Returns a typed card and its behavior; declines all but test cards. @throws {StripeApiError} 402 if invalid */
export function readCard(card: CardParams, now: number) {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const expiry = readExpiry(card, new Date(now));
  const brand = brandOf(number);
  if (card.cvc !== undefined && !new RegExp(`^\\d{3,${brand.cvc}}$`).test(card.cvc)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  const behavior = behaviors.get(number);
  return {
    brand: brand.name,
    last4: number.slice(-4),
    ...expiry,
    // Only for test cards: a real number could be computed from its hash.
    fingerprint: behavior ? fingerprintOf(number) : null,
    behavior: behavior ?? declined('test_mode_live_card'),
  };
}
export type CardFacts = ReturnType<typeof readCard>;

export function findNamedCard(name: string, now: number) {
  const ownName = name.replace(/^pm_card_(visa_)?/, '');
  const number = Object.hasOwn(namedCards, ownName) ? namedCards[ownName] : undefined;
  const exp_year = String(new Date(now).getUTCFullYear() + 1);
  return number === undefined ? undefined : readCard({ number, exp_month: '12', exp_year }, now);
}
