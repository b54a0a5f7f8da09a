import { createSteps } from './contract-steps.ts';
import { testDisputes } from './disputes-contract.ts';
import { testFailures } from './failures-contract.ts';
import { testLists } from './lists-contract.ts';
import type { PaymentDriver } from './payment-driver.ts';
import { testPayments } from './payments-contract.ts';
import { testRefunds } from './refunds-contract.ts';

/**
 * What callers rely on of a payment gateway, whatever is behind it: the same cases for the fake, for the sandbox and
 * for Stripe. Where they differ, Stripe's documents decide (https://docs.stripe.com/api).
 */
export function holdToPaymentContract(start: () => Promise<PaymentDriver>): void {
  const steps = createSteps(start);
  testPayments(steps);
  testRefunds(steps);
  testDisputes(steps);
  testFailures(steps);
  testLists(steps);
}
