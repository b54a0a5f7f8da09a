import type Stripe from 'stripe';
import { createSandbox } from '../../src/sandbox/index.ts';
import { confirmIntent } from '../../src/sandbox/payments/confirm.ts';
import { approveReview, endWarnings, findOpenReview } from '../../src/sandbox/payments/fraud-warnings.ts';
import { requireIntent } from '../../src/sandbox/payments/intents.ts';
import { moveRefund } from '../../src/sandbox/payments/make-refund.ts';
import { signatureHeader } from '../../src/sandbox/payments/queue.ts';
import type { RequestContext } from '../../src/sandbox/payments/request-context.ts';
import { runStep } from '../../src/sandbox/payments/run-step.ts';
import { noRequest } from '../../src/sandbox/payments/sandbox-worker.ts';
import { findNamedCard } from '../../src/sandbox/payments/test-cards.ts';
import type { SandboxStep } from '../../src/sandbox/step-names.ts';
import type { Clock } from '../../src/server/base/clock.ts';
import type { DomainError } from '../../src/server/base/domain-error.ts';
import type {
  Payment,
  PaymentDispute,
  PaymentEvent,
  PaymentGateway,
  PaymentRefund,
  PaymentWarning,
} from '../../src/server/base/payment-gateway.ts';
import { handledEvents, metadataKeys, toEvent } from '../../src/server/payments/stripe/stripe-events.ts';
import { toPayment } from '../../src/server/payments/stripe/stripe-gateway.ts';
import { days } from '../../src/shared/durations.ts';
import type { DisputeStatus } from '../../src/shared/orders/money-states.ts';
import { createTestGateway, failure, wrapGateway } from './test-gateway.ts';

type Call = keyof PaymentGateway;

/** The sandbox step that brings a dispute into a status. */
const disputeSteps: Partial<Record<DisputeStatus, SandboxStep>> = {
  needs_response: 'inquiry_escalates',
  under_review: 'dispute_answered',
  warning_under_review: 'dispute_answered',
  warning_closed: 'inquiry_closed',
  won: 'dispute_won',
  lost: 'dispute_lost',
};

/** Returns a function that makes the same ids in each run: `pi_1`, `pi_2`. */
export function countIds(): (prefix: string) => string {
  const counts = new Map<string, number>();
  return (prefix) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    // Tests use `evt_1` themselves.
    return prefix === 'evt' ? `evt_of_stripe_${count}` : `${prefix}_${count}`;
  };
}

const silent = { warn() {}, error() {} };
const handled: ReadonlySet<string> = new Set(handledEvents);
/** Removes undefined members. */
const definedOf = <T extends object>(members: T): Partial<T> => JSON.parse(JSON.stringify(members));

const step =
  (name: SandboxStep, id: string, amount?: number) =>
  (work: RequestContext): object =>
    runStep(work, { step: name, id, amount });

/**
 * Creates Stripe for tests: the sandbox on the test's clock, called through the real adapter without a
 * socket. Calls can be made to fail or lose their answer. It sends no webhooks; tests do.
 */
