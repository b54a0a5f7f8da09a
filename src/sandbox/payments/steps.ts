import type Stripe from 'stripe';
import { invalidRequest } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import { type Aftermath, steps } from '../step-names.ts';
import { finishProcessing } from './attempts.ts';
import { confirmIntent, followUps } from './confirm.ts';
import type { Work } from './context.ts';
import { decideDispute, updateDispute } from './disputes.ts';
import { createIntent, findIntent } from './intents.ts';
import { createRefund, moveRefund } from './refunds.ts';
import { approveReview } from './suspicions.ts';

/**
 * Does what a bank, a cardholder, Radar or a person at Stripe's dashboard does.
 *
 * @returns the object it happened to
 */
export function bringAbout(work: Work, { step, id = '', amount }: Params<'step'>): object {
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
      return followPayment(work, id, step);
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

function followPayment(work: Work, id: string, aftermath: Aftermath): Stripe.PaymentIntent {
  const charge = work.store.get('charge', String(findIntent(work, id).latest_charge));
  if (!charge?.paid) throw invalidRequest(`PaymentIntent ${id} was not paid.`, { param: 'id' });
  followUps[aftermath](work, charge, 'manual');
  return findIntent(work, id);
}

/** Makes a payment of another shop on the same account, without our metadata. */
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
