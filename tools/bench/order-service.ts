import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { openDatabase } from '../../db/client.ts';
import { systemClock } from '../../src/server/base/clock.ts';
import type { Payment, PaymentGateway } from '../../src/server/base/payment-gateway.ts';
import { systemRandom } from '../../src/server/base/random.ts';
import { readServiceId } from '../../src/server/payments/payment-repository.ts';
import { createStripeGateway } from '../../src/server/payments/stripe/stripe-gateway.ts';
import { createTestApp } from '../../tests/kit/test-app.ts';

/*
 * The API as its own process, whose payment provider answers at once, without a network: what placing an
 * order costs us. No job runs, so the mail stays in the outbox. Called with a port and a job.
 */

type JobField = 'databasePath' | 'origin' | 'webhookSecret';
const [, , port, text = ''] = process.argv;
const { databasePath, origin, webhookSecret }: Record<JobField, string> = JSON.parse(text);
const db = openDatabase(databasePath);
const { app } = createTestApp({
  db,
  clock: systemClock,
  payments: createInstantGateway(readServiceId(db)),
  env: { PUBLIC_URL: origin, LOG_LEVEL: 'info' },
  // Logs as much as the product, but writes it nowhere.
  logTo: { write: () => {} },
});
createServer(getRequestListener(app.fetch)).listen(Number(port), '127.0.0.1');

/** Payments that are open until the webhook reports them paid. Webhooks are read as in production. */
function createInstantGateway(serviceId: string): PaymentGateway {
  const stripe = createStripeGateway({
    ...{ secretKey: 'sk_test_bench', apiBase: null, webhookSecret, serviceId },
    billingDescriptor: () => 'CAREER TAROT',
  });
  const payments = new Map<string, Payment>();
  const change = (id: string, changes: Partial<Payment>): Payment => {
    const payment = payments.get(id);
    if (!payment) throw new Error(`There is no payment ${id}.`);
    const changed = { ...payment, ...changes, askedAt: payment.askedAt + 1 };
    payments.set(id, changed);
    return changed;
  };
  return {
    ...stripe,
    async openPayment({ amountMinor }) {
      const id = `pi_${systemRandom.newId()}`;
      payments.set(id, {
        ...{ id, clientSecret: `${id}_secret`, status: 'open', amountMinor, amountReceivedMinor: 0 },
        ...{ currency: 'usd', orderId: null, isMarked: true, isLive: false, refundedMinor: 0, refunds: [] },
        ...{ isDisputed: false, disputes: null, warnings: null, declinedCard: null, askedAt: 0 },
      });
      return change(id, {});
    },
    attachOrder: async (id, order) => change(id, { orderId: order.id }),
    findPayment: async (id) => change(id, {}),
    readEvent(rawBody, signature) {
      const event = stripe.readEvent(rawBody, signature);
      const { amountMinor } = change(event.paymentId ?? '', {});
      change(event.paymentId ?? '', { status: 'succeeded', amountReceivedMinor: amountMinor });
      return event;
    },
  };
}
