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
  async function* shakenList<T>(list: AsyncIterable<T>): AsyncIterable<T> {
    for await (const item of list) {
      await chance.turns(turns);
      yield item;
    }
  }
  return {
    openPayment: (input) => shaken(() => gateway.openPayment(input)),
    findPayment: (id, scope) => shaken(() => gateway.findPayment(id, scope)),
    findPaymentId: (chargeId) => shaken(() => gateway.findPaymentId(chargeId)),
    attachOrder: (id, order) => shaken(() => gateway.attachOrder(id, order)),
    changeAmount: (id, amountCents) => shaken(() => gateway.changeAmount(id, amountCents)),
    cancelPayment: (id) => shaken(() => gateway.cancelPayment(id)),
    refundPayment: (input) => shaken(() => gateway.refundPayment(input)),
    listPayments: (since) => shakenList(gateway.listPayments(since)),
    listEvents: (since) => shakenList(gateway.listEvents(since)),
    readEvent: (rawBody, signature) => gateway.readEvent(rawBody, signature),
  };
}
