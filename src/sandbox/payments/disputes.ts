import type Stripe from 'stripe';
import { buildDispute, buildDisputeTransaction, type NewDispute } from '../objects/aftermath.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import type { Work } from './context.ts';
import { moveRefund } from './refunds.ts';
import { endSuspicions } from './suspicions.ts';

const closedStatuses = new Set(['won', 'lost', 'warning_closed']);

function isInquiry(dispute: Stripe.Dispute): boolean {
  return dispute.payment_method_details?.card?.case_type === 'inquiry';
}

/**
 * Records a new or changed dispute and tells all listening endpoints (https://docs.stripe.com/disputes/api). This is
 * the only way a dispute changes. Events about withdrawn or reinstated money come between the dispute's own events.
 */
function recordDispute(work: Work, before: Stripe.Dispute | null, after: Stripe.Dispute): Stripe.Dispute {
  if (before?.status !== after.status) work.forgetLater(after.id);
  work.store.put(after);
  const isClosed = closedStatuses.has(after.status);
  if (!before) work.tell({ type: 'charge.dispute.created', object: after });
  else if (!isClosed) work.tell({ type: 'charge.dispute.updated', object: after, before });
  if (after.balance_transactions.length > (before?.balance_transactions.length ?? 0)) {
    const type = after.status === 'won' ? 'funds_reinstated' : 'funds_withdrawn';
    work.tell({ type: `charge.dispute.${type}`, object: after });
  }
  if (before && isClosed) work.tell({ type: 'charge.dispute.closed', object: after, before });
  return after;
}

/** The cardholder's bank asks about a charge, or takes its money back. */
export function openDispute(work: Work, from: Omit<NewDispute, 'created'>): Stripe.Dispute {
  const { charge } = from;
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid; there is nothing to dispute.`);
  const asked = buildDispute({ ...from, created: work.seconds });
  // Also an inquiry makes a charge disputed, and it stays so however the dispute ends.
  const disputed = { ...charge, disputed: true };
  work.store.put(disputed);
  const dispute = recordDispute(work, null, from.kind === 'chargeback' ? withdrawn(work, asked) : asked);
  if (from.kind === 'chargeback') stopRefunds(work, charge.id);
  endSuspicions(work, disputed, 'disputed');
  return dispute;
}

function withdrawn(work: Work, dispute: Stripe.Dispute): Stripe.Dispute {
  const taken = buildDisputeTransaction(dispute, 'withdrawn', work.seconds);
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, taken] };
}

/** The bank has taken the money itself: what was still on its way to the card does not get there. */
function stopRefunds(work: Work, charge: string): void {
  for (const refund of work.store.list('refund', { charge, limit: 100 })?.data ?? []) {
    if (refund.status === 'pending') {
      moveRefund(work, refund.id, 'failed', 'charge_for_pending_refund_disputed');
    }
  }
}

/** @throws ApiError 404 */
function findDispute(work: Work, id: string): Stripe.Dispute {
  const dispute = work.store.get('dispute', id);
  if (!dispute) throw resourceMissing('dispute', id, 'dispute');
  return dispute;
}

/** @throws ApiError 404, or 400 for a dispute that is closed */
function findOpenDispute(work: Work, id: string): Stripe.Dispute {
  const dispute = findDispute(work, id);
  if (closedStatuses.has(dispute.status)) throw invalidRequest('This dispute is already closed');
  return dispute;
}

/** How the bank decides, by the texts that Stripe's test mode knows (https://docs.stripe.com/testing#evidence). */
function decisionOn(dispute: Stripe.Dispute) {
  const text = dispute.evidence.uncategorized_text;
  if (isInquiry(dispute)) {
    return text === 'escalate_inquiry_evidence' ? 'inquiry_escalates' : 'inquiry_closed';
  }
  if (text === 'winning_evidence') return 'dispute_won';
  return text === 'losing_evidence' ? 'dispute_lost' : null;
}

/** Keeps evidence and, unless it is only staged, hands it to the bank, which looks at it for a while. */
export function updateDispute(work: Work, id: string, params: Params<'updateDispute'>): Stripe.Dispute {
  const before = findOpenDispute(work, id);
  const { submit = true, evidence } = params;
  const details = before.evidence_details;
  const updated = recordDispute(work, before, {
    ...before,
    evidence: { ...before.evidence, ...evidence },
    evidence_details: {
      ...details,
      has_evidence: true,
      submission_count: details.submission_count + Number(submit),
    },
    ...(submit && { status: isInquiry(before) ? 'warning_under_review' : 'under_review' }),
  });
  const decision = submit ? decisionOn(updated) : null;
  if (decision) work.later(id, decision);
  return updated;
}

/** The shop gives a dispute up: a chargeback is lost, an inquiry is over. */
export function closeDispute(work: Work, id: string): Stripe.Dispute {
  const before = findOpenDispute(work, id);
  return recordDispute(work, before, { ...before, status: isInquiry(before) ? 'warning_closed' : 'lost' });
}

/**
 * What the bank decides.
 * @throws ApiError 400 when this kind of dispute cannot go that way
 */
export function decideDispute(
  work: Work,
  id: string,
  decision: 'won' | 'lost' | 'warning_closed' | 'needs_response',
): Stripe.Dispute {
  const before = findOpenDispute(work, id);
  const isForInquiry = decision === 'warning_closed' || decision === 'needs_response';
  if (isForInquiry !== isInquiry(before)) {
    throw invalidRequest(`Dispute ${id} is ${before.status}; it cannot become ${decision}.`);
  }
  if (decision === 'needs_response') return escalate(work, before);
  if (decision !== 'won') return recordDispute(work, before, { ...before, status: decision });
  const back = buildDisputeTransaction(before, 'reinstated', work.seconds);
  return recordDispute(work, before, {
    ...before,
    status: 'won',
    is_charge_refundable: true,
    balance_transactions: [...before.balance_transactions, back],
  });
}

/** An inquiry becomes a chargeback: the same dispute, now with the money gone and evidence to be given. */
function escalate(work: Work, before: Stripe.Dispute): Stripe.Dispute {
  const { card } = before.payment_method_details ?? {};
  const chargeback: Stripe.Dispute = {
    ...before,
    status: 'needs_response',
    is_charge_refundable: false,
    payment_method_details: { type: 'card', ...(card && { card: { ...card, case_type: 'chargeback' } }) },
  };
  const dispute = recordDispute(work, before, withdrawn(work, chargeback));
  stopRefunds(work, String(before.charge));
  return dispute;
}
