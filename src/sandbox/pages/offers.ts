import type Stripe from 'stripe';
import type { Step } from '../step-names.ts';

/** A button: what it brings about, to what, and whether an amount can be given with it. */
export interface Offer {
  step: Step;
  id: string;
  label: string;
  hasAmount?: boolean;
}

const toOffers = (id: string, offers: [Step, string][]): Offer[] =>
  offers.map(([step, label]) => ({ step, id, label }));

/** What can happen on the account, apart from the payments that are there. */
export function offersForAccount(isBalanceEmpty: boolean): Offer[] {
  return toOffers('', [
    ['foreign_payment', 'Another shop on the account is paid'],
    ['foreign_declines', 'Another shop is declined five times'],
    isBalanceEmpty ? ['balance_filled', 'Fill the balance'] : ['balance_emptied', 'Empty the balance'],
  ]);
}

/** What can happen next to a payment itself. */
export function offersForPayment(intent: Stripe.PaymentIntent, charge: Stripe.Charge | undefined): Offer[] {
  if (intent.status === 'processing') {
    return toOffers(intent.id, [
      ['payment_succeeds', 'The bank pays'],
      ['payment_fails', 'The bank refuses'],
    ]);
  }
  if (!charge?.paid) return [];
  const refund: Offer = {
    step: 'refunded_at_dashboard',
    id: intent.id,
    label: 'Refund at Stripe',
    hasAmount: true,
  };
  return [
    ...(charge.refunded ? [] : [refund]),
    ...toOffers(intent.id, [
      ['disputed_as_fraudulent', 'Chargeback: fraud'],
      ['disputed_as_not_received', 'Chargeback: nothing received'],
      ['inquiry_opened', 'Inquiry'],
      ['early_fraud_warning', 'Early fraud warning'],
      ['review_opened', 'Put under review'],
    ]),
  ];
}

/** What can happen next to a refund. */
export function offersForRefund({ id, status }: Stripe.Refund): Offer[] {
  const open: [Step, string][] = [
    ['refund_succeeds', 'It arrives'],
    ['refund_fails', 'It fails'],
    ['refund_canceled', 'Cancel it at Stripe'],
  ];
  if (status === 'pending') {
    return toOffers(id, [...open, ['refund_requires_action', 'It waits for the customer']]);
  }
  if (status === 'requires_action') return toOffers(id, open);
  return status === 'succeeded' ? toOffers(id, [['refund_fails', 'It fails after all']]) : [];
}

const answered: [Step, string] = ['dispute_answered', 'Hand in evidence at Stripe'];

/** What can happen next to a dispute. */
export function offersForDispute({ id, status }: Stripe.Dispute): Offer[] {
  const decisions: [Step, string][] = [
    ['dispute_won', 'Won'],
    ['dispute_lost', 'Lost'],
  ];
  const ends: [Step, string][] = [
    ['inquiry_closed', 'It is closed'],
    ['inquiry_escalates', 'It becomes a chargeback'],
  ];
  switch (status) {
    case 'needs_response':
      return toOffers(id, [answered, ...decisions]);
    case 'under_review':
      return toOffers(id, decisions);
    case 'warning_needs_response':
      return toOffers(id, [answered, ...ends]);
    case 'warning_under_review':
      return toOffers(id, ends);
    default:
      return [];
  }
}

/** What can happen next to a review. */
export function offersForReview({ id, open }: Stripe.Review): Offer[] {
  return open ? toOffers(id, [['review_approved', 'Approve']]) : [];
}
