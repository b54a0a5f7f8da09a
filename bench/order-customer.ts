import { performance } from 'node:perf_hooks';
import type { CheckoutSubmitted } from '../src/shared/checkout/checkout.ts';
import { type Connection, type RawAnswer, requestBytes } from './harness/connection.ts';
import type { OrderScenario } from './harness/load-client.ts';

const checkoutPath = '/api/create-simple-payment-intent';

interface Progress {
  next: () => number | null;
  /** Milliseconds from the first call to the webhook's answer. */
  times: number[];
  problems: string[];
}

/**
 * Buys readings, one after the other: the form is sent, the payment happens, the webhook tells of it.
 * When the webhook is answered the order is paid and its confirmation is in the outbox.
 */
export async function placeOrders(connection: Connection, scenario: OrderScenario, progress: Progress) {
  const { origin, opensPage } = scenario;
  const headers = { Origin: origin, 'Content-Type': 'application/json' };

  for (let index = progress.next(); index !== null; index = progress.next()) {
    const startedAt = performance.now();
    let cookie = {};
    if (opensPage) {
      const opened = await connection.send(requestBytes('POST', checkoutPath, headers, '{}'));
      if (!isOk(opened, progress)) continue;
      cookie = { Cookie: /\r\nset-cookie: *([^;\r]+)/i.exec(opened.head)?.[1] ?? '' };
    }
    const form = JSON.stringify(filledForm(index));
    const answer = await connection.send(requestBytes('POST', checkoutPath, { ...headers, ...cookie }, form));
    if (!isOk(answer, progress)) continue;
    const { paymentIntentId }: CheckoutSubmitted = JSON.parse(answer.body.toString());
    const event = {
      id: `evt_${paymentIntentId}`,
      type: 'payment_intent.succeeded',
      paymentId: paymentIntentId,
    };
    const told = await connection.send(
      requestBytes('POST', '/api/stripe/webhook', { 'Stripe-Signature': 'valid' }, JSON.stringify(event)),
    );
    if (isOk(told, progress)) progress.times.push(performance.now() - startedAt);
  }
}

function isOk({ status, body }: RawAnswer, { problems }: Progress): boolean {
  if (status !== 200) problems.push(`status ${status}: ${body.toString()}`);
  return status === 200;
}

function filledForm(index: number) {
  return {
    readingType: 'other',
    customQuestion: 'Should I accept the offer from the smaller company, or wait for my promotion?',
    customerName: `Customer ${index}`,
    customerEmail: `customer${index}@customers.example`,
    readingAddresseeName: 'Maya',
    backgroundContext:
      'I have worked in the same department for nine years. In spring it was merged with another one, and since then nobody can tell me what my work will be next year.',
  };
}
