import type { ReadingRequestInput } from '../../src/shared/checkout/checkout.ts';
import { confirm, placeOrder, storedMail, storedOrder, timelineOf } from '../../src/testing/builders.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../src/testing/test-app.ts';
import { type Chance, createChance } from './chance.ts';
import { shakePayments } from './shaken-payments.ts';

export interface PlacedOrder {
  orderId: string;
  orderNumber: string;
  paymentIntentId: string;
}

/** The app on a database in memory, with a payment provider whose answers overtake each other. */
export function createShakenApp(
  seed: number,
  options: TestAppOptions = {},
): { app: TestApp; chance: Chance } {
  const app = createTestApp(options);
  const chance = createChance(seed);
  app.context.payments = shakePayments(app.payments, chance);
  return { app, chance };
}

/** Places an order that only waits for its payment, with a mail address of its own. */
export async function placeOrderNumber(
  app: TestApp,
  index: number,
  form: Partial<ReadingRequestInput> = {},
): Promise<PlacedOrder> {
  const { orderId, orderNumber, paymentIntentId } = await placeOrder(app, {
    ...form,
    customerEmail: `customer${index}@customers.example`,
  });
  return { orderId, orderNumber, paymentIntentId };
}

/** @returns what is wrong with an order that should be paid, once; null when nothing is */
export function lossOfPaidOrder(app: TestApp, { orderId, orderNumber }: PlacedOrder): string | null {
  const { paymentStatus } = storedOrder(app, orderId);
  if (paymentStatus !== 'paid') return `${orderNumber} is ${paymentStatus}, not paid`;
  const payments = timelineOf(app, orderId).filter((type) => type === 'payment_succeeded').length;
  if (payments !== 1) return `${orderNumber} became paid ${payments} times`;
  const confirmations = storedMail(app, orderId).filter(({ kind }) => kind === 'order_confirmation').length;
  return confirmations === 1 ? null : `${orderNumber} has ${confirmations} confirmations`;
}

/** Asks as the browser does after the payment. @returns status and what the answer says */
export async function askWhetherPaid(app: TestApp, order: PlacedOrder) {
  const { status, body } = await confirm(app, order);
  return { status, paymentStatus: body.status };
}
