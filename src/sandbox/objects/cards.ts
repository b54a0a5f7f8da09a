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
  funding: 'credit' | 'debit' | 'prepaid';
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string | null;
  cvcCheck: 'pass' | 'fail' | null;
  behaviour: Behaviour;
}

const declined = (
  declineCode: string | null,
  message: string,
  code: Decline['code'] = 'card_declined',
): Behaviour => ({ kind: 'declined', decline: { code, declineCode, message } });

const succeeds: Behaviour = { kind: 'succeeds', aftermaths: [] };
const followedBy = (...aftermaths: Aftermath[]): Behaviour => ({ kind: 'succeeds', aftermaths });
const asks3ds: Behaviour = { kind: 'asks_3ds' };
const plainDecline = 'Your card was declined.';

/** Test cards as documented at https://docs.stripe.com/testing. */
const testCards = new Map<string, Behaviour>([
  ['4242424242424242', succeeds],
  ['4000056655665556', succeeds],
  ['4000000000003055', succeeds],
  ['5555555555554444', succeeds],
  ['2223003122003222', succeeds],
  ['5200828282828210', succeeds],
  ['5105105105105100', succeeds],
  ['378282246310005', succeeds],
  ['371449635398431', succeeds],
  ['6011111111111117', succeeds],
  ['6011000990139424', succeeds],
  ['3056930009020004', succeeds],
  ['36227206271667', succeeds],
  ['3566002020360505', succeeds],
  ['6200000000000005', succeeds],
  ['4000002500003155', asks3ds],
  ['4000002760003184', asks3ds],
  ['4000000000003220', asks3ds],
  ['4000000000000259', followedBy('disputed_as_fraudulent')],
  ['4000000000002685', followedBy('disputed_as_not_received')],
  ['4000000000001976', followedBy('inquiry_opened')],
  ['4000000404000079', followedBy('disputed_as_fraudulent', 'disputed_as_not_received')],
  ['4000000000005423', followedBy('early_fraud_warning')],
  ['4000000000009235', followedBy('review_opened')],
  ['4000000000007726', succeeds],
  ['4000000000005126', succeeds],
  // The sandbox's own, a bank that takes its time: Stripe has no card that stays in processing.
  ['4000000000007775', { kind: 'processing', step: 'payment_succeeds' }],
  ['4000000000008880', { kind: 'processing', step: 'payment_fails' }],
  ['4000000000000002', declined('generic_decline', plainDecline)],
  ['4000000000009995', declined('insufficient_funds', 'Your card has insufficient funds.')],
  ['4000000000009987', declined('lost_card', plainDecline)],
  ['4000000000009979', declined('stolen_card', plainDecline)],
  [
    '4000000000006975',
    declined('card_velocity_exceeded', 'Your card was declined for making repeated attempts too frequently.'),
  ],
  ['4000000000000069', declined(null, 'Your card has expired.', 'expired_card')],
  ['4000000000000127', declined(null, "Your card's security code is incorrect.", 'incorrect_cvc')],
  [
    '4000000000000119',
    declined(
      null,
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
  ],
]);

/** Ready-made payment methods that Stripe's test mode knows by name. */
const namedMethods = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_mastercard', '5555555555554444'],
  ['pm_card_amex', '378282246310005'],
  ['pm_card_createDispute', '4000000000000259'],
  ['pm_card_createDisputeProductNotReceived', '4000000000002685'],
  ['pm_card_createDisputeInquiry', '4000000000001976'],
  ['pm_card_createMultipleDisputes', '4000000404000079'],
  ['pm_card_createIssuerFraudRecord', '4000000000005423'],
  ['pm_card_riskLevelElevated', '4000000000009235'],
  ['pm_card_processing', '4000000000007775'],
  ['pm_card_pendingRefund', '4000000000007726'],
  ['pm_card_refundFail', '4000000000005126'],
  ['pm_card_threeDSecure2Required', '4000000000003220'],
  ['pm_card_authenticationRequired', '4000002760003184'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069'],
  ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127'],
  ['pm_card_chargeDeclinedProcessingError', '4000000000000119'],
]);

function fingerprintOf(number: string): string {
  return createHash('sha256').update(number).digest('base64url').slice(0, 16);
}

/** By the card's fingerprint, which is all that is left of its number when the money goes back. */
const refundCourses = new Map<string | null | undefined, RefundCourse>([
  [fingerprintOf('4000000000007726'), { status: 'pending', later: 'refund_succeeds' }],
  [fingerprintOf('4000000000005126'), { status: 'succeeded', later: 'refund_fails' }],
]);

/** What a refund to the card with this fingerprint does (https://docs.stripe.com/testing#refunds). */
export function refundCourse(fingerprint: string | null | undefined): RefundCourse {
  return refundCourses.get(fingerprint) ?? { status: 'succeeded', later: null };
}

const notATestCard = declined(
  'test_mode_live_card',
  'Your card was declined. This is the sandbox: it takes test cards only, such as 4242 4242 4242 4242.',
);

const brands: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
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
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const expiry = readExpiry(card, new Date(now));
  const brand = brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown';
  if (card.cvc !== undefined && !(brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(card.cvc)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  return factsOf(number, brand, expiry, card.cvc !== undefined);
}

/** The card behind a name like `pm_card_visa`, or undefined. */
export function namedCard(name: string, now: number): CardFacts | undefined {
  const number = namedMethods.get(name);
  const year = new Date(now).getUTCFullYear() + 1;
  return number === undefined
    ? undefined
    : readCard(
        { number, exp_month: '12', exp_year: String(year), cvc: number.startsWith('3') ? '1234' : '123' },
        now,
      );
}

function factsOf(
  number: string,
  brand: string,
  expiry: { expMonth: number; expYear: number },
  hasCvc: boolean,
): CardFacts {
  const known = testCards.get(number);
  const cvcFails = known?.kind === 'declined' && known.decline.code === 'incorrect_cvc';
  const funding = {
    '4000056655665556': 'debit',
    '5200828282828210': 'debit',
    '5105105105105100': 'prepaid',
  } as const;
  return {
    brand,
    funding: funding[number as keyof typeof funding] ?? 'credit',
    last4: number.slice(-4),
    ...expiry,
    // Only of test cards: the hash of a real number could be turned back into it.
    fingerprint: known ? fingerprintOf(number) : null,
    cvcCheck: hasCvc ? (cvcFails ? 'fail' : 'pass') : null,
    behaviour: known ?? notATestCard,
  };
}
