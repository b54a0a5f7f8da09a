import { afterAll, beforeAll, expect, type TestContext, vi } from 'vitest';
import { DomainError } from '../../server/basics/errors.ts';
import type { Payment, PaymentEvent } from '../../server/context/payment-gateway.ts';
import { ProviderFailure } from '../../server/context/provider-failure.ts';
import type { Card, PaymentDriver, Trouble } from './payment-driver.ts';

export type Steps = ReturnType<typeof createSteps>;

/** What the cases do, over whichever gateway; a driver is started before the first of them. */
export function createSteps(start: () => Promise<PaymentDriver>) {
  let started: PaymentDriver | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());

  function driver(): PaymentDriver {
    if (!started) throw new Error('The driver has not been started.');
    return started;
  }

  let keys = 0;
  /** @returns a key that was never used before, also not by another run on the same account */
  const newKey = () => `contract:${driver().now()}:${Math.random()}:${keys++}`;
  const open = (amountCents = 6000) =>
    driver().gateway.openPayment({ amountCents, idempotencyKey: newKey() });

  /** A payment that a customer has tried to pay. */
  async function payWith({ skip }: TestContext, card: Card, amountCents = 6000): Promise<Payment> {
    if (!driver().cards.has(card)) skip(`there is no card here that is ${card}`);
    const payment = await open(amountCents);
    await driver().pay(payment, card);
    return payment;
  }

  async function find(id: string): Promise<Payment> {
    const payment = await driver().gateway.findPayment(id, 'everything');
    if (!payment) throw new Error(`There is no payment ${id}.`);
    return payment;
  }

  /** Waits until a payment is so. */
  function sees(id: string, expected: Partial<Payment> | Record<string, unknown>): Promise<Payment> {
    return eventually(async () => {
      const payment = await find(id);
      expect(payment).toMatchObject(expected);
      return payment;
    });
  }

  function eventually<T>(look: () => Promise<T>): Promise<T> {
    return vi.waitFor(look, { timeout: driver().patience, interval: 200 });
  }

  const refund = (id: string, amountCents: number, more: { ourId?: string; idempotencyKey?: string } = {}) =>
    driver().gateway.refundPayment({ id, amountCents, ourId: 'wish', idempotencyKey: newKey(), ...more });

  /** @returns the dispute of a payment that has one */
  async function disputeOf(id: string) {
    const { disputes } = await eventually(async () => {
      const payment = await find(id);
      expect(payment.disputes).toHaveLength(1);
      return payment;
    });
    const [dispute] = disputes ?? [];
    if (!dispute) throw new Error(`Payment ${id} has no dispute.`);
    return dispute;
  }

  /** @returns what is told of a payment since a time, newest first */
  async function eventsOf(id: string, since: number): Promise<PaymentEvent[]> {
    const { gateway } = driver();
    const found: PaymentEvent[] = [];
    for await (const event of gateway.listEvents(since)) {
      const about = event.paymentId ?? (event.chargeId && (await gateway.findPaymentId(event.chargeId)));
      if (about === id) found.push(event);
    }
    return found;
  }

  /** @returns what went wrong, which is told in a calm sentence with nothing secret in it */
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
    for (const secret of ['_secret_', 'hunter2', '@', '4242', ...driver().secrets]) {
      expect(told).not.toContain(secret);
    }
    return error.cause;
  }

  /** A gateway to a provider with whom something is wrong, while a case uses it. */
  async function broken(
    { skip, onTestFinished }: TestContext,
    trouble: Trouble,
  ): Promise<PaymentDriver['gateway']> {
    if (!driver().troubles.has(trouble)) skip(`this trouble cannot be made here: ${trouble}`);
    const { gateway, mend } = await driver().breakDown(trouble);
    onTestFinished(mend);
    return gateway;
  }

  return {
    driver,
    newKey,
    open,
    payWith,
    find,
    sees,
    eventually,
    refund,
    disputeOf,
    eventsOf,
    failureOf,
    broken,
  };
}

/** A case needs what only some providers let a test bring about. */
export function need<T>({ skip }: TestContext, power: T | undefined, what: string): T {
  if (power === undefined) throw skip(`it cannot be brought about here: ${what}`);
  return power;
}

export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}
