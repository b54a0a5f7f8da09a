import { describe } from 'vitest';
import { bringAbout, settle, startSetup } from '../../sandbox/test-sandbox.ts';
import { days } from '../../shared/durations.ts';
import { fakeProvider } from './fake-provider.ts';
import { holdToPaymentContract } from './payment-contract.ts';
import type { Provider } from './provider.ts';
import { stripeProvider } from './stripe-provider.ts';

describe('the fake', () => holdToPaymentContract(fakeProvider));
describe('the sandbox', () => holdToPaymentContract(sandboxProvider));

/** The real gateway over the SDK and the sandbox, in which a test can do more than at Stripe. */
async function sandboxProvider(): Promise<Provider> {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const setup = await startSetup(':memory:', undefined, { now, bankTakesMs: days(365) });
  const { keys, apiBase } = setup.sandbox;
  return {
    ...stripeProvider({ ...keys, apiBase }, 20_000, now),
    isInHand: true,
    settle: () => settle(setup),
    atBank: (step, id) => bringAbout(setup, step, id),
    moveRefund: (id, status) =>
      bringAbout(setup, status === 'canceled' ? 'refund_canceled' : 'refund_requires_action', id),
    advance(milliseconds) {
      ahead += milliseconds;
    },
    close: () => setup.close(),
  };
}
