import type Stripe from 'stripe';
import { type Aftermath, type SandboxStep, steps } from '../step-names.ts';
import { invalidRequest } from './api-errors.ts';
import { confirmIntent, finishProcessing, followUps } from './confirm.ts';
import { decideDispute, updateDispute } from './disputes.ts';
import { approveReview } from './fraud-warnings.ts';
import { createIntent, requireIntent } from './intents.ts';
import { createRefund, moveRefund } from './make-refund.ts';
import type { Params } from './params.ts';
import type { RequestContext } from './request-context.ts';

const aftermath =
  (name: Aftermath) =>
  (work: RequestContext, id: string): Stripe.PaymentIntent => {
    const charge = work.store.get('charge', String(requireIntent(work, id).latest_charge));
    if (!charge?.paid) throw invalidRequest(`PaymentIntent ${id} was not paid.`, { param: 'id' });
    followUps[name](work, charge, 'manual');
    return requireIntent(work, id);
  };

const doStep: Record<SandboxStep, (work: RequestContext, id: string, amount?: number) => object> = {
  payment_succeeds: (work, id) => finishProcessing(work, id, true),
  payment_fails: (work, id) => finishProcessing(work, id, false),
  refunded_at_dashboard: (work, id, amount) => createRefund(work, { payment_intent: id, amount }),
  disputed_as_fraudulent: aftermath('disputed_as_fraudulent'),
  disputed_as_not_received: aftermath('disputed_as_not_received'),
  inquiry_opened: aftermath('inquiry_opened'),
  early_fraud_warning: aftermath('early_fraud_warning'),
  review_opened: aftermath('review_opened'),
  refund_succeeds: (work, id) => moveRefund(work, id, 'succeeded'),
  refund_fails: (work, id) => moveRefund(work, id, 'failed'),
  refund_canceled: (work, id) => moveRefund(work, id, 'canceled'),
  refund_requires_action: (work, id) => moveRefund(work, id, 'requires_action'),
  dispute_answered: (work, id) =>
    updateDispute(work, id, { evidence: { uncategorized_text: 'Answered at the dashboard.' } }),
  dispute_won: (work, id) => decideDispute(work, id, 'won'),
  dispute_lost: (work, id) => decideDispute(work, id, 'lost'),
  inquiry_closed: (work, id) => decideDispute(work, id, 'warning_closed'),
  inquiry_escalates: (work, id) => decideDispute(work, id, 'needs_response'),
  review_approved: approveReview,
  foreign_payment: payElsewhere,
};

/** Applies a step of a bank or the dashboard to the object `id`. @returns that object @throws {StripeApiError} */
export function runStep(work: RequestContext, { step, id = '', amount }: Params<'step'>): object {
  if (steps[step].kind !== null && id === '') {
    throw invalidRequest('Missing required param: id.', { code: 'parameter_missing', param: 'id' });
  }
  return doStep[step](work, id, amount);
}

function payElsewhere(work: RequestContext): Stripe.PaymentIntent {
  const { id } = createIntent(work, {
    amount: 2500,
    currency: 'usd',
    description: 'A payment of another shop',
    metadata: { shop: 'another' },
  });
  confirmIntent(work, id, { payment_method: 'pm_card_visa' });
  return requireIntent(work, id);
}
