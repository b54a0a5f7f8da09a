import { DomainError } from '../../server/basics/errors.ts';
import type { Clock } from '../../server/context/clock.ts';
import type { Payment, PaymentGateway } from '../../server/context/payment-gateway.ts';
import { WebhookRefused } from '../../server/context/webhook-watch.ts';
import { days } from '../../shared/durations.ts';
import type { FakeAccount } from './fake-account.ts';
import { failure } from './fake-failures.ts';

export type Call = keyof PaymentGateway;

/** The calls of the gateway on a fake account, and what can be wrong with them. */
export function createFakeGateway(account: FakeAccount) {
  const { clock, serviceId, records, begun, events, recordOf, change, tell, open, makeRefund } = account;
  const calls: string[] = [];
  const { once, forget } = createOnce(clock);
  let broken: { error: DomainError; call: Call | null } | null = null;
  let lost: Call | null = null;
  let lastAsked = 0;

  function reach(call: Call) {
    calls.push(call);
    if (broken && (broken.call ?? call) === call) throw broken.error;
  }
  /** The answer to what was done may not arrive. */
  function answer<T>(call: Call, value: T): T {
    if (lost !== call) return value;
    throw failure('unreachable');
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

  const gateway: PaymentGateway = {
    async openPayment({ amountCents, idempotencyKey }) {
      reach('openPayment');
      const opened = once(idempotencyKey, { amountCents }, () => open(amountCents, serviceId));
      return answer('openPayment', { ...opened, askedAt: ticket() });
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
      if (!changeIfOpen(id, { amountCents })) throw failure('request');
      return answer('changeAmount', ask(id));
    },
    async cancelPayment(id) {
      reach('cancelPayment');
      if (changeIfOpen(id, { status: 'canceled' })) tell(id, 'payment_intent.canceled');
      return answer('cancelPayment', ask(id));
    },
    async refundPayment({ id, amountCents, ourId, idempotencyKey }) {
      reach('refundPayment');
      const request = { id, amountCents, ourId };
      const made = once(idempotencyKey, request, () => makeRefund(id, amountCents, ourId));
      return answer('refundPayment', made);
    },
    async *listPayments(since) {
      reach('listPayments');
      for (let i = begun.length - 1; i >= 0; i--) {
        const id = begun[i] ?? '';
        if (recordOf(id).createdAt < since) return;
        yield ask(id);
      }
    },
    async *listEvents(since) {
      reach('listEvents');
      const from = Math.max(since, clock.now() - days(30));
      for (let i = events.length - 1; i >= 0; i--) {
        const event = events[i];
        if (!event || event.createdAt < from) return;
        yield event;
      }
    },
    readEvent(rawBody, signature) {
      if (signature !== 'valid') throw new WebhookRefused(signature === '' ? 'unsigned' : 'foreign');
      return { chargeId: null, isMarked: null, createdAt: clock.now(), ...JSON.parse(rawBody) };
    },
  };

  return {
    gateway,
    calls,
    /** Makes every call fail, or those of one kind. */
    failWith(error: DomainError | null, call: Call | null = null) {
      broken = error && { error, call };
    },
    /** What is asked is done, but the answer never arrives; null ends that. */
    loseAnswers(call: Call | null) {
      lost = call;
    },
    /** A day has passed: Stripe knows what it did, but not the keys it was asked with before, or any. */
    forgetKeys: forget,
  };
}

/** Does under a key what is asked for first, and answers the same from then on, a refusal too. */
function createOnce(clock: Clock) {
  const kept = new Map<string, { request: string; answer: () => unknown; at: number }>();
  function once<T>(key: string, parameters: object, work: () => T): T {
    const request = JSON.stringify(parameters);
    const known = kept.get(key) ?? { request, answer: attempt(work), at: clock.now() };
    if (known.request !== request) throw failure('request');
    kept.set(key, known);
    return known.answer() as T;
  }
  function forget(before = Number.POSITIVE_INFINITY) {
    for (const [key, { at }] of kept) {
      if (at >= before) return;
      kept.delete(key);
    }
  }
  return { once, forget };
}

function attempt<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return () => {
      throw error;
    };
  }
}
