import { DomainError } from '../server/basics/errors.ts';
import type { Mailer, OutgoingMail } from '../server/context/mailer.ts';
import type { Payment, PaymentGateway } from '../server/context/payment-gateway.ts';

/** A clock that stands still until it is moved. */
export function createFakeClock(start = Date.now()) {
  let now = start;
  return {
    now: () => now,
    /** Moves the clock, by milliseconds. */
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
}

/** Records what would be sent. `failWith` makes the next mails fail. */
export function createFakeMailer() {
  const sent: OutgoingMail[] = [];
  let failure: Error | null = null;
  const mailer: Mailer = {
    async send(mail) {
      if (failure) throw failure;
      sent.push(mail);
      return { response: '250 accepted' };
    },
    close() {},
  };
  return {
    ...mailer,
    sent,
    failWith(error: Error | null) {
      failure = error;
    },
  };
}

/** Stands in for Stripe's network: payments are rows in a map, paying one is a call. */
export function createFakePayments() {
  const payments = new Map<string, Payment>();
  const byKey = new Map<string, string>();
  const refunds = new Map<string, { id: string; status: string }>();
  const calls: string[] = [];
  let failure: { error: DomainError; call: string | null } | null = null;

  function reach(call: string) {
    calls.push(call);
    if (failure && (failure.call ?? call) === call) throw failure.error;
  }
  /** Makes every call fail, or those of one kind. */
  function failWith(error: DomainError | null, call: keyof PaymentGateway | null = null) {
    failure = error && { error, call };
  }
  function change(id: string, changes: Partial<Payment>): Payment {
    const payment = payments.get(id);
    if (!payment) throw new DomainError('payment_provider_failed', 'There is no such payment.');
    const changed = { ...payment, ...changes };
    payments.set(id, changed);
    return changed;
  }

  const gateway: PaymentGateway = {
    async openPayment({ amountCents, idempotencyKey }) {
      reach('openPayment');
      const known = payments.get(byKey.get(idempotencyKey) ?? '');
      if (known) return known;
      const id = `pi_${payments.size + 1}`;
      byKey.set(idempotencyKey, id);
      const payment: Payment = {
        id,
        clientSecret: `${id}_secret_x`,
        status: 'open',
        amountCents,
        amountReceivedCents: 0,
        currency: 'usd',
        orderId: null,
        isLive: false,
        refundedCents: 0,
        isDisputed: false,
        declinedCard: null,
      };
      payments.set(id, payment);
      return payment;
    },
    async findPayment(id) {
      reach('findPayment');
      return payments.get(id) ?? null;
    },
    async attachOrder(id, orderId) {
      reach('attachOrder');
      return change(id, payments.get(id)?.status === 'canceled' ? {} : { orderId });
    },
    async changeAmount(id, amountCents) {
      reach('changeAmount');
      return change(id, { amountCents });
    },
    async cancelPayment(id) {
      reach('cancelPayment');
      return payments.get(id)?.status === 'open' ? change(id, { status: 'canceled' }) : change(id, {});
    },
    async refundPayment({ id, amountCents, idempotencyKey }) {
      reach('refundPayment');
      const known = refunds.get(idempotencyKey);
      const payment = change(id, {});
      if (known) return { ...known, payment };
      if (payment.isDisputed || amountCents > payment.amountReceivedCents - payment.refundedCents) {
        throw new DomainError('payment_conflict', 'Stripe refuses the refund: no.');
      }
      const refund = { id: `re_${refunds.size + 1}`, status: 'succeeded' };
      refunds.set(idempotencyKey, refund);
      return { ...refund, payment: change(id, { refundedCents: payment.refundedCents + amountCents }) };
    },
    async *listPayments() {
      reach('listPayments');
      yield* [...payments.values()].reverse();
    },
    readEvent(rawBody, signature) {
      if (signature !== 'valid') throw new DomainError('invalid_request', 'The signature is wrong.');
      return JSON.parse(rawBody);
    },
  };
  return {
    ...gateway,
    payments,
    calls,
    change,
    /** The customer's card is charged. */
    pay(id: string) {
      const payment = payments.get(id);
      return change(id, { status: 'succeeded', amountReceivedCents: payment?.amountCents ?? 0 });
    },
    failWith,
    setDown(down: boolean) {
      const message = 'The payment service cannot be reached right now.';
      failWith(down ? new DomainError('payment_provider_failed', message) : null);
    },
  };
}
