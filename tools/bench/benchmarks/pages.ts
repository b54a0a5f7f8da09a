import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../tests/built/product.ts';
import { type Benchmark, format, type Result } from '../benchmark.ts';
import { compare, connectTo, measureRates } from '../client.ts';
import { createDatabase } from '../database.ts';
import { startModule, startProduct } from '../servers.ts';

const headers = { 'Accept-Encoding': 'br, gzip' };
const scripts = join(root, 'dist/client/_astro');

const addedByServers = ['date', 'connection', 'keep-alive'];

/** The checkout page and the largest script, compressed. */
export const pages: Benchmark = {
  name: 'pages',
  comparedWith: 'bare `node:http`, same headers and body',
  async run(setup) {
    const product = await startProduct(await createDatabase(join(setup.folder, 'pages.db')));
    const results: Result[] = [];
    for (const path of ['/', largestScript()]) {
      const file = join(setup.folder, `body-${results.length}`);
      const bare = await startModule('bare.js', {
        file,
        headers: await saveAnswer(product.port, path, file),
      });
      const [ours, theirs] = await measureRates(setup, 32, [
        { name: 'ours', port: product.port, path, headers },
        { name: 'node:http', port: bare.port, path, headers },
      ]);
      const size = format(statSync(file).size, 'kilobytes');
      results.push(
        compare(`${path === '/' ? 'the checkout page' : 'a script'}, ${size} br`, ours, theirs, 0.45),
      );
    }
    return results;
  },
};

async function saveAnswer(port: number, path: string, file: string): Promise<Record<string, string>> {
  const connection = await connectTo(port);
  const { status, head, body } = await connection.ask('GET', path, headers);
  connection.close();
  if (status !== 200) throw new Error(`${path} answers ${status}.`);
  writeFileSync(file, body);
  const [, ...lines] = head.split('\r\n');
  const fields = lines.map((line) => line.split(/: (.*)/) as [string, string]);
  return Object.fromEntries(fields.filter(([name]) => !addedByServers.includes(name.toLowerCase())));
}

function largestScript(): string {
  const names = readdirSync(scripts).filter((name) => name.endsWith('.js'));
  const sizeOf = (name: string) => statSync(join(scripts, name)).size;
  return `/_astro/${names.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]}`;
}

export const settings: Benchmark = {
  name: 'settings',
  comparedWith: 'bare `node:http` and a prepared SELECT',
  async run(setup) {
    const database = await createDatabase(join(setup.folder, 'settings.db'));
    const product = await startProduct(database);
    const sql = "SELECT id, username, role, created_at FROM users WHERE username = 'admin'";
    const bare = await startModule('bare.js', { database, queries: [{ sql, parameters: [] }] });
    const [ours, theirs] = await measureRates(setup, 32, [
      { name: 'ours', port: product.port, path: '/api/settings' },
      { name: 'node:http', port: bare.port, path: '/api/settings' },
    ]);
    return [compare('`GET /api/settings`', ours, theirs, 0.4)];
  },
};
