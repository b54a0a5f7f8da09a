import { join } from 'node:path';
import type { PublicSettings } from '../../src/shared/checkout/settings.ts';
import { atLeast, type Finding, type Workplace } from '../harness/benchmark.ts';
import { compare, describe, type Side } from '../harness/compare.ts';
import * as format from '../harness/format.ts';
import { seedDatabase } from '../harness/seed.ts';
import { startBareServer, startProduct } from '../harness/servers.ts';

/** `GET /api/settings` against bare `node:http` with a prepared SELECT on the same database file. */
export async function measureSettings({ folder, extent, progress }: Workplace): Promise<Finding[]> {
  const { path: databasePath } = await seedDatabase(join(folder, 'settings.db'), 0);
  const product = await startProduct(databasePath);
  try {
    const path = '/api/settings';
    const response = await fetch(`http://127.0.0.1:${product.port}${path}`);
    const { publishableKey }: PublicSettings = JSON.parse(await response.text());
    const bareServer = await startBareServer({ answer: 'setting', databasePath, publishableKey });
    try {
      const ours: Side = { name: 'ours', port: product.port, pid: product.pid, path };
      const bare: Side = { name: 'node:http', port: bareServer.port, pid: bareServer.pid, path };
      const result = await compare(ours, bare, { ...extent, connections: 32, progress });
      return [
        atLeast(`${path}, by bare node:http + SELECT`, result.ratio, 0.6, format.ratio),
        ...describe(result, ours, bare),
      ];
    } finally {
      await bareServer.stop();
    }
  } finally {
    await product.stop();
  }
}
