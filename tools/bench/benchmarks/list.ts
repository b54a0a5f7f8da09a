import type { Statement } from 'better-sqlite3';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { type Benchmark, format, manyOrders } from '../benchmark.ts';
import { compare, measureRates, type Side } from '../client.ts';
import { cookieOf, startModule, startProduct } from '../servers.ts';

const path = '/api/orders?limit=100';

/** The admin's list of 100 orders, uncompressed, in a small shop and in a large one. */
export const list: Benchmark = {
  name: 'list',
  comparedWith: 'bare `node:http`, the same SQL, `JSON.stringify`',
  async run(setup) {
    const counts = [2_000, manyOrders];
    const sides: Side[] = [];
    for (const count of counts) {
      const database = await setup.databaseWith(count);
      const bare = await startModule('bare.js', { database, queries: await queriesOfList(database) });
      const product = await startProduct(database);
      const headers = { Cookie: await cookieOf(product, 'admin') };
      sides.push({ name: `ours, ${count}`, port: product.port, path, headers });
      sides.push({ name: `node:http, ${count}`, port: bare.port, path });
    }
    const [few, bareFew, many, bareMany] = await measureRates(setup, 16, sides);
    const [small, large] = counts.map((count) => format(count, 'count'));
    return [
      compare(`list of 100 of ${small} orders`, few, bareFew, 0.35),
      compare(`list of 100 of ${large} orders`, many, bareMany, 0.35),
      compare(`list at ${large}, relative to ${small}`, many, few, 0.8),
    ];
  },
};

/** Requests the list and returns the SQL statements that read it. */
async function queriesOfList(databasePath: string): Promise<object[]> {
  const { visitor, db } = createTestApp({ databasePath });
  const admin = visitor();
  await admin.post('/api/login', { username: 'admin', password: 'demo-admin-pass' });
  // The first call caches what later ones need not read.
  await admin.get(path);
  const queries: object[] = [];
  const prototype = Object.getPrototypeOf(db.$client.prepare('SELECT 1'));
  const originals = { all: prototype.all, get: prototype.get };
  for (const [name, original] of Object.entries(originals)) {
    prototype[name] = function noted(this: Statement, ...parameters: unknown[]) {
      queries.push({ sql: this.source, parameters });
      return original.apply(this, parameters);
    };
  }
  const { status } = await admin.get(path);
  Object.assign(prototype, originals);
  db.$client.close();
  if (status !== 200) throw new Error(`The list answers ${status}.`);
  return queries;
}
