import type { PaymentGateway } from '../server/context/payment-gateway.ts';
import { createStripeGateway } from '../server/payments/stripe/stripe-gateway.ts';

type Options = Parameters<typeof createStripeGateway>[0];

const testServiceId = 'service-under-test';

/** The real gateway, pointed at a double of Stripe's API. */
export function createTestGateway(
  access: Pick<Options, 'secretKey' | 'apiBase' | 'webhookSecret'> & Partial<Options>,
): PaymentGateway {
  return createStripeGateway({
    serviceId: testServiceId,
    billingDescriptor: () => 'CAREER TAROT',
    hasReceipts: false,
    ...access,
  });
}
