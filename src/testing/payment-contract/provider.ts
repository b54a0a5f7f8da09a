import { afterAll, beforeAll, expect, type TestContext, vi } from 'vitest';
import { DomainError } from '../../server/basics/errors.ts';
import type { Payment, PaymentEvent, PaymentGateway } from '../../server/context/payment-gateway.ts';
import { ProviderFailure } from '../../server/context/provider-failure.ts';

export type Card =
  | 'good'
  | 'declined'
  | 'without funds'
  | 'asking for 3-D Secure'
  | 'processing'
  | 'refunded slowly'
  | 'not refundable'
  | 'disputed as fraud'
  | 'disputed as not received'
  | 'inquired'
  | 'disputed twice'
  | 'warned of'
  | 'under review';

/** What goes wrong between us and the provider; with `silent` it does what it is asked, and the answer is lost. */
export type Trouble = 'unreachable' | 'silent' | 'key' | 'permission';

export const missingPermission = 'rak_refund_write';

/** A payment provider: a gateway to it, and what a customer, a bank and a person at its dashboard do. */
export interface Provider {
  gateway: PaymentGateway;
  /** Whether banks and time wait for the test; Stripe's do not, and cases that need it are skipped. */
  isInHand: boolean;
  /** In milliseconds. */
  patience: number;
  now(): number;
  /** The customer tries to pay. @returns whether the payment could be tried at all */
  pay(payment: Pick<Payment, 'id' | 'clientSecret'>, card: Card): Promise<boolean>;
  /** Another shop on the same account begins a payment; with an order's id as of before payments were marked. */
  openElsewhere(amountCents: number, orderId?: string): Promise<Pick<Payment, 'id' | 'clientSecret'>>;
  refundElsewhere(paymentId: string, amountCents: number): Promise<unknown>;
  /** Hands in evidence that the bank decides by, or gives the dispute up. */
  answer(disputeId: string, evidence: 'winning' | 'losing' | 'escalating' | 'none'): Promise<unknown>;
  approveReview(reviewId: string): Promise<unknown>;
  /** Makes the gateway fail until it is told `null`. */
  break(trouble: Trouble | null): void;
  /** Lets happen what banks still have to do. */
  settle(): Promise<unknown>;
  /** A bank refuses a payment that is processing, or takes back what was paid with any card. */
  atBank?(step: 'payment_fails' | 'disputed_as_fraudulent', paymentId: string): Promise<unknown>;
  /** A refund under way waits for its customer, or is taken back. */
  moveRefund?(refundId: string, status: 'requires_action' | 'canceled'): Promise<unknown>;
  advance?(milliseconds: number): void;
  close(): Promise<unknown>;
}

export type Steps = ReturnType<typeof createSteps>;

/** The steps of the cases with a provider, which is started before the first of them. */
export function createSteps(start: () => Promise<Provider>) {
  let started: Provider | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());

  function provider(): Provider {
    if (!started) throw new Error('The provider has not been started.');
    return started;
  }
  const gateway = () => provider().gateway;

  let keys = 0;
  const newKey = () => `contract:${provider().now()}:${Math.random()}:${keys++}`;
  const open = (amountCents = 6000) => gateway().openPayment({ amountCents, idempotencyKey: newKey() });

  async function payWith({ skip }: TestContext, card: Card): Promise<Payment> {
    if (card === 'processing' && !provider().isInHand) skip('there is no such card here');
    const payment = await open();
    await provider().pay(payment, card);
    return payment;
  }

  async function find(id: string): Promise<Payment> {
    const payment = await gateway().findPayment(id, 'everything');
    if (!payment) throw new Error(`There is no payment ${id}.`);
    return payment;
  }

  const eventually = <T>(look: () => Promise<T>): Promise<T> =>
    vi.waitFor(look, { timeout: provider().patience, interval: 200 });

  const sees = (id: string, expected: Partial<Payment> | Record<string, unknown>) =>
    eventually(async () => {
      const payment = await find(id);
      expect(payment).toMatchObject(expected);
      return payment;
    });

  const refund = (id: string, amountCents: number, more: { ourId?: string; idempotencyKey?: string } = {}) =>
    gateway().refundPayment({ id, amountCents, ourId: 'wish', idempotencyKey: newKey(), ...more });

  async function disputeOf(id: string) {
    const { disputes } = await sees(id, { disputes: [{}] });
    const [dispute] = disputes ?? [];
    if (!dispute) throw new Error(`Payment ${id} has no dispute.`);
    return dispute;
  }

  async function eventsOf(id: string, since: number): Promise<PaymentEvent[]> {
    const found: PaymentEvent[] = [];
    for await (const event of gateway().listEvents(since)) {
      const about = event.paymentId ?? (event.chargeId && (await gateway().findPaymentId(event.chargeId)));
      if (about === id) found.push(event);
    }
    return found;
  }

  /** Waits until events of all these types are listed. */
  const hears = (id: string, since: number, types: string[]) =>
    eventually(async () => {
      const events = await eventsOf(id, since);
      expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
      return events;
    });

  async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
    const error = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof DomainError)) throw error ?? new Error('The call succeeded.');
    expect(error.code).toBe('payment_provider_failed');
    expect(error.message).toMatch(/^We can’t reach the payment service right now\./);
    if (!(error.cause instanceof ProviderFailure)) throw error.cause;
    expect(error.cause.words).toMatch(/^[^\n]*[^.\n]$/);
    const told = `${error.message} ${error.cause.words} ${JSON.stringify(error.cause)}`;
    expect(told).not.toMatch(/_secret_|hunter2|@|4242|\b[sr]k_test_/);
    return error.cause;
  }

  async function broken<T>(trouble: Trouble, work: () => Promise<T>): Promise<T> {
    provider().break(trouble);
    return work().finally(() => provider().break(null));
  }

  return {
    ...{ provider, gateway, newKey, open, payWith, find, sees, eventually },
    ...{ refund, disputeOf, eventsOf, hears, failureOf, broken },
  };
}

/** Skips a case that needs what only a provider in our hand lets a test bring about. */
export function need<T>({ skip }: TestContext, power: T | undefined): T {
  if (power === undefined) throw skip('it cannot be brought about here');
  return power;
}

export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}
