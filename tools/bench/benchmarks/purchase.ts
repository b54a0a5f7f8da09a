import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../../db/client.ts';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { handledEvents } from '../../../src/server/payments/stripe/handled-events.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import { startMailServer } from '../../../tests/faults/servers/mail-server.ts';
import { createStripe, payWithCard } from '../../../tests/faults/servers/stripe-sandbox.ts';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { cpuSeconds, freePort } from '../harness/processes.ts';
import { addStaff } from '../harness/seed.ts';
import { startProduct } from '../harness/servers.ts';
import { filledForm } from '../order-customer.ts';

const atOnce = 4;
/** The first ones compile the code. */
const warmUp = 150;
const purchases = 200;
/** Milliseconds of the service's CPU time. */
const target = 12;
const patience = 60_000;

/**
 * A whole purchase, as the page makes it, of the product as it runs with Stripe: its SDK speaks to a double in
 * another process, which calls the webhook; the confirmation is written and sent to a mail server.
 */
export async function measurePurchase({ folder, progress }: Workplace): Promise<Finding[]> {
  const databasePath = join(folder, 'purchase.db');
  const db = openDatabase(databasePath);
  addStaff(db, Date.now());
  db.$client.close();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const silent = { info() {}, warn() {}, error() {} };
  const mails = await startMailServer();
  const stripe = await startSandbox({ storePath: ':memory:', port: 0, webhookUrl: null, log: silent });
  const { secret } = await createStripe(stripe.apiBase, stripe.keys.secretKey).webhookEndpoints.create({
    url: `${origin}/api/stripe/webhook`,
    enabled_events: [...handledEvents],
  });
  const product = await startProduct(databasePath, {
    port,
    env: {
      STRIPE_SECRET_KEY: stripe.keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: secret ?? '',
      STRIPE_API_BASE: stripe.apiBase,
      SMTP_URL: mails.url,
      MAIL_FROM: 'shop@career-tarot.example',
    },
  });
  /** Waits until so many confirmations were sent, and so many webhooks taken. */
  const settled = async (count: number) => {
    const tables = openDatabase(databasePath).$client;
    const heard = tables.prepare<[], number>('SELECT count(*) FROM stripe_events').pluck();
    for (const startedAt = Date.now(); mails.accepted.length < count || (heard.get() ?? 0) < count; ) {
      if (Date.now() - startedAt > patience) {
        throw new Error(`${mails.accepted.length} mails and ${heard.get()} webhooks for ${count} purchases.`);
      }
      await pause(20);
    }
    tables.close();
  };
  try {
    const cpu = async (first: number, count: number): Promise<number> => {
      const before = cpuSeconds(product.pid);
      await buyAll(origin, stripe.apiBase, first, count);
      await settled(first + count);
      const after = cpuSeconds(product.pid);
      return before === null || after === null ? Number.NaN : ((after - before) / count) * 1_000;
    };
    const first = await cpu(0, 1);
    progress(`the first: ${format.milliseconds(first)}`);
    await cpu(1, warmUp);
    const usual = await cpu(1 + warmUp, purchases);
    return [
      {
        ...atMost('CPU of a purchase through the SDK, its mail sent', usual, target, format.milliseconds),
        reference: `the first after the start ${format.milliseconds(first)}`,
      },
    ];
  } finally {
    await product.stop();
    await stripe.close();
    await mails.close();
  }
}

async function buyAll(origin: string, stripeApi: string, first: number, count: number): Promise<void> {
  let next = first;
  const buyOn = async () => {
    while (next < first + count) await buy(origin, stripeApi, next++);
  };
  await Promise.all(Array.from({ length: atOnce }, buyOn));
}

/** What the page does: it opens, the form is sent, the card is charged, and the browser asks whether it was. */
async function buy(origin: string, stripeApi: string, customer: number): Promise<void> {
  const call = async (path: string, cookie: string, body: string) => {
    const headers = { Origin: origin, 'Content-Type': 'application/json', Cookie: cookie };
    const response = await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`);
    const [set = cookie] = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return { text, cookie: set };
  };
  const { cookie } = await call('create-simple-payment-intent', '', '{}');
  const { text } = await call('create-simple-payment-intent', cookie, filledForm(customer));
  const { orderId, orderNumber, paymentIntentId, clientSecret }: CheckoutSubmitted = JSON.parse(text);
  const payment = { paymentIntentId: paymentIntentId ?? '', clientSecret: clientSecret ?? '' };
  if (!(await payWithCard(stripeApi, payment))) throw new Error('The card was not charged.');
  await call('confirm-payment', cookie, JSON.stringify({ orderId, orderNumber }));
}
