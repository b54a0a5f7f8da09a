import type Stripe from 'stripe';
import type { Step } from '../../../src/sandbox/step-names.ts';
import { type addSignedIn, confirm, placeOrder } from '../../../src/testing/builders.ts';
import { createTestGateway } from '../../../src/testing/stripe-gateways.ts';
import type { PlacedOrder } from '../customers.ts';
import { openApiFront } from '../servers/api-front.ts';
import { createAppOnSandbox, payWithCard } from '../servers/stripe-sandbox.ts';

export type MoneyShop = Awaited<ReturnType<typeof openMoneyShop>>;
export type Admin = Awaited<ReturnType<typeof addSignedIn>>;

/**
 * The app with the genuine Stripe adapter on a sandbox, both by the app's clock, and between them a front where
 * calls fail. No webhook comes by itself: `deliver` brings one.
 */
export async function openMoneyShop() {
  const { app, sandbox, stripe, close } = await createAppOnSandbox();
  const front = await openApiFront(sandbox.apiBase);
  app.context.payments = createTestGateway({
    ...sandbox.keys,
    apiBase: front.apiBase,
    serviceId: app.context.serviceId,
    now: app.clock.now,
  });

  let lastTold = '';

  /** Has a bank, a cardholder or somebody at Stripe's dashboard do something. */
  async function bringAbout(step: Step, id = '', amount?: number): Promise<{ id: string }> {
    const response = await fetch(`${sandbox.apiBase}/v1/sandbox/steps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.keys.secretKey}` },
      body: new URLSearchParams({
        step,
        ...(id ? { id } : {}),
        ...(amount === undefined ? {} : { amount: String(amount) }),
      }),
    });
    if (!response.ok) throw new Error(`${step} cannot happen to ${id}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  }

  return {
    app,
    sandbox,
    stripe,
    front,
    bringAbout,
    /** Buys a reading with a card; the browser comes back from the payment unless it is closed before. */
    async buy(index: number, card?: string, isBrowserClosed = false): Promise<PlacedOrder> {
      const order = await placeOrder(app, { customerEmail: `customer${index}@customers.example` });
      const { paymentIntentId, clientSecret } = order;
      const payment = { paymentIntentId, clientSecret: clientSecret ?? '' };
      if (!(await payWithCard(sandbox.apiBase, payment, card))) throw new Error('The card was not charged.');
      if (!isBrowserClosed) await confirm(app, order);
      return order;
    },
    /** @returns what Stripe tells of since this was last asked, the oldest first */
    async news(): Promise<Stripe.Event[]> {
      const events: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) {
        if (event.id === lastTold) break;
        events.push(event);
      }
      lastTold = events[0]?.id ?? lastTold;
      return events.reverse();
    },
    /** Brings a webhook, signed as Stripe signs it. @returns the status it is answered with */
    async deliver(event: Stripe.Event): Promise<number> {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(app.clock.now() / 1000);
      const secret = sandbox.keys.webhookSecret;
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      const headers = { 'stripe-signature': signature };
      return (await app.app.request('/api/stripe/webhook', { method: 'POST', headers, body: payload }))
        .status;
    },
    async close() {
      await front.close();
      await close();
    },
  };
}
