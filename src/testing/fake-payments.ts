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
import { type FailureReason, ProviderFailure } from '../server/context/provider-failure.ts';
import { WebhookRefused } from '../server/context/webhook-watch.ts';
import { days } from '../shared/durations.ts';
import type { DisputeStatus } from '../shared/orders/money-states.ts';

type Call = keyof PaymentGateway;

const words: Record<FailureReason, string> = {
  unreachable: 'Stripe cannot be reached',
  key: 'Stripe does not know the key',
  permission: 'the key may not do this',
  mode: 'the key belongs to the other mode',
  account: 'the Stripe account cannot take payments',
  request: 'Stripe refuses the request',
};

/** What a call ends with that the provider did not do. */
export function failure(reason: FailureReason, missingPermission: string | null = null): DomainError {
  return new DomainError('payment_provider_failed', 'We can’t reach the payment service right now.', {
    cause: new ProviderFailure(reason, words[reason], {
      missingPermission,
      isAnswered: reason !== 'unreachable',
    }),
  });
}

export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

/**
 * Has every call to a provider go through `around`, which may delay it, refuse it or lose its answer. Lists are read
 * whole first; `readEvent` asks nobody.
 */
export function wrapGateway(
  gateway: PaymentGateway,
  around: <T>(name: Call, call: () => Promise<T>) => Promise<T>,
): PaymentGateway {
  const wrap =
    <Given extends unknown[], T>(name: Call, call: (...given: Given) => Promise<T>) =>
    (...given: Given) =>
      around(name, () => call(...given));
  const wrapList = <T>(name: Call, list: (since: number) => AsyncIterable<T>) =>
    async function* (since: number) {
      yield* await around(name, () => collect(list(since)));
    };
  return {
    openPayment: wrap('openPayment', gateway.openPayment),
    findPayment: wrap('findPayment', gateway.findPayment),
    findPaymentId: wrap('findPaymentId', gateway.findPaymentId),
    attachOrder: wrap('attachOrder', gateway.attachOrder),
    changeAmount: wrap('changeAmount', gateway.changeAmount),
    cancelPayment: wrap('cancelPayment', gateway.cancelPayment),
    refundPayment: wrap('refundPayment', gateway.refundPayment),
    listPayments: wrapList('listPayments', gateway.listPayments),
    listEvents: wrapList('listEvents', gateway.listEvents),
    readEvent: gateway.readEvent,
  };
}

interface AtStripe {
  payment: Payment;
  createdAt: number;
  disputes: PaymentDispute[];
  warnings: PaymentWarning[];
}

/** The types of events that carry an intent or a charge, and with it the mark. */
const carriesMark = /^(payment_intent\.|charge\.refunded$)/;

/**
 * Stands in for Stripe's network: payments are rows in a map. What happens to them is listed as an event; no webhook is
 * sent. `payment-contract/` holds it to what the real gateway does.
 */
