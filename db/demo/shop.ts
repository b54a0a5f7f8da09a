import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { Config } from '../../src/server/config/config.ts';
import type { Clock } from '../../src/server/context/clock.ts';
import { type Mailer, MailRejected } from '../../src/server/context/mailer.ts';
import { webhookPath } from '../../src/server/payments/payment-routes.ts';
import type { Service } from '../../src/server/process/create-service.ts';
import { openService } from '../../src/server/process/open-service.ts';
import type { CheckoutSubmitted, ReadingRequestInput } from '../../src/shared/checkout/checkout.ts';
import { orderNumberAlphabet } from '../../src/shared/orders/order-number.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** https://docs.stripe.com/testing, by their names there. */
export type TestCard =
  | 'pm_card_visa'
  | 'pm_card_mastercard'
  | 'pm_card_amex'
  | 'pm_card_chargeDeclined'
  | 'pm_card_chargeDeclinedInsufficientFunds'
  | 'pm_card_createDispute';

const told: Stripe.Event['type'][] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
];

/** Opens the service without jobs and limits, with the sandbox’s mailbox. */
export async function openShop(config: Config, clock: Clock) {
  const service = await openService(
    {
      ...config,
      stripe: { mode: 'sandbox', port: 0 },
      smtp: null,
      rateLimits: false,
      log: 'silent',
    },
    { clock, newOrderNumber: numberOrders(), isListening: false },
  );
  await service.stopJobs();
  const { $client, commits } = service.context.db;
  await commits.written();
  // Sample data does not need durable commits; syncing would wait for the disk some five hundred times.
  $client.pragma('synchronous = NORMAL');
  const { sandbox } = service;
  if (!sandbox) throw new Error('The month needs the sandbox.');
  const { publishableKey, secretKey, webhookSecret } = sandbox.keys;
  const { webhooks } = new Stripe(secretKey);
  const fullMailboxes = new Set<string>();
  const context = { ...service.context, mailer: withFullMailboxes(service.context.mailer, fullMailboxes) };
  const disputes: Stripe.Event[] = [];
  let newest: string | null = null;

  async function askStripe<T>(key: string, path: string, form?: Record<string, string>): Promise<T> {
    const response = await sandbox?.app.request(`/sandbox/stripe/v1/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    return response?.json() as Promise<T>;
  }

  /** Lists what has happened at Stripe since the last time, the oldest first. */
  async function listEvents(): Promise<Stripe.Event[]> {
    const { data } = await askStripe<{ data: Stripe.Event[] }>(secretKey, 'events?limit=100');
    const known = data.findIndex(({ id }) => id === newest);
    if (newest !== null && known === -1) throw new Error('More has happened at Stripe than one page lists.');
    newest = data[0]?.id ?? newest;
    return (known === -1 ? data : data.slice(0, known)).reverse();
  }

  async function callWebhook(event: Stripe.Event): Promise<void> {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(clock.now() / 1000);
    const signature = webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
    await expectOk(
      service.app.request(webhookPath, {
        method: 'POST',
        headers: { 'stripe-signature': signature },
        body: payload,
      }),
    );
  }

  async function tellOfPayments(withDisputes = false): Promise<void> {
    for (const event of await listEvents()) {
      if (event.type === 'charge.dispute.created') disputes.push(event);
      else if (told.includes(event.type)) await callWebhook(event);
    }
    if (withDisputes) for (const event of disputes.splice(0)) await callWebhook(event);
  }

  function expectOrder(form: ReadingRequestInput) {
    let placed: CheckoutSubmitted | undefined;
    const order = (): CheckoutSubmitted => {
      if (!placed) throw new Error(`${form.customerName} has not ordered yet.`);
      return placed;
    };
    return {
      id: () => order().orderId,
      async place() {
        placed = await placeOrder(service, form);
      },
      async pay(card: TestCard) {
        const { paymentIntentId, clientSecret } = order();
        await askStripe(publishableKey, `payment_intents/${paymentIntentId}/confirm`, {
          client_secret: clientSecret ?? '',
          payment_method: card,
        });
        await tellOfPayments();
      },
      async changeAmount(cents: number) {
        await askStripe(secretKey, `payment_intents/${order().paymentIntentId}`, { amount: String(cents) });
      },
    };
  }

  return {
    context,
    expect: expectOrder,
    /** Calls the webhook with what has happened at Stripe; disputes wait until `withDisputes`. */
    tellOfPayments,
    fillMailbox: (address: string) => void fullMailboxes.add(address),
    close: () => service.close(),
  };
}

function numberOrders(): () => string {
  let count = 0;
  return () => {
    count += 1;
    const chance = createHash('sha256').update(`order ${count} of the demo`).digest().subarray(0, 6);
    return `CT-${[...chance].map((byte) => orderNumberAlphabet[byte % 32]).join('')}`;
  };
}

async function placeOrder({ app, context }: Service, form: ReadingRequestInput): Promise<CheckoutSubmitted> {
  const call = (body: object, cookie = '') =>
    expectOk(
      app.request('/api/create-simple-payment-intent', {
        method: 'POST',
        headers: { origin: context.config.publicUrl, 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      }),
    );
  const opened = await call({});
  const cookie = opened.headers.getSetCookie().map((line) => line.split(';')[0]);
  return (await call(form, cookie.join('; '))).json();
}

async function expectOk(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`The demo's month was refused: ${await response.text()}`);
  return response;
}

function withFullMailboxes(mailer: Mailer, full: ReadonlySet<string>): Mailer {
  return {
    ...mailer,
    async send(mail) {
      if (!full.has(mail.to.address)) return mailer.send(mail);
      const words = `552 5.2.2 <${mail.to.address}>: the mailbox is full`;
      throw new MailRejected(words, { isPermanent: true, responseCode: 552 });
    },
  };
}
