import type { PaymentGateway } from '../../src/server/context/payment-gateway.ts';
import type { Chance } from './chance.ts';

/**
 * A payment gateway whose questions and answers take a varying while, so that calls overtake each other
 * as they do on a network.
 */
export function shakePayments(gateway: PaymentGateway, chance: Chance, turns = 4): PaymentGateway {
  async function shaken<T>(call: () => Promise<T>): Promise<T> {
    await chance.turns(turns);
    const answer = await call();
    await chance.turns(turns);
    return answer;
  }
  return {
    openPayment: (input) => shaken(() => gateway.openPayment(input)),
    findPayment: (id) => shaken(() => gateway.findPayment(id)),
    attachOrder: (id, orderId) => shaken(() => gateway.attachOrder(id, orderId)),
    changeAmount: (id, amountCents) => shaken(() => gateway.changeAmount(id, amountCents)),
    cancelPayment: (id) => shaken(() => gateway.cancelPayment(id)),
    refundPayment: (input) => shaken(() => gateway.refundPayment(input)),
    async *listPayments(since) {
      for await (const payment of gateway.listPayments(since)) {
        await chance.turns(turns);
        yield payment;
      }
    },
    readEvent: (rawBody, signature) => gateway.readEvent(rawBody, signature),
  };
}
