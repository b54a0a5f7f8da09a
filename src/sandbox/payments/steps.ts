import type Stripe from 'stripe';
import { invalidRequest } from '../rest/errors.ts';
import { type Aftermath, type Step, steps } from '../step-names.ts';
import { follow } from './aftermath.ts';
import { finishProcessing } from './attempts.ts';
import { confirmIntent } from './confirm.ts';
import type { Work } from './context.ts';
import { decideDispute, updateDispute } from './disputes.ts';
import { createIntent, findIntent } from './intents.ts';
import { createRefund, moveRefund } from './refunds.ts';
import { approveReview } from './suspicions.ts';

export interface StepRequest {
  step: Step;
  /** Of the object that the step is about. */
  id?: string;
  /** Cents; what a refund at Stripe's dashboard gives back, everything that is left unless given. */
  amount?: number;
}

function follows(work: Work, id: string, aftermath: Aftermath): object {
  const { latest_charge: charge } = findIntent(work, id);
  const paid = typeof charge === 'string' ? work.store.get('charge', charge) : undefined;
  if (!paid?.paid) throw invalidRequest(`PaymentIntent ${id} was not paid.`, { param: 'id' });
  follow(work, paid, aftermath, 'manual');
  return findIntent(work, id);
}

/**
 * Does what otherwise a bank, a cardholder, Radar or a person at Stripe's dashboard does.
 * @returns what it happened to
 * @throws ApiError when it cannot happen to this object, or not any more
 */
export function bringAbout(work: Work, { step, id = '', amount }: StepRequest): object {
  if (steps[step].kind !== null && id === '') {
    throw invalidRequest('Missing required param: id.', { code: 'parameter_missing', param: 'id' });
  }
  switch (step) {
    case 'payment_succeeds':
      return finishProcessing(work, id, true);
    case 'payment_fails':
      return finishProcessing(work, id, false);
    case 'disputed_as_fraudulent':
    case 'disputed_as_not_received':
    case 'inquiry_opened':
    case 'early_fraud_warning':
    case 'review_opened':
      return follows(work, id, step);
    case 'refunded_at_dashboard':
      return createRefund(work, { payment_intent: id, amount });
    case 'refund_succeeds':
      return moveRefund(work, id, 'succeeded');
    case 'refund_fails':
      return moveRefund(work, id, 'failed');
    case 'refund_canceled':
      return moveRefund(work, id, 'canceled');
    case 'refund_requires_action':
      return moveRefund(work, id, 'requires_action');
    case 'dispute_answered':
      return updateDispute(work, id, { evidence: { uncategorized_text: 'Answered at the dashboard.' } });
    case 'dispute_won':
      return decideDispute(work, id, 'won');
    case 'dispute_lost':
      return decideDispute(work, id, 'lost');
    case 'inquiry_closed':
      return decideDispute(work, id, 'warning_closed');
    case 'inquiry_escalates':
      return decideDispute(work, id, 'needs_response');
    case 'review_approved':
      return approveReview(work, id);
    case 'foreign_payment':
      return payElsewhere(work);
  }
}

/** A customer of another shop on the same account pays: nothing of it carries our mark. */
function payElsewhere(work: Work): Stripe.PaymentIntent {
  const { id } = createIntent(work, {
    amount: 2500,
    currency: 'usd',
    description: 'A payment of another shop',
    metadata: { shop: 'another' },
  });
  confirmIntent(work, id, { payment_method: 'pm_card_visa' });
  return findIntent(work, id);
}
