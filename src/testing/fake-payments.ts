import { DomainError } from '../server/basics/errors.ts';
import type { Clock } from '../server/context/clock.ts';
import type {
  Payment,
  PaymentDispute,
  PaymentEvent,
  PaymentGateway,
  PaymentRefund,
  PaymentWarning,
} from '../server/context/payment-gateway.ts';
import { ProviderFailure } from '../server/context/provider-failure.ts';
import { days } from '../shared/durations.ts';
import type { DisputeStatus } from '../shared/orders/money-states.ts';

interface FakeOptions {
  clock?: Clock;
  /** What payments are marked with. */
  serviceId?: string;
}

type Call = keyof PaymentGateway;

/** What is at the provider of one payment. */
interface AtStripe {
  payment: Payment;
  createdAt: number;
  disputes: PaymentDispute[];
  warnings: PaymentWarning[];
}

const unreachable = () =>
  new DomainError('payment_provider_failed', 'The payment service cannot be reached right now.', {
    cause: new ProviderFailure('unreachable', 'Stripe cannot be reached', { isAnswered: false }),
  });

/**
 * Stands in for Stripe's network: payments are rows in a map, and what happens to them is a call. What happens is
 * listed as an event; no webhook is sent.
 */
export function createFakePayments({
  clock = { now: Date.now },
  serviceId = 'fake-service',
}: FakeOptions = {}) {
  const records = new Map<string, AtStripe>();
  const payments = new Map<string, Payment>();
  const opened = new Map<string, string>();
  const refunded = new Map<string, { request: string; answer: PaymentRefund | DomainError }>();
  const events: PaymentEvent[] = [];
  const calls: string[] = [];
  let failure: { error: DomainError; call: Call | null } | null = null;
  let lost: Call | null = null;
  let lastAsked = 0;
  let nextRefund: PaymentRefund['status'] = 'succeeded';

  function reach(call: Call) {
    calls.push(call);
    if (failure && (failure.call ?? call) === call) throw failure.error;
  }
  /** The answer to what was done may not arrive. */
  function answer<T>(call: Call, value: T): T {
    if (lost !== call) return value;
    throw unreachable();
  }
  function failWith(error: DomainError | null, call: Call | null = null) {
    failure = error && { error, call };
  }

  function recordOf(id: string): AtStripe {
    const record = records.get(id);
    if (!record) throw new DomainError('payment_provider_failed', 'There is no such payment.');
    return record;
  }
  function change(id: string, changes: Partial<Payment>): Payment {
    const record = recordOf(id);
    record.payment = { ...record.payment, ...changes };
    payments.set(id, record.payment);
    return record.payment;
  }
  /** Something has happened: Stripe lists it. @returns the event */
  function tell(id: string, type: string): PaymentEvent {
    const isIntent = type.startsWith('payment_intent.');
    const isMarked = isIntent ? recordOf(id).payment.serviceId === serviceId : null;
    const event = {
      id: `evt_of_fake_${events.length + 1}`,
      type,
      paymentId: id,
      chargeId: null,
      isMarked,
      createdAt: clock.now(),
    };
    events.push(event);
    return event;
  }
  function ask(id: string, scope: 'payment' | 'everything' = 'payment'): Payment {
    const { payment, disputes, warnings } = recordOf(id);
    lastAsked = Math.max(lastAsked + 1, clock.now());
    const isPaid = payment.status === 'succeeded';
    return {
      ...payment,
      disputes: isPaid && (payment.isDisputed || scope === 'everything') ? [...disputes] : null,
      warnings: isPaid && scope === 'everything' ? [...warnings] : null,
      askedAt: lastAsked,
    };
  }
  function open(amountCents: number, mark: string | null): Payment {
    const id = `pi_${records.size + 1}`;
    const payment: Payment = {
      id,
      clientSecret: `${id}_secret_x`,
      status: 'open',
      amountCents,
      amountReceivedCents: 0,
      currency: 'usd',
      orderId: null,
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
    payments.set(id, payment);
    return payment;
  }

  function makeRefund(id: string, amountCents: number, ourId: string | null): PaymentRefund {
    const { payment, disputes } = recordOf(id);
    const isTaken = disputes.some(({ status }) =>
      ['needs_response', 'under_review', 'lost'].includes(status),
    );
    if (isTaken || (payment.isDisputed && disputes.length === 0)) {
      throw new DomainError('payment_conflict', 'Stripe refuses the refund: it was charged back.');
    }
    if (amountCents > payment.amountReceivedCents - payment.refundedCents) {
      throw new DomainError('payment_conflict', 'Stripe refuses the refund: that is more than is left.');
    }
    const refund: PaymentRefund = {
      id: `re_${[...records.values()].flatMap((record) => record.payment.refunds).length + 1}`,
      amountCents,
      status: nextRefund,
      ourId,
      failure: null,
      createdAt: clock.now(),
    };
    const refunds = [...payment.refunds, refund];
    change(id, { refunds, refundedCents: payment.refundedCents + amountCents });
    tell(id, 'refund.created');
    tell(id, 'charge.refunded');
    return refund;
  }

  const gateway: PaymentGateway = {
    async openPayment({ amountCents, idempotencyKey }) {
      reach('openPayment');
      const known = opened.get(idempotencyKey) ?? open(amountCents, serviceId).id;
      opened.set(idempotencyKey, known);
      return answer('openPayment', ask(known));
    },
    async findPayment(id, scope) {
      reach('findPayment');
      return records.has(id) ? ask(id, scope) : null;
    },
    async findPaymentId(chargeId) {
      reach('findPaymentId');
      const id = chargeId.replace(/^ch_of_/, '');
      return records.has(id) ? id : null;
    },
    async attachOrder(id, order) {
      reach('attachOrder');
      if (recordOf(id).payment.status !== 'canceled') change(id, { orderId: order.id });
      return answer('attachOrder', ask(id));
    },
    async changeAmount(id, amountCents) {
      reach('changeAmount');
      change(id, { amountCents });
      return answer('changeAmount', ask(id));
    },
    async cancelPayment(id) {
      reach('cancelPayment');
      if (recordOf(id).payment.status === 'open') {
        change(id, { status: 'canceled' });
        tell(id, 'payment_intent.canceled');
      }
      return answer('cancelPayment', ask(id));
    },
    async refundPayment({ id, amountCents, ourId, idempotencyKey }) {
      reach('refundPayment');
      const request = JSON.stringify({ id, amountCents, ourId });
      const kept = refunded.get(idempotencyKey);
      if (kept && kept.request !== request) {
        throw new DomainError('payment_provider_failed', 'The payment service cannot be reached right now.', {
          cause: new ProviderFailure('request', 'Stripe refuses the request', { isAnswered: true }),
        });
      }
      const made = kept?.answer ?? attempt(() => makeRefund(id, amountCents, ourId));
      refunded.set(idempotencyKey, { request, answer: made });
      if (made instanceof DomainError) throw made;
      return answer('refundPayment', made);
    },
    async *listPayments(since) {
      reach('listPayments');
      for (const [id, { createdAt }] of [...records].reverse()) if (createdAt >= since) yield ask(id);
    },
    async *listEvents(since) {
      reach('listEvents');
      const from = Math.max(since, clock.now() - days(30));
      yield* events.filter(({ createdAt }) => createdAt >= from).reverse();
    },
    readEvent(rawBody, signature) {
      if (signature !== 'valid') throw new DomainError('invalid_request', 'The signature is wrong.');
      return { chargeId: null, isMarked: null, createdAt: clock.now(), ...JSON.parse(rawBody) };
    },
  };

  return {
    ...gateway,
    payments,
    events,
    calls,
    change,
    /** The customer's card is charged. */
    pay(id: string) {
      const paid = change(id, { status: 'succeeded', amountReceivedCents: recordOf(id).payment.amountCents });
      tell(id, 'payment_intent.succeeded');
      return paid;
    },
    /** A bank that takes its time. */
    startProcessing(id: string) {
      change(id, { status: 'processing' });
      return tell(id, 'payment_intent.processing');
    },
    decline(id: string, declinedCard: string | null = null) {
      change(id, { status: 'open', declinedCard });
      return tell(id, 'payment_intent.payment_failed');
    },
    /** Another shop on the same account begins a payment. */
    openElsewhere: (amountCents: number) => open(amountCents, null),
    /** Somebody gives money back at Stripe. */
    refundElsewhere: (id: string, amountCents: number) => makeRefund(id, amountCents, null),
    /** What the next refunds are at first. */
    refundsBegin(status: PaymentRefund['status']) {
      nextRefund = status;
    },
    /** A refund goes on: one that fails or is canceled leaves the money with us. */
    moveRefund(id: string, refundId: string, status: PaymentRefund['status'], failed: string | null = null) {
      const { payment } = recordOf(id);
      const refunds = payment.refunds.map((refund) =>
        refund.id === refundId ? { ...refund, status, failure: failed } : refund,
      );
      const counted = refunds.filter((refund) => refund.status !== 'failed' && refund.status !== 'canceled');
      change(id, { refunds, refundedCents: counted.reduce((sum, { amountCents }) => sum + amountCents, 0) });
      return tell(id, status === 'failed' ? 'refund.failed' : 'refund.updated');
    },
    /** A bank questions a payment, or goes on with it: the same `disputeId` is the same dispute. */
    dispute(id: string, status: DisputeStatus, more: Partial<PaymentDispute> = {}) {
      const record = recordOf(id);
      const disputeId = more.id ?? `du_of_${id}`;
      const known = record.disputes.find((dispute) => dispute.id === disputeId);
      const { amountReceivedCents } = record.payment;
      const isTaken = ['needs_response', 'under_review', 'lost'].includes(status);
      const dispute: PaymentDispute = {
        reason: 'fraudulent',
        amountCents: amountReceivedCents,
        dueAt: clock.now() + days(7),
        createdAt: clock.now(),
        ...known,
        withdrawnCents: isTaken ? amountReceivedCents : 0,
        ...more,
        id: disputeId,
        status,
      };
      record.disputes = [...record.disputes.filter((other) => other !== known), dispute];
      if (!status.startsWith('warning_')) change(id, { isDisputed: true });
      if (!known) return tell(id, 'charge.dispute.created');
      return tell(id, isTaken && status !== 'lost' ? 'charge.dispute.updated' : 'charge.dispute.closed');
    },
    /** Somebody doubts who paid, or no longer does. */
    warn(id: string, kind: PaymentWarning['kind'], isOpen = true) {
      const record = recordOf(id);
      const reason = kind === 'review' ? 'rule' : 'misc';
      const warningId = `${kind}_of_${id}`;
      const others = record.warnings.filter((warning) => warning.id !== warningId);
      record.warnings = [...others, { id: warningId, kind, reason, isOpen, createdAt: clock.now() }];
      if (kind === 'review') return tell(id, isOpen ? 'review.opened' : 'review.closed');
      return tell(id, `radar.early_fraud_warning.${isOpen ? 'created' : 'updated'}`);
    },
    /** Makes every call fail, or those of one kind. */
    failWith,
    /** What is asked is done, but the answer never arrives; null ends that. */
    loseAnswers(call: Call | null) {
      lost = call;
    },
    /** A day has passed: Stripe knows its refunds, but not the keys they were asked for with. */
    forgetKeys: () => refunded.clear(),
    setDown(down: boolean) {
      failWith(down ? unreachable() : null);
    },
  };
}

function attempt<T>(work: () => T): T | DomainError {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
