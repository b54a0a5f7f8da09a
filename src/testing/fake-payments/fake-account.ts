import { DomainError } from '../../server/basics/errors.ts';
import type { Clock } from '../../server/context/clock.ts';
import type {
  Payment,
  PaymentDispute,
  PaymentEvent,
  PaymentRefund,
  PaymentWarning,
} from '../../server/context/payment-gateway.ts';
import type { DisputeStatus } from '../../shared/orders/money-states.ts';
import { failure } from './fake-failures.ts';

export interface FakeOptions {
  clock?: Clock;
  /** What payments are marked with. */
  serviceId?: string;
}

/** What is at the provider of one payment. */
interface AtStripe {
  payment: Payment;
  createdAt: number;
  disputes: PaymentDispute[];
  warnings: PaymentWarning[];
}

/** What the events are called that carry an intent or a charge, and with it the mark. */
const carriesMark = /^(payment_intent\.|charge\.refunded$)/;

export type FakeAccount = ReturnType<typeof createFakeAccount>;

/** All that is at the provider: payments, what became of them, and the events that tell of it. */
export function createFakeAccount({
  clock = { now: Date.now },
  serviceId = 'fake-service',
}: FakeOptions = {}) {
  const records = new Map<string, AtStripe>();
  const payments = new Map<string, Payment>();
  const events: PaymentEvent[] = [];
  /** The ids of all payments, the oldest first. */
  const begun: string[] = [];
  let refunds = 0;
  let nextRefund: PaymentRefund['status'] = 'succeeded';

  function recordOf(id: string): AtStripe {
    const record = records.get(id);
    if (!record) throw failure('request');
    return record;
  }
  function change(id: string, changes: Partial<Payment>): Payment {
    const record = recordOf(id);
    record.payment = { ...record.payment, ...changes };
    payments.set(id, record.payment);
    return record.payment;
  }
  /** Something has happened: the provider lists it. @returns the event */
  function tell(id: string, type: string): PaymentEvent {
    const event = {
      id: `evt_of_fake_${events.length + 1}`,
      type,
      paymentId: id,
      chargeId: type.startsWith('payment_intent.') ? null : `ch_of_${id}`,
      isMarked: carriesMark.test(type) ? isMarked(recordOf(id).payment) : null,
      createdAt: clock.now(),
    };
    events.push(event);
    return event;
  }
  function isMarked(payment: Payment): boolean | null {
    if (payment.serviceId === serviceId) return true;
    return payment.orderId === null ? false : null;
  }

  /** @param mark which service begins the payment; null: another shop on the same account */
  function open(amountCents: number, mark: string | null, orderId: string | null = null): Payment {
    const id = `pi_${records.size + 1}`;
    const payment: Payment = {
      id,
      clientSecret: `${id}_secret_x`,
      status: 'open',
      amountCents,
      amountReceivedCents: 0,
      currency: 'usd',
      orderId,
      serviceId: mark,
      isLive: false,
      refundedCents: 0,
      refunds: [],
      isDisputed: false,
      disputes: null,
      warnings: null,
      declinedCard: null,
      askedAt: 0,
    };
    records.set(id, { payment, createdAt: clock.now(), disputes: [], warnings: [] });
    begun.push(id);
    payments.set(id, payment);
    return payment;
  }

  /** @throws {DomainError} `payment_conflict` for more than is left, and for what a bank has taken back */
  function makeRefund(id: string, amountCents: number, ourId: string | null): PaymentRefund {
    const { payment, disputes } = recordOf(id);
    if (disputes.some(({ status }) => isTaken(status)) || (payment.isDisputed && disputes.length === 0)) {
      throw new DomainError('payment_conflict', 'Stripe refuses the refund: it was charged back.');
    }
    if (amountCents > payment.amountReceivedCents - payment.refundedCents) {
      throw new DomainError('payment_conflict', 'Stripe refuses the refund: that is more than is left.');
    }
    refunds += 1;
    const refund: PaymentRefund = {
      id: `re_${refunds}`,
      amountCents,
      status: nextRefund,
      ourId,
      failure: null,
      createdAt: clock.now(),
    };
    const refundedCents = payment.refundedCents + amountCents;
    change(id, { refunds: [refund, ...payment.refunds], refundedCents });
    tell(id, 'refund.created');
    tell(id, 'charge.refunded');
    if (refundedCents === payment.amountReceivedCents) endWarnings(id, 'refunded');
    return refund;
  }

  /** Nothing is left to warn of, or to decide. @param reason why a review ended */
  function endWarnings(id: string, reason: string): void {
    for (const { kind, isOpen } of recordOf(id).warnings) if (isOpen) warn(id, kind, false, reason);
  }

  /** @param reason why a review was closed; approved unless given */
  function warn(id: string, kind: PaymentWarning['kind'], isOpen = true, reason = 'approved'): PaymentEvent {
    const record = recordOf(id);
    const warningId = `${kind}_of_${id}`;
    const known = record.warnings.find((warning) => warning.id === warningId);
    const others = record.warnings.filter((warning) => warning !== known);
    const warning = {
      createdAt: clock.now(),
      ...known,
      id: warningId,
      kind,
      reason: reasonOf(kind, isOpen, reason),
      isOpen,
    };
    record.warnings = [...others, warning];
    if (kind === 'review') return tell(id, isOpen ? 'review.opened' : 'review.closed');
    return tell(id, `radar.early_fraud_warning.${isOpen ? 'created' : 'updated'}`);
  }

  return {
    clock,
    serviceId,
    records,
    payments,
    begun,
    events,
    recordOf,
    change,
    tell,
    open,
    makeRefund,
    endWarnings,
    warn,
    refundsBegin(status: PaymentRefund['status']) {
      nextRefund = status;
    },
  };
}

function reasonOf(kind: PaymentWarning['kind'], isOpen: boolean, closed: string): string {
  if (kind === 'early_fraud_warning') return 'misc';
  return isOpen ? 'rule' : closed;
}

/** @returns whether a bank has the money while a dispute is in this state */
export function isTaken(status: DisputeStatus): boolean {
  return status === 'needs_response' || status === 'under_review' || status === 'lost';
}
