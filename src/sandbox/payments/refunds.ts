import type Stripe from 'stripe';
import { buildRefund } from '../objects/aftermath.ts';
import { refundCourse } from '../objects/cards.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import { mergeMetadata, type Params } from '../rest/params.ts';
import type { Work } from './context.ts';
import { findIntent } from './intents.ts';
import { endSuspicions } from './suspicions.ts';

function chargeToRefund(work: Work, params: Params<'createRefund'>): Stripe.Charge {
  if (params.charge !== undefined && params.payment_intent !== undefined) {
    throw invalidRequest('Give either charge or payment_intent, not both.', { param: 'charge' });
  }
  if (params.charge !== undefined) {
    const charge = work.store.get('charge', params.charge);
    if (!charge) throw resourceMissing('charge', params.charge, 'charge');
    return charge;
  }
  if (params.payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided: payment_intent or charge.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  }
  const intent = findIntent(work, params.payment_intent, 'payment_intent');
  const charge =
    intent.status === 'succeeded' && typeof intent.latest_charge === 'string'
      ? work.store.get('charge', intent.latest_charge)
      : undefined;
  if (!charge) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }
  return charge;
}

/** While a chargeback is open or lost its money is away. An inquiry has taken none, and what was won is back. */
function isChargedBack(work: Work, charge: Stripe.Charge): boolean {
  const disputes = work.store.list('dispute', { charge: charge.id, limit: 100 })?.data ?? [];
  return disputes.some((dispute) => !dispute.is_charge_refundable);
}

/** Gives back all that is left of a charge, or `amount` cents of it. */
export function createRefund(work: Work, params: Params<'createRefund'>): Stripe.Refund {
  const charge = chargeToRefund(work, params);
  const left = charge.amount_captured - charge.amount_refunded;
  if (isChargedBack(work, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid; there is nothing to refund.`);
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = params.amount ?? left;
  if (amount > left) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
      param: 'amount',
    });
  }
  const course = refundCourse(charge.payment_method_details?.card?.fingerprint);
  const refund = buildRefund({
    charge,
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
    status: course.status,
    created: work.seconds,
  });
  recordRefund(work, null, refund);
  if (course.later) work.later(refund.id, course.later);
  return refund;
}

/** Whether the charge counts this refund as given back. */
function isCounted(refund: Stripe.Refund | null): boolean {
  return refund !== null && refund.status !== 'failed' && refund.status !== 'canceled';
}

/**
 * Records a new or changed refund: the charge counts it or no longer does, and all listening endpoints are told
 * (https://docs.stripe.com/refunds#failed-refunds). This is the only way a refund changes.
 */
function recordRefund(work: Work, before: Stripe.Refund | null, after: Stripe.Refund): Stripe.Refund {
  work.forgetLater(after.id);
  work.store.put(after);
  const charge = work.store.get('charge', String(after.charge));
  if (!charge) throw resourceMissing('charge', String(after.charge), 'charge');
  const change = (Number(isCounted(after)) - Number(isCounted(before))) * after.amount;
  const amountRefunded = charge.amount_refunded + change;
  const counted: Stripe.Charge = {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  };
  if (change !== 0) work.store.put(counted);
  if (before) {
    work.tell({ type: 'refund.updated', object: after, before });
    if (after.status === 'failed') work.tell({ type: 'refund.failed', object: after, before });
    work.tell({ type: 'charge.refund.updated', object: after, before });
  } else {
    work.tell({ type: 'refund.created', object: after });
    work.tell({ type: 'charge.refunded', object: counted, before: charge });
  }
  if (change > 0 && counted.refunded) {
    endSuspicions(work, counted, 'refunded');
  }
  return after;
}

/** @throws ApiError 404 */
function findRefund(work: Work, id: string): Stripe.Refund {
  const refund = work.store.get('refund', id);
  if (!refund) throw resourceMissing('refund', id);
  return refund;
}

/** What becomes of a refund at the bank or at Stripe's dashboard. A refund that ended stays as it is. */
export function moveRefund(
  work: Work,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled' | 'requires_action',
  failureReason = 'expired_or_canceled_card',
): Stripe.Refund {
  const refund = findRefund(work, id);
  const isEnded = refund.status === 'failed' || refund.status === 'canceled';
  // The money of a refund that succeeded can still come back, and that is all that can happen to it.
  if (isEnded || (refund.status === 'succeeded' && status !== 'failed')) {
    throw invalidRequest(`Refund ${id} is ${refund.status}; it cannot become ${status}.`);
  }
  const moved = withStatus(refund, status);
  return recordRefund(
    work,
    refund,
    status === 'failed' ? { ...moved, failure_reason: failureReason } : moved,
  );
}

function withStatus(
  { pending_reason: _reason, next_action: _action, ...refund }: Stripe.Refund,
  status: 'succeeded' | 'failed' | 'canceled' | 'requires_action',
): Stripe.Refund {
  return {
    ...refund,
    status,
    ...(status === 'requires_action' ? { next_action: { type: 'display_details' } } : {}),
  };
}
