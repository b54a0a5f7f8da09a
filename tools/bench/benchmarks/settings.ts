import { join } from 'node:path';
import type { PublicSettings } from '../../../src/shared/checkout/settings.ts';
import type { Finding, Workplace } from '../harness/benchmark.ts';
import { compared, type Side, takeTurns } from '../harness/compare.ts';
import type { RunningServer } from '../harness/processes.ts';
import { seedDatabase } from '../harness/seed.ts';
import { startBareServer, startProduct } from '../harness/servers.ts';

const path = '/api/settings';
const target = 0.5;

/** `GET /api/settings` against bare `node:http` with a prepared SELECT on the same database file. */
export async function measureSettings({ folder, extent, progress }: Workplace): Promise<Finding[]> {
  const { path: databasePath } = await seedDatabase(join(folder, 'settings.db'), 0);
  const servers: RunningServer[] = [];
  try {
    const product = await startProduct(databasePath);
    servers.push(product);
    const response = await fetch(`http://127.0.0.1:${product.port}${path}`);
    const { publishableKey }: PublicSettings = JSON.parse(await response.text());
    const bare = await startBareServer({ answer: 'setting', databasePath, publishableKey });
    servers.push(bare);
    const sides: Side[] = [
      { name: 'ours', port: product.port, pid: product.pid, path },
      { name: 'node:http + SELECT', port: bare.port, pid: bare.pid, path },
    ];
    const [ours = [], bares = []] = await takeTurns(sides, { ...extent, connections: 32, progress });
    return [compared(`GET ${path}`, ours, { name: 'node:http + SELECT', turns: bares }, target)];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
