import type Stripe from 'stripe';
import { invalidRequest } from './api-errors.ts';
import { closeFraudWarnings } from './fraud-warnings.ts';
import { moveRefund } from './make-refund.ts';
import type { Params } from './params.ts';
import { newObject, type PartOf, type RequestContext } from './request-context.ts';

const secondsToAnswer = 7 * 24 * 3600;
const closedStatuses = new Set(['won', 'lost', 'warning_closed']);

/** Returns whether a dispute is only an inquiry, which takes no money. */
export function isInquiry(dispute: Stripe.Dispute): boolean {
  return dispute.payment_method_details?.card?.case_type === 'inquiry';
}

/** Stores a new or changed dispute, with its events in Stripe's order (https://docs.stripe.com/disputes/api). */
function recordDispute(
  work: RequestContext,
  before: Stripe.Dispute | null,
  after: Stripe.Dispute,
): Stripe.Dispute {
  if (before?.status !== after.status) work.unschedule(after.id);
  const isClosed = closedStatuses.has(after.status);
  if (!before) work.record('charge.dispute.created', after);
  else if (!isClosed) work.record('charge.dispute.updated', after);
  if (after.balance_transactions.length > (before?.balance_transactions.length ?? 0)) {
    const type = after.status === 'won' ? 'funds_reinstated' : 'funds_withdrawn';
    work.record(`charge.dispute.${type}`, after);
  }
  if (before && isClosed) work.record('charge.dispute.closed', after);
  return after;
}

/** Stores a dispute of a whole charge: an inquiry takes nothing, a chargeback takes the money. */
export function openDispute(
  work: RequestContext,
  charge: Stripe.Charge,
  kind: 'chargeback' | 'inquiry',
  reason: 'fraudulent' | 'product_not_received',
): void {
  const isInquired = kind === 'inquiry';
  const asked: PartOf<Stripe.Dispute> = {
    ...newObject(work, 'dispute', 'du'),
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: work.seconds + secondsToAnswer,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquired,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: charge.payment_method_details?.card?.brand ?? 'unknown', case_type: kind },
      type: 'card',
    },
    reason,
    status: isInquired ? 'warning_needs_response' : 'needs_response',
  };
  const dispute = asked as Stripe.Dispute;
  // A charge stays `disputed` however the dispute ends.
  work.store.put({ ...charge, disputed: true });
  recordDispute(work, null, isInquired ? dispute : withMoneyMoved(work, dispute, -1));
  if (!isInquired) stopRefunds(work, charge.id);
  closeFraudWarnings(work, charge.id, 'disputed');
}

/** Adds a balance transaction: the money leaves (-1) or comes back (1). */
function withMoneyMoved(work: RequestContext, dispute: Stripe.Dispute, sign: 1 | -1): Stripe.Dispute {
  const moved = {
    id: work.store.newId('txn'),
    object: 'balance_transaction',
    amount: sign * dispute.amount,
    created: work.seconds,
    currency: dispute.currency,
    source: dispute.id,
  } as Stripe.BalanceTransaction;
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, moved] };
}

function stopRefunds(work: RequestContext, charge: string): void {
  for (const { id, status } of work.store.list('refund', { charge }).data) {
    if (status === 'pending') moveRefund(work, id, 'failed', 'charge_for_pending_refund_disputed');
  }
}

function findOpenDispute(work: RequestContext, id: string): Stripe.Dispute {
  const dispute = work.store.find('dispute', id);
  if (closedStatuses.has(dispute.status)) throw invalidRequest('This dispute is already closed');
  return dispute;
}

/** Returns the bank's decision for Stripe's test texts (https://docs.stripe.com/testing#evidence). */
function decisionOn(dispute: Stripe.Dispute) {
  const text = dispute.evidence.uncategorized_text;
  if (isInquiry(dispute)) {
    return text === 'escalate_inquiry_evidence' ? 'inquiry_escalates' : 'inquiry_closed';
  }
  if (text === 'winning_evidence') return 'dispute_won';
  return text === 'losing_evidence' ? 'dispute_lost' : null;
}

/** Stores evidence and, unless `submit` is false, submits it; Stripe's test texts schedule the bank's decision. */
export function updateDispute(
  work: RequestContext,
  id: string,
  params: Params<'updateDispute'>,
): Stripe.Dispute {
  const before = findOpenDispute(work, id);
  const { submit = true, evidence } = params;
  const details = before.evidence_details;
  const submission_count = details.submission_count + Number(submit);
  const updated = recordDispute(work, before, {
    ...before,
    evidence: { ...before.evidence, ...evidence },
    evidence_details: { ...details, has_evidence: true, submission_count },
    ...(submit && { status: isInquiry(before) ? 'warning_under_review' : 'under_review' }),
  });
  const decision = submit ? decisionOn(updated) : null;
  if (decision) work.schedule(id, decision);
  return updated;
}

/** Accepts an open dispute as lost, or closes an inquiry. @throws {StripeApiError} when it is already closed */
export function closeDispute(work: RequestContext, id: string): Stripe.Dispute {
  const before = findOpenDispute(work, id);
  return recordDispute(work, before, { ...before, status: isInquiry(before) ? 'warning_closed' : 'lost' });
}

/** Decides an open dispute; 'needs_response' turns an inquiry into a chargeback. @throws {StripeApiError} */
export function decideDispute(
  work: RequestContext,
  id: string,
  status: 'won' | 'lost' | 'warning_closed' | 'needs_response',
): Stripe.Dispute {
  const before = findOpenDispute(work, id);
  const isForInquiry = status === 'warning_closed' || status === 'needs_response';
  if (isForInquiry !== isInquiry(before)) {
    throw invalidRequest(`Dispute ${id} is ${before.status}; it cannot become ${status}.`);
  }
  const decided: Stripe.Dispute = { ...before, status };
  if (status === 'won') {
    const won = withMoneyMoved(work, { ...decided, is_charge_refundable: true }, 1);
    return recordDispute(work, before, won);
  }
  if (status !== 'needs_response') return recordDispute(work, before, decided);
  const card = { ...before.payment_method_details?.card, case_type: 'chargeback' };
  const chargeback = {
    ...decided,
    is_charge_refundable: false,
    payment_method_details: { type: 'card', card },
  } as Stripe.Dispute;
  const dispute = recordDispute(work, before, withMoneyMoved(work, chargeback, -1));
  stopRefunds(work, String(before.charge));
  return dispute;
}
