import type { PaymentGateway } from '../../src/server/base/payment-gateway.ts';
import { confirm, placeOrder, storedMail, storedOrder, timelineOf } from '../kit/builders.ts';
import { createTestApp, type TestApp } from '../kit/test-app.ts';
import { wrapGateway } from '../kit/test-gateway.ts';
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

/** Lets each call to the provider take some turns of the event loop, before and after. */
export function delayPayments(gateway: PaymentGateway, chance: TrialRandom, turns = 4): PaymentGateway {
  return wrapGateway(gateway, async (_name, call) => {
    await chance.turns(turns);
    const answer = await call();
    await chance.turns(turns);
    return answer;
  });
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
