import { DomainError } from '../../src/server/base/domain-error.ts';
import type { PaymentGateway } from '../../src/server/base/payment-gateway.ts';
import { ProviderFailure } from '../../src/server/base/provider-failure.ts';
import { createStripeGateway } from '../../src/server/payments/stripe/stripe-gateway.ts';

type Call = keyof PaymentGateway;
type GatewayOptions = Parameters<typeof createStripeGateway>[0];

const words = {
  unreachable: 'Stripe cannot be reached',
  key: 'Stripe does not know the key',
  permission: 'the key may not do this',
};

/** Returns the error of a failed call to Stripe. */
export function failure(reason: keyof typeof words): DomainError {
  return new DomainError('payment_provider_failed', 'We can’t reach the payment service right now.', {
    cause: new ProviderFailure(reason, words[reason], { isAnswered: reason !== 'unreachable' }),
  });
}

/** Creates the real adapter for Stripe, or for a stand-in at `apiBase`. */
export function createTestGateway(
  access: Pick<GatewayOptions, 'secretKey' | 'apiBase' | 'webhookSecret'> & Partial<GatewayOptions>,
): PaymentGateway {
  return createStripeGateway({
    serviceId: 'service-under-test',
    billingDescriptor: () => 'CAREER TAROT',
    ...access,
  });
}

/** Resolves with all items of a list. */
export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

const singleCalls = [
  ...(['openPayment', 'findPayment', 'findPaymentId', 'attachOrder', 'changeAmount'] as const),
  ...(['cancelPayment', 'refundPayment'] as const),
];

/** Passes each call of a gateway to `around`, which may delay it or lose its answer; a list counts as one call. */
export function wrapGateway(
  gateway: PaymentGateway,
  around: <T>(name: Call, call: () => Promise<T>) => Promise<T>,
): PaymentGateway {
  const wrapped = singleCalls.map((name) => {
    const call = gateway[name] as (...given: unknown[]) => Promise<unknown>;
    return [name, (...given: unknown[]) => around(name, () => call(...given))];
  });
  const wrapList = <T>(name: Call, list: (since: number) => AsyncIterable<T>) =>
    async function* (since: number) {
      yield* await around(name, () => collect(list(since)));
    };
  return {
    ...(Object.fromEntries(wrapped) as Pick<PaymentGateway, (typeof singleCalls)[number]>),
    listPayments: wrapList('listPayments', gateway.listPayments),
    listEvents: wrapList('listEvents', gateway.listEvents),
    readEvent: gateway.readEvent,
  };
}
