import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finding, fewOrders, manyOrders, type Workplace } from '../harness/benchmark.ts';
import { compared, type Side, takeTurns } from '../harness/compare.ts';
import { openConnection, requestBytes } from '../harness/connection.ts';
import * as format from '../harness/format.ts';
import type { RunningServer } from '../harness/processes.ts';
import type { SeededDatabase } from '../harness/seed.ts';
import { startBareServer, startProduct } from '../harness/servers.ts';
import type { TracedStatement } from '../servers/sql-trace.ts';

const path = '/api/orders?limit=100';
const connections = 16;

/**
 * The admin's list of 100 orders, uncompressed: against bare `node:http` that runs the same statements and
 * answers with `JSON.stringify` of the same rows, and in a large shop against a small one.
 */
export async function measureList(workplace: Workplace): Promise<Finding[]> {
  const { extent, folder, progress, databaseWith } = workplace;
  const servers: RunningServer[] = [];
  try {
    const product = async (database: SeededDatabase): Promise<Side> => {
      const server = await startProduct(database.path);
      servers.push(server);
      const headers = { Cookie: database.adminCookie };
      return { name: `ours, ${format.count(database.orders)}`, ...server, path, headers };
    };
    const bare = async (database: SeededDatabase): Promise<Side> => {
      const statements = await traceStatements(database, join(folder, `${database.orders}.sql`));
      progress(`runs ${statements.length} statements among ${format.count(database.orders)} orders`);
      const job = { answer: 'rows', databasePath: database.path, statements } as const;
      const server = await startBareServer(job);
      servers.push(server);
      return { name: `node:http, ${format.count(database.orders)}`, ...server, path };
    };
    const few = await databaseWith(fewOrders);
    const many = await databaseWith(manyOrders);
    // What is traced serves the database for a while, and only one product can.
    const sides = [await bare(few), await bare(many), await product(few), await product(many)];
    const turns = await takeTurns(sides, { ...extent, connections, progress });
    const [bareFew = [], bareMany = [], ourFew = [], ourMany = []] = turns;
    const reference = 'node:http + the same SQL';
    return [
      compared(`100 of ${format.count(fewOrders)}`, ourFew, { name: reference, turns: bareFew }, 0.4),
      compared(`100 of ${format.count(manyOrders)}`, ourMany, { name: reference, turns: bareMany }, 0.4),
      compared(
        `${format.count(manyOrders)} by ${format.count(fewOrders)}`,
        ourMany,
        { name: 'few', turns: ourFew },
        0.8,
      ),
      { what: '  size of the answer', measured: await describeSizes(sides[2]) },
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Asks the product once and listens to what it asks its database. @returns the reading statements */
async function traceStatements(database: SeededDatabase, file: string): Promise<TracedStatement[]> {
  const preload = fileURLToPath(new URL('../servers/sql-trace.ts', import.meta.url));
  const product = await startProduct(database.path, { preload, env: { SQL_TRACE: file } });
  try {
    const traces: TracedStatement[][] = [];
    // The worker asks too, now and then: the shortest of some traces is the request's alone.
    for (let call = 0; call < 5; call++) {
      writeFileSync(file, '');
      await askOnce({ port: product.port, headers: { Cookie: database.adminCookie } });
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      const statements = lines.map((line): TracedStatement => JSON.parse(line));
      traces.push(statements.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql)));
    }
    const [shortest = []] = traces.toSorted((a, b) => a.length - b.length);
    if (shortest.length === 0) throw new Error('The list asks its database nothing.');
    return shortest;
  } finally {
    await product.stop();
  }
}

async function askOnce({ port, headers = {} }: Pick<Side, 'port' | 'headers'>): Promise<number> {
  const connection = await openConnection(port);
  const { status, body } = await connection.send(requestBytes('GET', path, headers));
  connection.close();
  if (status !== 200) throw new Error(`The list answers ${status}.`);
  return body.length;
}

async function describeSizes(side: Side | undefined): Promise<string> {
  if (!side) throw new Error('Nobody was asked.');
  const plain = await askOnce(side);
  const compressed = await askOnce({
    ...side,
    headers: { ...side.headers, 'Accept-Encoding': 'gzip, deflate, br, zstd' },
  });
  return `${format.kilobytes(plain)}, to a browser ${format.kilobytes(compressed)}`;
}
