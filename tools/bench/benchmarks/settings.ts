import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { compare, measureRates } from '../client.ts';
import { createDatabase } from '../database.ts';
import { startModule, startProduct } from '../servers.ts';

const path = '/api/settings';

export const settings: Benchmark = {
  name: 'settings',
  comparedWith: 'bare `node:http` and a prepared SELECT',
  async run(setup) {
    const database = await createDatabase(join(setup.folder, 'settings.db'));
    const product = await startProduct(database);
    const sql = "SELECT id, username, role, created_at FROM users WHERE username = 'admin'";
    const bare = await startModule('bare.js', { database, queries: [{ sql, parameters: [] }] });
    const [ours, theirs] = await measureRates(setup, 32, [
      { name: 'ours', port: product.port, path },
      { name: 'node:http', port: bare.port, path },
    ]);
    return [compare(`\`GET ${path}\``, ours, theirs, 0.5)];
  },
};
