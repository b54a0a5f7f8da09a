import { DomainError } from '../../../src/server/basics/errors.ts';
import type { PaymentRefund } from '../../../src/server/context/payment-gateway.ts';
import type { DisputeStatus } from '../../../src/shared/orders/money-states.ts';
import type { TestApp } from '../../../src/testing/test-app.ts';

type RefundStatus = PaymentRefund['status'];

/** Where a dispute can go from each of its states; null: how it begins. */
const disputeCourses = new Map<DisputeStatus | null, DisputeStatus[]>([
  [null, ['needs_response', 'warning_needs_response', 'prevented']],
  ['warning_needs_response', ['warning_under_review', 'warning_closed', 'needs_response']],
  ['warning_under_review', ['warning_closed', 'needs_response']],
  ['needs_response', ['under_review', 'won', 'lost']],
  ['under_review', ['won', 'lost']],
]);

const refundCourses = new Map<RefundStatus, RefundStatus[]>([
  ['pending', ['succeeded', 'failed', 'canceled', 'requires_action']],
  ['requires_action', ['succeeded', 'failed', 'canceled']],
  ['succeeded', ['failed']],
]);

const beginnings: RefundStatus[] = ['succeeded', 'pending', 'requires_action'];
/** Cents; 0: everything that is left. */
const amounts = [0, 1, 1_000, 6_000];

/** What happens to a payment at Stripe, one step after another, as far as it can. */
export function createHistory({ payments }: TestApp, id: string) {
  const disputes = new Map<string, DisputeStatus>();
  const warnings = new Map<'review' | 'early_fraud_warning', boolean>();

  function doubt(kind: 'review' | 'early_fraud_warning') {
    const isOpen = warnings.get(kind);
    if (isOpen === false) return;
    warnings.set(kind, isOpen === undefined);
    payments.warn(id, kind, isOpen === undefined);
  }

  return {
    /** One of up to three disputes begins or goes on. @param n chooses which, and where to */
    dispute(n: number) {
      const disputeId = `du_${n % 3}_of_${id}`;
      const courses = disputeCourses.get(disputes.get(disputeId) ?? null);
      const status = courses?.[Math.floor(n / 3) % courses.length];
      if (!status) return;
      disputes.set(disputeId, status);
      payments.dispute(id, status, { id: disputeId });
    },
    /** A review or a bank's warning begins, and later ends. */
    doubt: (n: number) => doubt(n % 2 === 0 ? 'review' : 'early_fraud_warning'),
    /** Somebody gives money back at Stripe, unless Stripe refuses. */
    refund(n: number) {
      const payment = payments.payments.get(id);
      const left = (payment?.amountReceivedCents ?? 0) - (payment?.refundedCents ?? 0);
      payments.refundsBegin(beginnings[n % beginnings.length] ?? 'succeeded');
      try {
        if (left > 0) payments.refundElsewhere(id, amounts[Math.floor(n / 3) % amounts.length] || left);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    },
    /** One of the refunds goes on. */
    moveRefund(n: number) {
      const refunds = payments.payments.get(id)?.refunds ?? [];
      const refund = refunds[n % refunds.length];
      const courses = refund && refundCourses.get(refund.status);
      const status = courses?.[Math.floor(n / 7) % courses.length];
      if (refund && status)
        payments.moveRefund(id, refund.id, status, status === 'failed' ? 'lost_or_stolen_card' : null);
    },
  };
}
