import type { PaymentGateway } from '../../src/server/base/payment-gateway.ts';
import { confirm, placeOrder, storedMail, storedOrder, timelineOf } from '../kit/builders.ts';
import { createTestApp, type TestApp } from '../kit/test-app.ts';
import { createTrialRandom, type TrialRandom } from './seeded-random.ts';

export interface PlacedOrder {
  orderId: string;
  orderNumber: string;
  paymentIntentId: string;
}

/** Creates the app with a database in memory, and a payment provider that answers out of order. */
export function createDelayedApp(seed: number): { app: TestApp; chance: TrialRandom } {
  const app = createTestApp();
  const chance = createTrialRandom(seed);
  app.context.payments = delayPayments(app.payments, chance);
  return { app, chance };
}

export function delayPayments(gateway: PaymentGateway, chance: TrialRandom, turns = 4): PaymentGateway {
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
    changeAmount: (id, money) => shaken(() => gateway.changeAmount(id, money)),
    cancelPayment: (id) => shaken(() => gateway.cancelPayment(id)),
    refundPayment: (input) => shaken(() => gateway.refundPayment(input)),
    listPayments: (since) => shakenList(gateway.listPayments(since)),
    listEvents: (since) => shakenList(gateway.listEvents(since)),
    readEvent: (rawBody, signature) => gateway.readEvent(rawBody, signature),
  };
}

export async function placeOrderNumber(
  app: TestApp,
  index: number,
): Promise<PlacedOrder & { clientSecret: string }> {
  const { orderId, orderNumber, paymentIntentId, clientSecret } = await placeOrder(app, {
    customerEmail: `customer${index}@customers.example`,
  });
  return { orderId, orderNumber, paymentIntentId, clientSecret: clientSecret ?? '' };
}

/** @returns what is wrong with an order that should be paid once; null for nothing */
export function paidOrderProblem(app: TestApp, { orderId, orderNumber }: PlacedOrder): string | null {
  const { paymentStatus } = storedOrder(app, orderId);
  if (paymentStatus !== 'paid') return `${orderNumber} is ${paymentStatus}, not paid`;
  const payments = timelineOf(app, orderId).filter((type) => type === 'payment_succeeded').length;
  if (payments !== 1) return `${orderNumber} became paid ${payments} times`;
  const confirmations = storedMail(app, orderId).filter(({ kind }) => kind === 'order_confirmation').length;
  return confirmations === 1 ? null : `${orderNumber} has ${confirmations} confirmations`;
}

/** Asks like the browser does after the payment. @returns the status and the answer's contents */
export async function askWhetherPaid(app: TestApp, order: PlacedOrder) {
  const { status, body } = await confirm(app, order);
  return { status, paymentStatus: body.status };
}
