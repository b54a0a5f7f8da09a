import {
  bringAbout,
  payAsCustomer,
  settle,
  startSetup,
  withholdPermissions,
} from '../../sandbox/test-sandbox.ts';
import { holdToPaymentContract } from './payment-contract.ts';
import { missingPermission, type PaymentDriver } from './payment-driver.ts';
import { driveStripe } from './stripe-driver.ts';

/** The real gateway over the SDK and the sandbox, which lets more be brought about than Stripe does. */
async function driveSandbox(): Promise<PaymentDriver> {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const setup = await startSetup(':memory:', undefined, { now, bankTakesMs: 365 * 86_400_000 });
  const { keys, apiBase } = setup.sandbox;
  const driver = await driveStripe({ ...keys, apiBase, patience: 20_000, now });

  return {
    ...driver,
    cards: new Set([...driver.cards, 'processing']),
    troubles: new Set([...driver.troubles, 'permission']),
    areBanksPatient: true,
    async pay(payment, card) {
      if (card !== 'processing') return driver.pay(payment, card);
      const intent = await setup.stripe.paymentIntents.retrieve(payment.id);
      return (await payAsCustomer(setup.sandbox, intent, '4000000000007775')).status === 200;
    },
    banksDecide: () => settle(setup),
    async refuseProcessing(id) {
      await bringAbout(setup, 'payment_fails', id);
    },
    async moveRefund(_id, refundId, status) {
      await bringAbout(setup, status === 'canceled' ? 'refund_canceled' : 'refund_requires_action', refundId);
    },
    async chargeBack(id) {
      await bringAbout(setup, 'disputed_as_fraudulent', id);
    },
    async breakDown(trouble) {
      if (trouble !== 'permission') return driver.breakDown(trouble);
      await withholdPermissions(setup, missingPermission);
      return { gateway: driver.gateway, mend: () => withholdPermissions(setup) };
    },
    advance(milliseconds) {
      ahead += milliseconds;
    },
    async close() {
      await driver.close();
      await setup.close();
    },
  };
}

holdToPaymentContract(driveSandbox);
