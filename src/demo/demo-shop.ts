import { createHash } from 'node:crypto';
import type { Service } from '../server/app/create-service.ts';
import { openService } from '../server/app/open-service.ts';
import type { Clock } from '../server/base/clock.ts';
import type { Config } from '../server/base/config/config.ts';
import { type Mailer, MailRejected } from '../server/base/mailer.ts';
import type { PaymentEvent } from '../server/base/payment-gateway.ts';
import { systemRandom } from '../server/base/random.ts';
import { processEvent } from '../server/payments/process-event.ts';
import type { CheckoutSubmitted, OrderInput } from '../shared/checkout/checkout-schema.ts';
import { days } from '../shared/durations.ts';
import { orderNumberAlphabet } from '../shared/orders/order-number.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Test cards, by their names at https://docs.stripe.com/testing. */
export type TestCard =
  | 'pm_card_visa'
  | 'pm_card_mastercard'
  | 'pm_card_amex'
  | 'pm_card_chargeDeclined'
  | 'pm_card_chargeDeclinedInsufficientFunds'
  | 'pm_card_createDispute';

/** Opens the service with the sandbox's mailbox, without jobs, rate limits and port. The caller closes it. */
export async function openShop(config: Config, clock: Clock) {
  const stripe = { mode: 'sandbox', port: 0 } as const;
  const service = await openService(
    { ...config, stripe, smtp: null, rateLimits: false, log: 'silent' },
    { clock, random: { ...systemRandom, newOrderNumber: numberOrders() }, isListening: false },
  );
  await service.stopJobs();
  const { $client } = service.context.db;
  // Sample data needs no durable commits: syncing would wait for the disk some five hundred times.
  $client.pragma('synchronous = NORMAL');
  const { sandbox } = service;
  if (!sandbox) throw new Error('The month needs the sandbox.');
  const { publishableKey, secretKey } = sandbox.keys;
  const fullMailboxes = new Set<string>();
  const context = { ...service.context, mailer: withFullMailboxes(service.context.mailer, fullMailboxes) };

  /** Calls Stripe like the customer's browser or the dashboard; a declined card is not an error. */
  async function callStripe(key: string, path: string, form: Record<string, string>): Promise<void> {
    await sandbox?.app.request(`/sandbox/stripe/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(form),
    });
  }

  /** Processes Stripe's events of the last day. */
  async function followPayments(withDisputes = false): Promise<void> {
    const oldestFirst: PaymentEvent[] = [];
    for await (const event of context.payments.listEvents(clock.now() - days(1))) oldestFirst.unshift(event);
    for (const event of oldestFirst) {
      const isWanted = withDisputes || !event.type.startsWith('charge.dispute.');
      if (isWanted) await processEvent(context, event, clock.now());
    }
  }

  function expectOrder(form: OrderInput) {
    let placed: CheckoutSubmitted | undefined;
    const order = (): CheckoutSubmitted => {
      if (!placed) throw new Error(`${form.customerName} has not ordered yet.`);
      return placed;
    };
    return {
      id: () => order().orderId,
      /** @param changes override the form */
      async place(changes: Partial<OrderInput>) {
        placed = await placeOrder(service, { ...form, ...changes });
      },
      async pay(card: TestCard) {
        const { paymentIntentId, clientSecret } = order();
        await callStripe(publishableKey, `payment_intents/${paymentIntentId}/confirm`, {
          client_secret: clientSecret ?? '',
          payment_method: card,
        });
        await followPayments();
      },
      async changeAmount(amountMinor: number) {
        await callStripe(secretKey, `payment_intents/${order().paymentIntentId}`, {
          amount: String(amountMinor),
        });
      },
    };
  }

  return {
    context,
    expect: expectOrder,
    followPayments,
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

async function placeOrder({ app, context }: Service, form: OrderInput): Promise<CheckoutSubmitted> {
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
