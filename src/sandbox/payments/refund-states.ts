import type Stripe from 'stripe';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import { mergeMetadata, type Params } from '../rest/params.ts';
import type { Work } from './context.ts';
import { endSuspicions } from './suspicions.ts';

/** Whether the charge counts this refund as given back. */
function isCounted(refund: Stripe.Refund | null): boolean {
  return refund !== null && refund.status !== 'failed' && refund.status !== 'canceled';
}

/**
 * Records a new or changed refund: the charge counts it or no longer does, and all listening endpoints are told
 * (https://docs.stripe.com/refunds#failed-refunds). This is the only way a refund changes.
 */
export function recordRefund(work: Work, before: Stripe.Refund | null, after: Stripe.Refund): Stripe.Refund {
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
    endSuspicions(work, counted, after.reason === 'fraudulent' ? 'refunded_as_fraud' : 'refunded');
  }
  return after;
}

/** @throws ApiError 404 */
export function findRefund(work: Work, id: string): Stripe.Refund {
  const refund = work.store.get('refund', id);
  if (!refund) throw resourceMissing('refund', id);
  return refund;
}

/** Changes what the shop has noted about a refund. */
export function updateRefund(work: Work, id: string, params: Params<'updateMetadata'>): Stripe.Refund {
  const refund = findRefund(work, id);
  const updated = { ...refund, metadata: mergeMetadata(refund.metadata ?? {}, params.metadata) };
  if (params.metadata === undefined) return refund;
  work.store.put(updated);
  work.tell({ type: 'refund.updated', object: updated, before: refund });
  work.tell({ type: 'charge.refund.updated', object: updated, before: refund });
  return updated;
}

/**
 * Takes back a refund that waits for its customer; any other cannot be canceled by a call
 * (https://docs.stripe.com/api/refunds/cancel).
 */
export function cancelRefund(work: Work, id: string): Stripe.Refund {
  const refund = findRefund(work, id);
  if (refund.status !== 'requires_action') throw invalidRequest('Canceling this refund is unsupported.');
  return recordRefund(work, refund, withStatus(refund, 'canceled'));
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
