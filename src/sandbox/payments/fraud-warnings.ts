import type Stripe from 'stripe';
import { invalidRequest } from './api-errors.ts';
import { newObject, type RequestContext } from './request-context.ts';

export function createEarlyFraudWarning(work: RequestContext, charge: Stripe.Charge): void {
  const warning = {
    ...newObject(work, 'radar.early_fraud_warning', 'issfr'),
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    fraud_type: 'made_with_stolen_card',
    payment_intent: String(charge.payment_intent),
  } as Stripe.Radar.EarlyFraudWarning;
  work.record('radar.early_fraud_warning.created', warning);
}

export function openReview(
  work: RequestContext,
  charge: Stripe.Charge,
  openedReason: 'rule' | 'manual',
): void {
  if (findOpenReview(work, charge.id)) {
    throw invalidRequest(`Charge ${charge.id} is already under review.`);
  }
  const review = {
    ...newObject(work, 'review', 'prv'),
    charge: charge.id,
    closed_reason: null,
    open: true,
    opened_reason: openedReason,
    payment_intent: String(charge.payment_intent),
    reason: openedReason,
  } as Partial<Stripe.Review> as Stripe.Review;
  work.store.put({ ...charge, review: review.id });
  const intent = work.store.get('payment_intent', String(charge.payment_intent));
  if (intent) work.store.put({ ...intent, review: review.id });
  work.record('review.opened', review);
}

export function approveReview(work: RequestContext, id: string): Stripe.Review {
  const review = work.store.find('review', id);
  if (!review.open) throw invalidRequest('This review is already closed.');
  return closeReview(work, review, 'approved');
}

/** Ends the warnings and the review of a payment that was refunded in full or disputed. */
export function closeFraudWarnings(
  work: RequestContext,
  charge: string,
  reason: 'refunded' | 'disputed',
): void {
  endWarnings(work, charge);
  const review = findOpenReview(work, charge);
  if (review) closeReview(work, review, reason);
}

/** Makes the early fraud warnings of a charge no longer actionable. */
export function endWarnings(work: RequestContext, charge: string): void {
  for (const warning of work.store.list('radar.early_fraud_warning', { charge }).data) {
    if (warning.actionable)
      work.record('radar.early_fraud_warning.updated', { ...warning, actionable: false });
  }
}

export function findOpenReview(work: RequestContext, charge: string): Stripe.Review | undefined {
  return work.store.list('review', { charge }).data.find(({ open }) => open);
}

function closeReview(
  work: RequestContext,
  review: Stripe.Review,
  reason: Stripe.Review.ClosedReason,
): Stripe.Review {
  return work.record('review.closed', { ...review, open: false, closed_reason: reason, reason });
}
