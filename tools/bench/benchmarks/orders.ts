import { performance } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import Stripe from 'stripe';
import { drawCustomer } from '../../../src/demo/sample-shop/drawn-customer.ts';
import { createSeededRandom } from '../../../src/demo/sample-shop/seeded-random.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import { type Benchmark, format, manyOrders, quantile, result } from '../benchmark.ts';
import { type Connection, connectTo } from '../client.ts';
import { captureOrderWrites } from '../order-writes.ts';
import { startModule } from '../servers.ts';

const atOnce = 16;
const origin = 'http://shop.example';
const secret = 'whsec_bench';
const json = { 'Content-Type': 'application/json' };

/** Placing an order in a large shop with `synchronous=FULL`, from the form to the queued confirmation. */
export const orders: Benchmark = {
  name: 'orders',
  comparedWith: 'bare `node:http` and `better-sqlite3`, same rows and transactions',
  async run(setup) {
    const count = manyOrders;
    const databasePath = await setup.databaseWith(count);
    const job = { databasePath, origin, webhookSecret: secret };
    const server = await startModule('order-service.ts', job);
    const connections = await Promise.all(Array.from({ length: atOnce }, () => connectTo(server.port)));
    const chance = createSeededRandom('the customers of the benchmark');
    const orderIds: string[] = [];
    let customers = 0;
    const placeFor = async (seconds: number): Promise<number[]> => {
      const times: number[] = [];
      const endsAt = performance.now() + seconds * 1_000;
      const placeSome = async (connection: Connection) => {
        while (performance.now() < endsAt) {
          const form = JSON.stringify(drawCustomer(chance, customers++));
          const startedAt = performance.now();
          orderIds.push(await placeOrder(connection, form));
          times.push(performance.now() - startedAt);
        }
      };
      await Promise.all(connections.map(placeSome));
      return times;
    };
    setup.progress('compiles its code');
    await placeFor(5);
    setup.progress('measures');
    const seconds = 20;
    const times = await placeFor(seconds);
    for (const connection of connections) connection.close();
    requireWhole(databasePath, orderIds);
    await server.stop();
    setup.progress('measures a bare server that writes the same rows');
    const bare = await measureBare(databasePath);
    const what = `placing orders beside ${format(count, 'count')}, ${atOnce} at a time`;
    const rate = times.length / seconds;
    const detail = `${format(rate, 'perSecond')}, ${format(bare, 'perSecond')}; p50 ${format(quantile(times), 'milliseconds')}`;
    return [
      result(what, rate / bare, { atLeast: 0.25 }, 'ratio', detail),
      result(`${what}, p99`, quantile(times, 0.99), { atMost: 200 }, 'milliseconds'),
    ];
  },
};

/** Returns how many orders per second `node:http` and `better-sqlite3` store, in as many transactions. */
async function measureBare(database: string): Promise<number> {
  const server = await startModule('bare.js', { database, orderWrites: await captureOrderWrites() });
  const connections = await Promise.all(Array.from({ length: atOnce }, () => connectTo(server.port)));
  const seconds = 10;
  const endsAt = performance.now() + seconds * 1_000;
  let begun = 0;
  let done = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (; performance.now() < endsAt; done += 1) {
        begun += 1;
        for (const path of [`/0/${begun}`, `/1/${begun}`]) {
          const { status } = await connection.ask('POST', path);
          if (status !== 200) throw new Error(`The bare server answers ${status}.`);
        }
      }
      connection.close();
    }),
  );
  return done / seconds;
}

async function placeOrder(connection: Connection, form: string): Promise<string> {
  const post = async (path: string, headers: Record<string, string>, content: string) => {
    const { status, body } = await connection.ask('POST', path, { ...json, ...headers }, content);
    if (status !== 200) throw new Error(`${path} answers ${status}: ${body}`);
    return body.toString();
  };
  const placed = await post('/api/create-simple-payment-intent', { Origin: origin }, form);
  const { paymentIntentId: id, orderId, orderNumber }: CheckoutSubmitted = JSON.parse(placed);
  const created = Math.floor(Date.now() / 1_000);
  const metadata = { order_id: orderId, order_number: orderNumber };
  const intent = {
    id,
    object: 'payment_intent',
    amount: 6_000,
    currency: 'usd',
    status: 'succeeded',
    created,
    metadata,
  };
  const event = {
    id: `evt_${id}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created,
    data: { object: intent },
  };
  const payload = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  await post('/api/stripe/webhook', { 'Stripe-Signature': signature }, payload);
  return orderId;
}

/** Throws unless each of these orders is stored once, was paid once, and has one confirmation. */
function requireWhole(databasePath: string, ids: string[]): void {
  const database = new Sqlite(databasePath, { readonly: true });
  // The joins use the indexes by order, however many orders there are.
  const count = database.prepare<[string], number>(
    `SELECT count(*) FROM json_each(?) AS answered CROSS JOIN orders ON orders.id = answered.value
      WHERE payment_status = 'paid'
        AND (SELECT count(*) FROM order_events WHERE order_id = orders.id AND +type = 'payment_succeeded') = 1
        AND (SELECT count(*) FROM outbox WHERE order_id = orders.id AND kind = 'order_confirmation') = 1`,
  );
  const whole = count.pluck().get(JSON.stringify([...new Set(ids)]));
  database.close();
  if (whole !== ids.length) throw new Error(`Of ${ids.length} orders ${whole} were paid and confirmed once.`);
}
