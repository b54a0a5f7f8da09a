import { performance } from 'node:perf_hooks';
import { createChance } from '../../src/sample-shop/chance.ts';
import { drawCustomer } from '../../src/sample-shop/customers/drawn-customer.ts';
import { buildEvent } from '../../src/sandbox/objects/event.ts';
import { buildPaymentIntent } from '../../src/sandbox/objects/payment-intent.ts';
import { signatureHeader } from '../../src/sandbox/webhooks/signature.ts';
import type { CheckoutSubmitted } from '../../src/shared/checkout/checkout.ts';
import { type Connection, type RawAnswer, requestBytes } from './harness/connection.ts';
import type { OrderScenario } from './harness/load-client.ts';

const checkoutPath = '/api/create-simple-payment-intent';

interface Progress {
  next: () => number | null;
  /** Milliseconds from the first call to the webhook's answer. */
  times: number[];
  /** What was placed and paid. */
  orderIds: string[];
  problems: string[];
}

/**
 * Buys readings, one after the other: the form is sent, the payment happens, Stripe's webhook tells of it. When
 * that is answered the order is paid and its confirmation is in the outbox. Every customer calls from an address
 * of their own, as the proxy in front of the service tells.
 */
export async function placeOrders(connection: Connection, scenario: OrderScenario, progress: Progress) {
  const { origin, firstCustomer } = scenario;
  const writeEvent = eventWriter(scenario);

  for (let index = progress.next(); index !== null; index = progress.next()) {
    const customer = firstCustomer + index;
    const headers = {
      Origin: origin,
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${(customer >> 16) & 255}.${(customer >> 8) & 255}.${customer & 255}`,
    };
    const form = requestBytes('POST', checkoutPath, headers, filledForm(customer));
    const startedAt = performance.now();
    const answer = await connection.send(form);
    if (!isOk(answer, progress)) continue;
    const order: CheckoutSubmitted = JSON.parse(answer.body.toString());
    const told = await connection.send(writeEvent(order));
    if (!isOk(told, progress)) continue;
    progress.times.push(performance.now() - startedAt);
    progress.orderIds.push(order.orderId);
  }
}

function isOk({ status, body }: RawAnswer, { problems }: Progress): boolean {
  if (status !== 200) problems.push(`status ${status}: ${body.toString()}`);
  return status === 200;
}

/** @returns writes the webhook call that Stripe makes when a payment has succeeded: whole, indented and signed */
function eventWriter({ serviceId, webhookSecret }: OrderScenario): (order: CheckoutSubmitted) => Buffer {
  const created = Math.floor(Date.now() / 1_000);
  const amount = 6_000;
  const intent = buildPaymentIntent({
    ...{ amount, currency: 'usd', created, allowedTypes: ['card'], automatic: null },
    ...{ captureMethod: 'automatic', description: 'Order ORDER_NUMBER', receiptEmail: null, suffix: null },
    metadata: { service: serviceId, order_id: 'ORDER_ID', order_number: 'ORDER_NUMBER' },
  });
  const paid = {
    ...intent,
    status: 'succeeded' as const,
    amount_received: amount,
    latest_charge: 'ch_INTENT_ID',
  };
  const event = buildEvent(
    { type: 'payment_intent.succeeded', object: paid },
    { created, requestId: null, idempotencyKey: null },
    1,
  );
  const text = JSON.stringify(event, null, 2)
    .replaceAll(intent.id, 'INTENT_ID')
    .replaceAll(event.id, 'evt_INTENT_ID');
  const parts = text.split(/(INTENT_ID|ORDER_ID|ORDER_NUMBER)/);
  return ({ paymentIntentId, orderId, orderNumber }) => {
    const values: Record<string, string> = {
      INTENT_ID: paymentIntentId ?? '',
      ORDER_ID: orderId,
      ORDER_NUMBER: orderNumber,
    };
    const body = parts.map((part) => values[part] ?? part).join('');
    const signature = signatureHeader(body, webhookSecret, Math.floor(Date.now() / 1_000));
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature };
    return requestBytes('POST', '/api/stripe/webhook', headers, body);
  };
}

/** @returns the form as the page sends it */
export function filledForm(customer: number): string {
  return JSON.stringify(drawCustomer(createChance(`customer ${customer}`), customer));
}
