import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atLeast, type Finding, type Workplace } from '../harness/benchmark.ts';
import { compare, describe, type Side } from '../harness/compare.ts';
import * as format from '../harness/format.ts';
import type { RunningServer } from '../harness/processes.ts';
import { startBareServer, startProduct } from '../harness/servers.ts';

const path = '/api/orders?limit=100';
const fewOrders = 20_000;

/**
 * The admin's list of 100 orders: against bare `node:http` that answers the same bytes from memory, and
 * with many orders against few.
 */
export async function measureList(workplace: Workplace): Promise<Finding[]> {
  const { extent, folder, progress, databaseWith } = workplace;
  const servers: RunningServer[] = [];
  try {
    const sideWith = async (orders: number): Promise<Side> => {
      const database = await databaseWith(orders);
      const product = await startProduct(database.path);
      servers.push(product);
      const headers = { Cookie: database.adminCookie };
      return { name: `ours, ${format.count(orders)}`, port: product.port, pid: product.pid, path, headers };
    };
    const shape = { ...extent, connections: 16, progress };

    const few = await sideWith(fewOrders);
    const body = await readAnswer(few);
    const file = join(folder, 'list.json');
    writeFileSync(file, body);
    const contentType = { 'Content-Type': 'application/json' };
    const bareServer = await startBareServer({ answer: 'file', path: file, headers: contentType });
    servers.push(bareServer);
    const bare: Side = { name: 'node:http', port: bareServer.port, pid: bareServer.pid, path };
    const byBare = await compare(few, bare, shape);

    const many = await sideWith(extent.manyOrders);
    const byFew = await compare(many, few, shape);
    return [
      atLeast(
        `100 of ${format.count(fewOrders)} orders, by bare node:http`,
        byBare.ratio,
        0.75,
        format.ratio,
      ),
      ...describe(byBare, few, bare),
      { what: '  size of the answer', measured: format.kilobytes(body.length) },
      atLeast(
        `${format.count(extent.manyOrders)} orders, by ${format.count(fewOrders)}`,
        byFew.ratio,
        0.9,
        format.ratio,
      ),
      ...describe(byFew, many, few),
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function readAnswer(side: Side): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${side.port}${side.path}`, { headers: side.headers ?? {} });
  if (!response.ok) throw new Error(`The list answers ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}
