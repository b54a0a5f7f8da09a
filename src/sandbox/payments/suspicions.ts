import type Stripe from 'stripe';
import { buildEarlyFraudWarning, buildReview } from '../objects/aftermath.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { Work } from './context.ts';

/** The card's bank reports a payment as fraud. */
export function warnEarly(work: Work, charge: Stripe.Charge): void {
  const warning = buildEarlyFraudWarning(charge, work.seconds);
  work.store.put(warning);
  work.tell({ type: 'radar.early_fraud_warning.created', object: warning });
}

/** Radar, or a person, puts a payment up for review; one that is under review stays so. */
export function openReview(work: Work, charge: Stripe.Charge, openedReason: 'rule' | 'manual'): void {
  if (openReviewOf(work, charge.id)) {
    throw invalidRequest(`Charge ${charge.id} is already under review.`);
  }
  const review = buildReview(charge, openedReason, work.seconds);
  work.store.put(review);
  work.store.put({ ...charge, review: review.id });
  const intent = work.store.get('payment_intent', String(charge.payment_intent));
  if (intent) work.store.put({ ...intent, review: review.id });
  work.tell({ type: 'review.opened', object: review });
}

/** @throws ApiError 404, or 400 for a review that is closed */
export function approveReview(work: Work, id: string): Stripe.Review {
  const review = work.store.get('review', id);
  if (!review) throw resourceMissing('review', id, 'review');
  if (!review.open) throw invalidRequest('This review is already closed.');
  return closeReview(work, review, 'approved');
}

/** A payment was refunded in full or disputed: there is nothing left to warn of or to decide. */
export function endSuspicions(work: Work, charge: Stripe.Charge, reason: 'refunded' | 'disputed'): void {
  const warnings = work.store.list('radar.early_fraud_warning', { charge: charge.id, limit: 100 });
  for (const before of warnings?.data ?? []) {
    if (!before.actionable) continue;
    const warning = { ...before, actionable: false };
    work.store.put(warning);
    work.tell({ type: 'radar.early_fraud_warning.updated', object: warning, before });
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
  work.tell({ type: 'review.closed', object: closed });
  return closed;
}
