import type Stripe from 'stripe';
import { startSandbox } from '../../../src/sandbox/index.ts';
import type { SandboxStep } from '../../../src/sandbox/step-names.ts';
import { readServiceId } from '../../../src/server/payments/payment-repository.ts';
import { type addSignedIn, confirm } from '../../kit/builders.ts';
import { createTestApp } from '../../kit/test-app.ts';
import { createTestGateway } from '../../kit/test-gateway.ts';
import { type PlacedOrder, placeOrderNumber } from '../customers.ts';
import { openApiFront } from '../servers/api-front.ts';
import { createStripe, payWithCard, silent } from '../servers/stripe-sandbox.ts';
import type { Run } from '../trial.ts';

export type MoneyShop = Awaited<ReturnType<typeof openMoneyShop>>;
export type Admin = Awaited<ReturnType<typeof addSignedIn>>;

/**
 * Opens the app with the real Stripe adapter on a sandbox, both on the app's clock, with a front between them
 * that can make calls fail. No webhook comes on its own: `deliver` sends one.
 */
export async function openMoneyShop({ after }: Run) {
  const app = createTestApp();
  after(() => app.db.$client.close());
  const { now } = app.clock;
  const options = { storePath: ':memory:', port: 0, webhookUrl: null, log: silent, now };
  const sandbox = await startSandbox(options);
  after(sandbox.close);
  const front = await openApiFront(sandbox.apiBase);
  after(front.close);
  const { keys } = sandbox;
  const stripe = createStripe(sandbox.apiBase, keys.secretKey);
  function connect(options: { timeoutMilliseconds?: number } = {}) {
    const serviceId = readServiceId(app.db);
    app.context.payments = createTestGateway({ ...keys, apiBase: front.apiBase, serviceId, now, ...options });
  }
  connect();

  function pay(order: Parameters<typeof payWithCard>[1], card?: string): Promise<boolean> {
    return payWithCard(sandbox.apiBase, order, card);
  }

  function sign(payload: string, given: Partial<Stripe.WebhookTestHeaderOptions> = {}): string {
    const timestamp = Math.floor(now() / 1000);
    return stripe.webhooks.generateTestHeaderString({
      payload,
      secret: keys.webhookSecret,
      timestamp,
      ...given,
    });
  }

  let lastTold = '';
  return {
    app,
    stripe,
    front,
    connect,
    pay,
    sign,
    /** Makes a bank, a cardholder, or a person at Stripe's dashboard do something. */
    async runStep(step: SandboxStep, id = '', amount?: number): Promise<{ id: string }> {
      const form = { step, ...(id ? { id } : {}), ...(amount === undefined ? {} : { amount: `${amount}` }) };
      const response = await fetch(`${sandbox.apiBase}/v1/sandbox/steps`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.secretKey}` },
        body: new URLSearchParams(form),
      });
      if (!response.ok) throw new Error(`${step} cannot happen to ${id}: ${await response.text()}`);
      return (await response.json()) as { id: string };
    },
    /** Buys a reading with a card; the browser returns after the payment unless it is closed before. */
    async buy(index: number, card?: string, isBrowserClosed = false): Promise<PlacedOrder> {
      const order = await placeOrderNumber(app, index);
      if (!(await pay(order, card))) throw new Error('The card was not charged.');
      if (!isBrowserClosed) await confirm(app, order);
      return order;
    },
    /** @returns Stripe's events since the last call, oldest first */
    async news(): Promise<Stripe.Event[]> {
      const events: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) {
        if (event.id === lastTold) break;
        events.push(event);
      }
      lastTold = events[0]?.id ?? lastTold;
      return events.reverse();
    },
    /** Sends a webhook, signed like Stripe's. @returns the status of the answer */
    async deliver(event: object, body = JSON.stringify(event), signature = sign(body)): Promise<number> {
      const headers = { 'stripe-signature': signature };
      return (await app.app.request('/api/stripe/webhook', { method: 'POST', headers, body })).status;
    },
  };
}
