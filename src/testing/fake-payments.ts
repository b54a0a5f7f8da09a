import type {
  PaymentDispute,
  PaymentEvent,
  PaymentRefund,
  PaymentWarning,
} from '../server/context/payment-gateway.ts';
import { days } from '../shared/durations.ts';
import type { DisputeStatus } from '../shared/orders/money-states.ts';
import { createFakeAccount, type FakeOptions, isTaken } from './fake-payments/fake-account.ts';
import { failure } from './fake-payments/fake-failures.ts';
import { type Call, createFakeGateway } from './fake-payments/fake-gateway.ts';

/**
 * Stands in for Stripe's network: payments are rows in a map, and what happens to them is a call. What happens is
 * listed as an event; no webhook is sent. `payment-contract/` holds it to what the real gateway does.
 */
export function createFakePayments(options: FakeOptions = {}) {
  const account = createFakeAccount(options);
  const { clock, payments, events, recordOf, change, tell, open, makeRefund } = account;
  const { gateway, calls, failWith, loseAnswers, forgetKeys } = createFakeGateway(account);

  /** A refund goes on: one that fails or is canceled leaves the money with us. */
  function moveRefund(
    id: string,
    refundId: string,
    status: PaymentRefund['status'],
    failed: string | null = null,
  ) {
    const refunds = recordOf(id).payment.refunds.map((refund) =>
      refund.id === refundId ? { ...refund, status, failure: failed } : refund,
    );
    const counted = refunds.filter((refund) => refund.status !== 'failed' && refund.status !== 'canceled');
    change(id, { refunds, refundedCents: counted.reduce((sum, { amountCents }) => sum + amountCents, 0) });
    return tell(id, status === 'failed' ? 'refund.failed' : 'refund.updated');
  }
  /** A bank has taken the money itself: what was still on its way to the card does not get there. */
  function stopRefunds(id: string) {
    for (const refund of recordOf(id).payment.refunds) {
      if (refund.status === 'pending') {
        moveRefund(id, refund.id, 'failed', 'charge_for_pending_refund_disputed');
      }
    }
  }

  return {
    ...gateway,
    payments,
    events,
    calls,
    change,
    failWith,
    loseAnswers,
    forgetKeys,
    /** @param call leaves the others as they are */
    setDown(down: boolean, call: Call | null = null) {
      failWith(down ? failure('unreachable') : null, call);
    },
    /** The customer's card is charged. */
    pay(id: string) {
      const { amountCents } = recordOf(id).payment;
      const paid = change(id, {
        status: 'succeeded',
        amountReceivedCents: amountCents,
        declinedCard: null,
      });
      tell(id, 'payment_intent.succeeded');
      return paid;
    },
    /** A bank that takes its time. */
    startProcessing(id: string) {
      change(id, { status: 'processing', declinedCard: null });
      return tell(id, 'payment_intent.processing');
    },
    decline(id: string, declinedCard: string | null = null) {
      change(id, { status: 'open', declinedCard });
      return tell(id, 'payment_intent.payment_failed');
    },
    /** Another shop on the same account begins a payment, or this one did before payments were marked. */
    openElsewhere: (amountCents: number, orderId: string | null = null) => open(amountCents, null, orderId),
    /** Makes a refund at Stripe, not from the shop. */
    refundElsewhere: (id: string, amountCents: number) => makeRefund(id, amountCents, null),
    /** What the next refunds are at first. */
    refundsBegin: account.refundsBegin,
    moveRefund,
    /** A bank questions a payment, or goes on with it: the same `disputeId` is the same dispute. */
    dispute(id: string, status: DisputeStatus, more: Partial<PaymentDispute> = {}): PaymentEvent {
      const record = recordOf(id);
      const disputeId = more.id ?? `du_of_${id}`;
      const known = record.disputes.find((dispute) => dispute.id === disputeId);
      const { amountReceivedCents } = record.payment;
      const dispute: PaymentDispute = {
        reason: 'fraudulent',
        amountCents: amountReceivedCents,
        dueAt: clock.now() + days(7),
        createdAt: clock.now(),
        ...known,
        withdrawnCents: isTaken(status) ? amountReceivedCents : 0,
        ...more,
        id: disputeId,
        status,
      };
      record.disputes = [...record.disputes.filter((other) => other !== known), dispute];
      // Also when a bank only asks, and it stays so however the dispute ends.
      change(id, { isDisputed: true });
      if (isTaken(status) && !(known && isTaken(known.status))) stopRefunds(id);
      if (!known) {
        account.endWarnings(id, 'disputed');
        return tell(id, 'charge.dispute.created');
      }
      return tell(id, isEnded(status) ? 'charge.dispute.closed' : 'charge.dispute.updated');
    },
    /** Opens or closes a warning about who paid. */
    warn: (id: string, kind: PaymentWarning['kind'], isOpen = true) => account.warn(id, kind, isOpen),
  };
}

function isEnded(status: DisputeStatus): boolean {
  return ['won', 'lost', 'warning_closed', 'prevented'].includes(status);
}
