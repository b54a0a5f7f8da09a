import { beforeEach, expect, type TestContext, vi } from 'vitest';
import { DomainError } from '../../../src/server/base/domain-error.ts';
import type { Payment, PaymentEvent } from '../../../src/server/base/payment-gateway.ts';
import { type FailureReason, ProviderFailure } from '../../../src/server/base/provider-failure.ts';
import { seconds } from '../../../src/shared/durations.ts';
import type { Money } from '../../../src/shared/money.ts';
import { collect } from '../test-gateway.ts';
import { type Card, connect, type Powers, sandboxProvider, type Trouble } from './providers.ts';

export const order = { id: 'order-1', orderNumber: 'CT-7K3M9Q', customerEmail: 'maya@customers.example' };
export const unpaid = { amountReceivedMinor: 0, refundedMinor: 0, refunds: [], isDisputed: false };

/** 49.50 euros, 6000 yen and 6.500 dinars; `partMinor` is 10.25, 1500 and 0.250. */
export const otherCurrencies: [currency: string, amountMinor: number, partMinor: number][] = [
  ['eur', 4950, 1025],
  ['jpy', 6000, 1500],
  ['kwd', 6500, 250],
];

/** The error of a refund that the provider refused: nothing was refunded. */
export const refusal = {
  code: 'payment_conflict',
  message: expect.stringMatching(/^Stripe refuses the refund: .{10,}/),
};

/** A refusal is not an outage: another try would not help. */
const refused = /^payment_provider_failed The payment service doesn’t accept this/;
const toldToCustomers: Record<FailureReason, RegExp> = {
  ...{ key: refused, permission: refused, mode: refused, account: refused, request: refused },
  unreachable: /^payment_provider_failed We can’t reach the payment service right now\./,
  too_small: /^amount_conflict This total is too small for a card payment/,
  too_large: /^amount_conflict This total is too large for a card payment/,
};

/** Resolves with a call's failure, after checking that its messages for customers and the log reveal no secrets. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw error ?? new Error('The call succeeded.');
  const { code, message, cause } = error;
  if (!(cause instanceof ProviderFailure)) throw cause;
  expect(`${code} ${message}`).toMatch(toldToCustomers[cause.reason]);
  expect(cause.words).toMatch(/^[^\n]*[^.\n]$/);
  const told = `${message} ${cause.words} ${JSON.stringify(cause)}`;
  expect(told).not.toMatch(/_secret_|hunter2|@|4242|\b[sr]k_test_/);
  return cause;
}

/**
 * Opens a gateway to the sandbox, or in `npm run test:payment-contract` to Stripe's test mode, with functions that
 * check what callers rely on. Where the two differ, Stripe's documents decide (https://docs.stripe.com/api).
 */
export function openContract() {
  const {
    STRIPE_SECRET_KEY: secretKey = '',
    STRIPE_PUBLISHABLE_KEY: publishableKey = '',
    STRIPE_API_BASE: apiBase = 'https://api.stripe.com',
  } = process.env;
  const isStripe = import.meta.env.MODE === 'stripe';
  if (isStripe && /^[a-z]+_live_/.test(secretKey)) {
    throw new Error('STRIPE_SECRET_KEY is a live key: no money may move in a test.');
  }
  const hasKeys = secretKey !== '' && publishableKey !== '';
  const provider =
    isStripe && hasKeys
      ? connect({ keys: { secretKey, publishableKey }, apiBase, timeoutMs: 60_000 })
      : sandboxProvider();
  const { gateway } = provider;
  beforeEach(({ skip }) =>
    skip(isStripe && !hasKeys, 'set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, of a test mode'),
  );

  let keys = 0;
  const newKey = () => `contract:${provider.now()}:${Math.random()}:${keys++}`;
  const open = (amountMinor = 6000, currency = 'usd') =>
    gateway.openPayment({ amountMinor, currency, idempotencyKey: newKey() });

  async function find(id: string): Promise<Payment> {
    const payment = await gateway.findPayment(id, 'everything');
    if (!payment) throw new Error(`There is no payment ${id}.`);
    return payment;
  }

  const eventually = <T>(look: () => Promise<T>): Promise<T> =>
    vi.waitFor(look, { timeout: provider.timeoutMs, interval: 200 });

  const sees = (id: string, expected: Partial<Payment> | Record<string, unknown>) =>
    eventually(async () => {
      const payment = await find(id);
      expect(payment).toMatchObject(expected);
      return payment;
    });

  async function eventsOf(id: string, since: number): Promise<PaymentEvent[]> {
    const found: PaymentEvent[] = [];
    for await (const event of gateway.listEvents(since)) {
      const about = event.paymentId ?? (event.chargeId && (await gateway.findPaymentId(event.chargeId)));
      if (about === id) found.push(event);
    }
    return found;
  }

  return {
    ...{ provider, gateway, newKey, open, find, eventually, sees, eventsOf },
    justNow: () => provider.now() - seconds(2),
    async payWith({ skip }: TestContext, card: Card, money?: Money): Promise<Payment> {
      if (card === 'processing' && !provider.powers) skip('there is no such card here');
      const payment = await open(money?.amountMinor, money?.currency);
      await provider.pay(payment, card);
      return payment;
    },
    /** Skips a case that needs what only the sandbox lets a test bring about. */
    need: ({ skip }: TestContext): Powers => provider.powers ?? skip('it cannot be brought about here'),
    refund: (id: string, amountMinor: number, more: { ourId?: string; idempotencyKey?: string } = {}) =>
      gateway.refundPayment({ id, amountMinor, ourId: 'wish', idempotencyKey: newKey(), ...more }),
    async disputeOf(id: string) {
      const { disputes } = await sees(id, { disputes: [{}] });
      const [dispute] = disputes ?? [];
      if (!dispute) throw new Error(`Payment ${id} has no dispute.`);
      return dispute;
    },
    /** Waits until events of all these types are listed. */
    hears: (id: string, since: number, types: string[]) =>
      eventually(async () => {
        const events = await eventsOf(id, since);
        expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
        return events;
      }),
    findListed: async (id: string, since: number) =>
      (await collect(gateway.listPayments(since))).find((payment) => payment.id === id),
    async broken<T>(trouble: Trouble, work: () => Promise<T>): Promise<T> {
      provider.break(trouble);
      return work().finally(() => provider.break(null));
    },
  };
}
