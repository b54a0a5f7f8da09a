import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drawCustomer } from '../../../src/demo/sample-shop/drawn-customer.ts';
import { createSeededRandom } from '../../../src/demo/sample-shop/seeded-random.ts';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { buy, inParallel, until } from '../../../tests/faults/running-service/browser.ts';
import { findFreePort } from '../../../tests/faults/servers/free-port.ts';
import { startMailServer } from '../../../tests/faults/servers/mail-server.ts';
import { silent } from '../../../tests/faults/servers/stripe-sandbox.ts';
import { type Benchmark, format, result } from '../benchmark.ts';
import { createDatabase } from '../database.ts';
import { cpuMs, startProduct } from '../servers.ts';

/** A purchase with Stripe’s SDK against a double in another process, webhook and mail included. */
export const purchase: Benchmark = {
  name: 'purchase',
  async run({ folder, progress }) {
    const databasePath = await createDatabase(join(folder, 'purchase.db'));
    const port = String(await findFreePort());
    const webhookUrl = `http://127.0.0.1:${port}/api/stripe/webhook`;
    const mails = await startMailServer();
    const stripe = await startSandbox({ storePath: ':memory:', port: 0, webhookUrl, log: silent });
    const product = await startProduct(databasePath, {
      PORT: port,
      STRIPE_SECRET_KEY: stripe.keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecret,
      STRIPE_API_BASE: stripe.apiBase,
      SMTP_URL: mails.url,
      MAIL_FROM: 'shop@career-tarot.example',
    });
    const tables = new Sqlite(databasePath, { readonly: true });
    const webhooks = tables.prepare<[], number>('SELECT count(*) FROM stripe_events').pluck();
    const chance = createSeededRandom('the customers of the benchmark');
    let bought = 0;
    const buyAndMeasure = async (count: number): Promise<number> => {
      const before = cpuMs(product.pid);
      await inParallel(count, 4, async () => {
        await buy(product.url, drawCustomer(chance, bought++), {}, undefined, stripe.apiBase);
      });
      const isDone = () => mails.accepted.length >= bought && (webhooks.get() ?? 0) >= bought;
      await until('the webhooks and mails', 60_000, isDone);
      return (cpuMs(product.pid) - before) / count;
    };
    const first = await buyAndMeasure(1);
    progress('compiles its code');
    await buyAndMeasure(150);
    progress('measures');
    const usual = await buyAndMeasure(200);
    tables.close();
    await stripe.close();
    await mails.close();
    const detail = `the first ${format(first, 'milliseconds')}`;
    return [result('CPU time of a purchase through the SDK', usual, { atMost: 18 }, 'milliseconds', detail)];
  },
};
