import type Stripe from 'stripe';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import { newId } from '../store.ts';
import type { Work } from './context.ts';
import { moveRefund } from './refunds.ts';
import { endSuspicions } from './suspicions.ts';

const secondsToAnswer = 7 * 24 * 3600;

/** In cents. */
const chargebackFee = 1500;

const closedStatuses = new Set(['won', 'lost', 'warning_closed']);

function isInquiry(dispute: Stripe.Dispute): boolean {
  return dispute.payment_method_details?.card?.case_type === 'inquiry';
}

/** Stores a new or changed dispute, with its events in Stripe's order (https://docs.stripe.com/disputes/api). */
function recordDispute(work: Work, before: Stripe.Dispute | null, after: Stripe.Dispute): Stripe.Dispute {
  if (before?.status !== after.status) work.unschedule(after.id);
  work.store.put(after);
  const isClosed = closedStatuses.has(after.status);
  if (!before) work.emit({ type: 'charge.dispute.created', object: after });
  else if (!isClosed) work.emit({ type: 'charge.dispute.updated', object: after, before });
  if (after.balance_transactions.length > (before?.balance_transactions.length ?? 0)) {
    const type = after.status === 'won' ? 'funds_reinstated' : 'funds_withdrawn';
    work.emit({ type: `charge.dispute.${type}`, object: after });
  }
  if (before && isClosed) work.emit({ type: 'charge.dispute.closed', object: after, before });
  return after;
}

/** Opens a dispute about the whole charge: an inquiry only asks, a chargeback takes the money. */
export function openDispute(
  work: Work,
  charge: Stripe.Charge,
  kind: 'chargeback' | 'inquiry',
  reason: 'fraudulent' | 'product_not_received',
): void {
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid; there is nothing to dispute.`);
  const brand = charge.payment_method_details?.card?.brand ?? 'unknown';
  const asked = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: work.seconds,
    currency: charge.currency,
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: work.seconds + secondsToAnswer,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: { card: { brand, case_type: kind }, type: 'card' },
    reason,
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  } as unknown as Stripe.Dispute;
  // A charge stays `disputed` however the dispute ends.
  const disputed = { ...charge, disputed: true };
  work.store.put(disputed);
  recordDispute(work, null, kind === 'chargeback' ? withMoneyMoved(work, asked, 'withdrawn') : asked);
  if (kind === 'chargeback') stopRefunds(work, charge.id);
  endSuspicions(work, disputed, 'disputed');
}

/** Adds a balance transaction: the money and the fee leave or come back (https://docs.stripe.com/testing#evidence). */
function withMoneyMoved(
  work: Work,
  dispute: Stripe.Dispute,
  direction: 'withdrawn' | 'reinstated',
): Stripe.Dispute {
  const sign = direction === 'reinstated' ? 1 : -1;
  const moved = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: sign * dispute.amount,
    created: work.seconds,
    currency: dispute.currency,
    fee: -sign * chargebackFee,
    net: sign * (dispute.amount + chargebackFee),
    reporting_category: sign > 0 ? 'dispute_reversal' : 'dispute',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  } as Partial<Stripe.BalanceTransaction> as Stripe.BalanceTransaction;
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, moved] };
}

/** Fails the pending refunds of a charge whose money the bank has taken back. */
function stopRefunds(work: Work, charge: string): void {
  for (const refund of work.store.list('refund', { charge, limit: 100 })?.data ?? []) {
    if (refund.status === 'pending') {
      moveRefund(work, refund.id, 'failed', 'charge_for_pending_refund_disputed');
    }
  }
}

function findOpenDispute(work: Work, id: string): Stripe.Dispute {
  const dispute = work.store.get('dispute', id);
  if (!dispute) throw resourceMissing('dispute', id, 'dispute');
  if (closedStatuses.has(dispute.status)) throw invalidRequest('This dispute is already closed');
  return dispute;
}

/** @returns the bank's decision on Stripe's test texts (https://docs.stripe.com/testing#evidence) */
function decisionOn(dispute: Stripe.Dispute) {
  const text = dispute.evidence.uncategorized_text;
  if (isInquiry(dispute)) {
    return text === 'escalate_inquiry_evidence' ? 'inquiry_escalates' : 'inquiry_closed';
  }
  if (text === 'winning_evidence') return 'dispute_won';
  return text === 'losing_evidence' ? 'dispute_lost' : null;
}

/** Stores evidence and, unless it is only staged, submits it to the bank. */
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
  if (decision) work.schedule(id, decision);
  return updated;
}

/** Gives a dispute up: a chargeback is lost, an inquiry closed. */
export function closeDispute(work: Work, id: string): Stripe.Dispute {
  const before = findOpenDispute(work, id);
  return recordDispute(work, before, { ...before, status: isInquiry(before) ? 'warning_closed' : 'lost' });
}

/** Ends a dispute or turns an inquiry into a chargeback, as the bank does. */
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
  const decided: Stripe.Dispute = { ...before, status: decision };
  if (decision === 'needs_response') return escalate(work, before, decided);
  if (decision !== 'won') return recordDispute(work, before, decided);
  const won = withMoneyMoved(work, { ...decided, is_charge_refundable: true }, 'reinstated');
  return recordDispute(work, before, won);
}

function escalate(work: Work, before: Stripe.Dispute, decided: Stripe.Dispute): Stripe.Dispute {
  const { card } = before.payment_method_details ?? {};
  const chargeback: Stripe.Dispute = {
    ...decided,
    is_charge_refundable: false,
    payment_method_details: { type: 'card', ...(card && { card: { ...card, case_type: 'chargeback' } }) },
  };
  const dispute = recordDispute(work, before, withMoneyMoved(work, chargeback, 'withdrawn'));
  stopRefunds(work, String(before.charge));
  return dispute;
}
