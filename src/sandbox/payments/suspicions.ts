import type Stripe from 'stripe';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import { newId } from '../store.ts';
import type { Work } from './context.ts';

/** Reports a payment as fraud, as the card's bank does. */
export function warnEarly(work: Work, charge: Stripe.Charge): void {
  const warning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created: work.seconds,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: String(charge.payment_intent),
  } as Stripe.Radar.EarlyFraudWarning;
  work.store.put(warning);
  work.emit({ type: 'radar.early_fraud_warning.created', object: warning });
}

/** Opens a review, as Radar or a person at the dashboard does. */
export function openReview(work: Work, charge: Stripe.Charge, openedReason: 'rule' | 'manual'): void {
  if (openReviewOf(work, charge.id)) {
    throw invalidRequest(`Charge ${charge.id} is already under review.`);
  }
  const review = {
    id: newId('prv'),
    object: 'review',
    charge: charge.id,
    closed_reason: null,
    created: work.seconds,
    livemode: false,
    open: true,
    opened_reason: openedReason,
    payment_intent: String(charge.payment_intent),
    reason: openedReason,
  } as Partial<Stripe.Review> as Stripe.Review;
  work.store.put(review);
  work.store.put({ ...charge, review: review.id });
  const intent = work.store.get('payment_intent', String(charge.payment_intent));
  if (intent) work.store.put({ ...intent, review: review.id });
  work.emit({ type: 'review.opened', object: review });
}

export function approveReview(work: Work, id: string): Stripe.Review {
  const review = work.store.get('review', id);
  if (!review) throw resourceMissing('review', id, 'review');
  if (!review.open) throw invalidRequest('This review is already closed.');
  return closeReview(work, review, 'approved');
}

/** Ends the warnings and the review of a payment that was refunded in full or disputed. */
export function endSuspicions(work: Work, charge: Stripe.Charge, reason: 'refunded' | 'disputed'): void {
  const warnings = work.store.list('radar.early_fraud_warning', { charge: charge.id, limit: 100 });
  for (const before of warnings?.data ?? []) {
    if (!before.actionable) continue;
    const warning = { ...before, actionable: false };
    work.store.put(warning);
    work.emit({ type: 'radar.early_fraud_warning.updated', object: warning, before });
  }
  const review = openReviewOf(work, charge.id);
  if (review) closeReview(work, review, reason);
}

function openReviewOf(work: Work, charge: string): Stripe.Review | undefined {
  return work.store.list('review', { charge, limit: 100 })?.data.find(({ open }) => open);
}

function closeReview(work: Work, review: Stripe.Review, reason: Stripe.Review.ClosedReason): Stripe.Review {
  const closed: Stripe.Review = { ...review, open: false, closed_reason: reason, reason };
  work.store.put(closed);
  work.emit({ type: 'review.closed', object: closed });
  return closed;
}