export function createTestPayments(options: { clock?: Clock; serviceId?: string } = {}) {
  const { clock = { now: Date.now }, serviceId = 'service-under-test' } = options;
  const { keys, store, worker, app } = createSandbox({
    storePath: ':memory:',
    webhookUrl: null,
    bankTakesMs: days(3_650),
    log: silent,
    now: clock.now,
    newId: countIds(),
  });
  const fetchSandbox: typeof fetch = async (...given) => app.fetch(new Request(...given));
  const adapter = createTestGateway({
    ...keys,
    serviceId,
    apiBase: 'http://stripe.test',
    retries: 0,
    now: clock.now,
    fetch: fetchSandbox,
  });
  const calls: string[] = [];
  const disputeIds = new Map<string, string>();
  let broken: { error: DomainError; call: Call | null } | null = null;
  let lost: Call | null = null;
  let card = 'pm_card_visa';

  const gateway = wrapGateway(adapter, async (name, call) => {
    calls.push(name);
    if (broken && (broken.call ?? name) === name) throw broken.error;
    const answer = await call();
    if (lost === name) throw failure('unreachable');
    return answer;
  });

  const happened: PaymentEvent[] = [];
  const findNews = store.db.prepare<[number], { seq: number; json: string }>(
    "SELECT seq, json FROM objects WHERE kind = 'event' AND seq > ? ORDER BY seq",
  );
  let lastSeq = 0;
  /** @returns all events for the webhook endpoint, oldest first */
  function listHappened(): PaymentEvent[] {
    for (const { seq, json } of findNews.all(lastSeq)) {
      lastSeq = seq;
      const event = toEvent(JSON.parse(json), serviceId);
      if (handled.has(event.type)) happened.push(event);
    }
    return happened;
  }

  /** Does something at Stripe. @returns the payment's last resulting event */
  function happen(id: string, act: (work: RequestContext) => unknown): PaymentEvent {
    const before = listHappened().length;
    worker.run(noRequest, act);
    const event = listHappened()
      .slice(before)
      .findLast(({ paymentId }) => paymentId === id);
    if (!event) throw new Error(`Nothing has happened to ${id}.`);
    return event;
  }

  function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
    return store.get('charge', String(intent.latest_charge)) ?? null;
  }

  function find(id: string): Payment | undefined {
    const intent = store.get('payment_intent', id);
    if (!intent) return undefined;
    const charge = chargeOf(intent);
    const of = { charge: charge?.id ?? '' };
    const beside = {
      refunds: store.list('refund', of).data,
      disputes: store.list('dispute', of).data,
      warnings: store.list('radar.early_fraud_warning', of).data,
      review: store.get('review', String(intent.review)) ?? null,
    };
    return toPayment({ ...intent, latest_charge: charge }, beside, { serviceId, askedAt: 0 });
  }

  function require(id: string): Payment {
    const payment = find(id);
    if (!payment) throw new Error(`There is no payment ${id}.`);
    return payment;
  }

  function confirm(id: string, paymentMethod: string): PaymentEvent {
    return happen(id, (work) => confirmIntent(work, id, { payment_method: paymentMethod }));
  }

  /** Writes values into Stripe's objects that no call of Stripe's would cause. */
  function change(id: string, changes: Partial<Payment>): Payment {
    const intent = store.find('payment_intent', id);
    const { status, orderId, isMarked, declinedCard } = changes;
    const error = declinedCard && { payment_method: { card: { fingerprint: declinedCard } } };
    store.put({
      ...intent,
      ...definedOf({
        amount: changes.amountMinor,
        amount_received: changes.amountReceivedMinor,
        currency: changes.currency,
        livemode: changes.isLive,
        status: status === 'open' ? 'requires_payment_method' : status,
        last_payment_error: error,
      }),
      metadata: {
        ...intent.metadata,
        ...(orderId !== undefined && { [metadataKeys.orderId]: orderId ?? undefined }),
        ...(isMarked !== undefined && { [metadataKeys.service]: isMarked ? serviceId : undefined }),
      },
    } as Stripe.PaymentIntent);
    const money = definedOf({ amount_refunded: changes.refundedMinor, disputed: changes.isDisputed });
    const charge = chargeOf(intent);
    if (charge) store.put({ ...charge, ...money });
    return require(id);
  }

  function failWith(error: DomainError | null, call: Call | null = null): void {
    broken = error && { error, call };
  }

  return {
    ...gateway,
    ...{ calls, find, change, failWith, keys, worker, fetch: fetchSandbox },
    close: () => store.db.close(),
    get events() {
      return listHappened();
    },
    /** @returns all payments, oldest first */
    list: () =>
      store
        .list('payment_intent', { limit: 100_000 })
        .data.map(({ id }) => require(id))
        .reverse(),
    remove: (id: string) => store.remove('payment_intent', id),
    /** @param call if given, only this call fails */
    setDown: (down: boolean, call: Call | null = null) =>
      failWith(down ? failure('unreachable') : null, call),
    /** Makes Stripe carry out this call but lose the answer; null ends this. */
    loseAnswers(call: Call | null) {
      lost = call;
    },
    /** As after a day: Stripe no longer knows the idempotency keys. */
    forgetKeys: () => store.db.exec('DELETE FROM idempotency'),
    pay(id: string) {
      if (require(id).status === 'processing') happen(id, step('payment_succeeds', id));
      else confirm(id, card);
      return require(id);
    },
    startProcessing: (id: string) => confirm(id, 'pm_card_processing'),
    decline: (id: string) =>
      require(id).status === 'processing'
        ? happen(id, step('payment_fails', id))
        : confirm(id, 'pm_card_chargeDeclined'),
    runStep: (name: SandboxStep, id = '') => worker.run(noRequest, step(name, id)),
    refundElsewhere: (id: string, amount: number) => happen(id, step('refunded_at_dashboard', id, amount)),
    /** Makes all refunds begin like this, even of earlier payments. */
    refundsBegin(status: 'succeeded' | 'pending') {
      card = status === 'pending' ? 'pm_card_pendingRefund' : 'pm_card_visa';
      const fingerprint = findNamedCard(card, clock.now())?.fingerprint ?? null;
      for (const charge of store.list('charge', { limit: 100_000 }).data) {
        const details = charge.payment_method_details as Stripe.Charge.PaymentMethodDetails;
        const changed = { ...details.card, fingerprint } as Stripe.Charge.PaymentMethodDetails.Card;
        store.put({ ...charge, payment_method_details: { ...details, card: changed } });
      }
    },
    moveRefund: (
      id: string,
      refundId: string,
      status: Exclude<PaymentRefund['status'], 'pending'>,
      reason?: string,
    ) => happen(id, (work) => moveRefund(work, refundId, status, reason)),
    /** Brings a dispute into a status; creates it if the name is new. */
    dispute(
      id: string,
      status: DisputeStatus,
      { id: name = 'dispute', dueAt, reason, amountMinor, currency }: Partial<PaymentDispute> = {},
    ) {
      return happen(id, (work) => {
        const { id: charge } = chargeOf(requireIntent(work, id)) ?? { id: '' };
        const key = `${name} of ${id}`;
        const isInquiry = status.startsWith('warning_') || status === 'prevented';
        if (!disputeIds.has(key)) {
          runStep(work, { step: isInquiry ? 'inquiry_opened' : 'disputed_as_fraudulent', id });
          disputeIds.set(key, store.list('dispute', { charge }).data[0]?.id ?? '');
        }
        const disputeId = disputeIds.get(key) ?? '';
        const next = disputeSteps[status];
        const before = store.find('dispute', disputeId);
        if (next && before.status !== status) runStep(work, { step: next, id: disputeId });
        const dispute = store.find('dispute', disputeId);
        const details = { ...dispute.evidence_details, ...(dueAt && { due_by: Math.floor(dueAt / 1000) }) };
        const given = definedOf({ reason, currency, amount: amountMinor });
        store.put({ ...dispute, evidence_details: details, status, ...given });
      });
    },
    warn: (id: string, kind: PaymentWarning['kind'], isOpen = true) =>
      happen(id, (work) => {
        const charge = chargeOf(requireIntent(work, id))?.id ?? '';
        if (isOpen) runStep(work, { step: kind === 'review' ? 'review_opened' : kind, id });
        else if (kind === 'review') approveReview(work, findOpenReview(work, charge)?.id ?? '');
        else endWarnings(work, charge);
      }),
    /** Returns a webhook like Stripe's; a made-up event contains only its payment's id. */
    webhook(event: Partial<PaymentEvent> & { id: string }, secret = keys.webhookSecret) {
      const { id, type = 'payment_intent.succeeded', paymentId, chargeId, isMarked = null } = event;
      const { createdAt = clock.now() } = event;
      const said = {
        object: chargeId ? 'charge' : 'payment_intent',
        id: chargeId ?? paymentId,
        metadata: isMarked ? { [metadataKeys.service]: serviceId } : {},
      };
      const object = { payment_intent: paymentId, charge: chargeId, ...(isMarked !== null && said) };
      const body = JSON.stringify({ id, type, created: Math.floor(createdAt / 1000), data: { object } });
      const signature = secret && signatureHeader(body, secret, Math.floor(clock.now() / 1000));
      return { method: 'POST', headers: { 'stripe-signature': signature }, body };
    },
  };
}