export function createFakePayments(options: { clock?: Clock; serviceId?: string } = {}) {
  const { clock = { now: Date.now }, serviceId = 'fake-service' } = options;
  const records = new Map<string, AtStripe>();
  const payments = new Map<string, Payment>();
  const events: PaymentEvent[] = [];
  const calls: string[] = [];
  const { once, forget } = createOnce(clock);
  let refunds = 0;
  let firstStatus: PaymentRefund['status'] = 'succeeded';
  let broken: { error: DomainError; call: Call | null } | null = null;
  let lost: Call | 'every' | null = null;
  let lastAsked = 0;

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

  /** @param mark null for another shop on the same account */
  function open(amountCents: number, mark: string | null, orderId: string | null = null): Payment {
    const id = `pi_${records.size + 1}`;
    const payment: Payment = {
      ...{ id, clientSecret: `${id}_secret_x`, status: 'open' },
      ...{ amountCents, amountReceivedCents: 0, currency: 'usd' },
      ...{ orderId, serviceId: mark, isLive: false },
      ...{ refundedCents: 0, refunds: [], isDisputed: false },
      ...{ disputes: null, warnings: null, declinedCard: null, askedAt: 0 },
    };
    records.set(id, { payment, createdAt: clock.now(), disputes: [], warnings: [] });
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
      ...{ id: `re_${refunds}`, amountCents, status: firstStatus, ourId },
      ...{ failure: null, createdAt: clock.now() },
    };
    const refundedCents = payment.refundedCents + amountCents;
    change(id, { refunds: [refund, ...payment.refunds], refundedCents });
    tell(id, 'refund.created');
    tell(id, 'charge.refunded');
    if (refundedCents === payment.amountReceivedCents) endWarnings(id, 'refunded');
    return refund;
  }

  function moveRefund(
    id: string,
    refundId: string,
    status: PaymentRefund['status'],
    failed: string | null = null,
  ): PaymentEvent {
    const moved = recordOf(id).payment.refunds.map((refund) =>
      refund.id === refundId ? { ...refund, status, failure: failed } : refund,
    );
    const counted = moved.filter((refund) => refund.status !== 'failed' && refund.status !== 'canceled');
    const refundedCents = counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
    change(id, { refunds: moved, refundedCents });
    return tell(id, status === 'failed' ? 'refund.failed' : 'refund.updated');
  }

  function dispute(id: string, status: DisputeStatus, more: Partial<PaymentDispute> = {}): PaymentEvent {
    const record = recordOf(id);
    const disputeId = more.id ?? `du_of_${id}`;
    const known = record.disputes.find((one) => one.id === disputeId);
    const { amountReceivedCents } = record.payment;
    const next: PaymentDispute = {
      reason: 'fraudulent',
      amountCents: amountReceivedCents,
      dueAt: clock.now() + days(7),
      createdAt: clock.now(),
      ...known,
      withdrawnCents: isTaken(status) ? amountReceivedCents : 0,
      ...more,
      ...{ id: disputeId, status },
    };
    record.disputes = [...record.disputes.filter((other) => other !== known), next];
    // Also for an inquiry, and for good.
    change(id, { isDisputed: true });
    // What was still on its way to the card does not get there.
    for (const refund of isTaken(status) ? record.payment.refunds : []) {
      if (refund.status !== 'pending' || (known && isTaken(known.status))) continue;
      moveRefund(id, refund.id, 'failed', 'charge_for_pending_refund_disputed');
    }
    if (!known) {
      endWarnings(id, 'disputed');
      return tell(id, 'charge.dispute.created');
    }
    const isEnded = ['won', 'lost', 'warning_closed', 'prevented'].includes(status);
    return tell(id, isEnded ? 'charge.dispute.closed' : 'charge.dispute.updated');
  }

  function warn(id: string, kind: PaymentWarning['kind'], isOpen = true, reason = 'approved'): PaymentEvent {
    const record = recordOf(id);
    const warningId = `${kind}_of_${id}`;
    const known = record.warnings.find((warning) => warning.id === warningId);
    const reviewReason = isOpen ? 'rule' : reason;
    const warning = {
      createdAt: clock.now(),
      ...known,
      ...{ id: warningId, kind, isOpen, reason: kind === 'review' ? reviewReason : 'misc' },
    };
    record.warnings = [...record.warnings.filter((other) => other !== known), warning];
    if (kind === 'review') return tell(id, isOpen ? 'review.opened' : 'review.closed');
    return tell(id, `radar.early_fraud_warning.${isOpen ? 'created' : 'updated'}`);
  }

  function endWarnings(id: string, reason: string): void {
    for (const { kind, isOpen } of recordOf(id).warnings) if (isOpen) warn(id, kind, false, reason);
  }

  function ask(id: string, scope: 'payment' | 'everything' = 'payment'): Payment {
    const { payment, disputes, warnings } = recordOf(id);
    const isPaid = payment.status === 'succeeded';
    return {
      ...payment,
      disputes: isPaid && (payment.isDisputed || scope === 'everything') ? [...disputes] : null,
      warnings: isPaid && scope === 'everything' ? [...warnings] : null,
      askedAt: ticket(),
    };
  }

  function ticket(): number {
    lastAsked = Math.max(lastAsked + 1, clock.now());
    return lastAsked;
  }

  function changeIfOpen(id: string, changes: Partial<Payment>): boolean {
    const isOpen = recordOf(id).payment.status === 'open';
    if (isOpen) change(id, changes);
    return isOpen;
  }

  const answers: PaymentGateway = {
    async openPayment({ amountCents, idempotencyKey }) {
      const opened = await once(idempotencyKey, { amountCents }, () => open(amountCents, serviceId));
      return { ...opened, askedAt: ticket() };
    },
    findPayment: async (id, scope) => (records.has(id) ? ask(id, scope) : null),
    async findPaymentId(chargeId) {
      const id = chargeId.replace(/^ch_of_/, '');
      return records.has(id) ? id : null;
    },
    async attachOrder(id, order) {
      if (recordOf(id).payment.status !== 'canceled') change(id, { orderId: order.id });
      return ask(id);
    },
    async changeAmount(id, amountCents) {
      if (!changeIfOpen(id, { amountCents })) throw failure('request');
      return ask(id);
    },
    async cancelPayment(id) {
      if (changeIfOpen(id, { status: 'canceled' })) tell(id, 'payment_intent.canceled');
      return ask(id);
    },
    async refundPayment({ id, amountCents, ourId, idempotencyKey }) {
      const request = { id, amountCents, ourId };
      return once(idempotencyKey, request, () => makeRefund(id, amountCents, ourId));
    },
    async *listPayments(since) {
      for (const [id, { createdAt }] of [...records].reverse()) if (createdAt >= since) yield ask(id);
    },
    async *listEvents(since) {
      const from = Math.max(since, clock.now() - days(30));
      yield* events.toReversed().filter(({ createdAt }) => createdAt >= from);
    },
    readEvent(rawBody, signature) {
      if (signature !== 'valid') throw new WebhookRefused(signature === '' ? 'unsigned' : 'foreign');
      return { chargeId: null, isMarked: null, createdAt: clock.now(), ...JSON.parse(rawBody) };
    },
  };

  const gateway = wrapGateway(answers, async (name, call) => {
    calls.push(name);
    if (broken && (broken.call ?? name) === name) throw broken.error;
    const answer = await call();
    if (lost === name || lost === 'every') throw failure('unreachable');
    return answer;
  });

  function failWith(error: DomainError | null, call: Call | null = null): void {
    broken = error && { error, call };
  }

  return {
    ...gateway,
    ...{ payments, events, calls, change, moveRefund, dispute },
    failWith,
    /** @param call leaves the others as they are */
    setDown: (down: boolean, call: Call | null = null) =>
      failWith(down ? failure('unreachable') : null, call),
    /** Does what is asked, but the answer never arrives; null ends that. */
    loseAnswers(call: Call | 'every' | null) {
      lost = call;
    },
    /** As after a day: Stripe no longer knows the idempotency keys. */
    forgetKeys: forget,
    pay(id: string) {
      const { amountCents } = recordOf(id).payment;
      const paid = change(id, { status: 'succeeded', amountReceivedCents: amountCents, declinedCard: null });
      tell(id, 'payment_intent.succeeded');
      return paid;
    },
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
    refundElsewhere: (id: string, amountCents: number) => makeRefund(id, amountCents, null),
    refundsBegin(status: PaymentRefund['status']) {
      firstStatus = status;
    },
    warn: (id: string, kind: PaymentWarning['kind'], isOpen = true) => warn(id, kind, isOpen),
  };
}

/** Whether the bank has the money while a dispute is in this state. */
function isTaken(status: DisputeStatus): boolean {
  return status === 'needs_response' || status === 'under_review' || status === 'lost';
}

/** Does each key's work once, and repeats its answer, a refusal too. */
function createOnce(clock: Clock) {
  const kept = new Map<string, { request: string; answer: Promise<unknown>; at: number }>();
  async function once<T>(key: string, parameters: object, work: () => T): Promise<T> {
    const request = JSON.stringify(parameters);
    const known = kept.get(key) ?? { request, answer: (async () => work())(), at: clock.now() };
    if (known.request !== request) throw failure('request');
    kept.set(key, known);
    return known.answer as Promise<T>;
  }
  function forget(before = Number.POSITIVE_INFINITY) {
    for (const [key, { at }] of kept) if (at < before) kept.delete(key);
  }
  return { once, forget };
}
