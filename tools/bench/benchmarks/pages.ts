import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Workplace } from '../harness/benchmark.ts';
import { compared, type Side, takeTurns } from '../harness/compare.ts';
import { openConnection, requestBytes } from '../harness/connection.ts';
import * as format from '../harness/format.ts';
import { findNginx, startNginx } from '../harness/nginx.ts';
import type { RunningServer } from '../harness/processes.ts';
import { builtSite, startBareServer, startProduct } from '../harness/servers.ts';

const target = 0.6;
const connections = 32;
const headers = { 'Accept-Encoding': 'br, gzip' };

/** What a server adds to every answer by itself. */
const addedByServers = new Set(['date', 'connection', 'keep-alive']);

/**
 * The checkout page and its largest script, compressed, against bare `node:http` that sends the same headers
 * and body, and beside nginx with one worker.
 */
export async function measurePages(workplace: Workplace): Promise<Finding[]> {
  const { extent, folder, progress } = workplace;
  const servers: RunningServer[] = [];
  const findings: Finding[] = [];
  try {
    const product = await startProduct(join(folder, 'pages.db'));
    servers.push(product);
    for (const path of ['/', largestScript()]) {
      const answer = await readAnswer(product.port, path);
      const file = join(folder, `body-${servers.length}`);
      writeFileSync(file, answer.body);
      const bare = await startBareServer({ answer: 'file', path: file, headers: answer.headers });
      servers.push(bare);
      const sides: Side[] = [
        { name: 'ours', port: product.port, pid: product.pid, path, headers },
        { name: 'node:http', port: bare.port, pid: bare.pid, path, headers },
      ];
      const nginx = path === '/' ? await serveWithNginx(join(folder, 'nginx'), answer) : null;
      if (nginx) {
        servers.push(nginx);
        sides.push({ name: 'nginx', port: nginx.port, pid: nginx.pid, path, headers });
      }
      const [ours = [], bares = [], nginxes = []] = await takeTurns(sides, {
        ...extent,
        connections,
        progress,
      });
      const what = `${path === '/' ? path : 'a hashed script'}, ${format.kilobytes(answer.body.length)} br`;
      findings.push(compared(what, ours, { name: 'node:http', turns: bares }, target));
      if (nginx) findings.push(compared('  beside nginx', ours, { name: 'nginx', turns: nginxes }, null));
    }
    return findings;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

async function readAnswer(port: number, path: string): Promise<Answer> {
  const connection = await openConnection(port);
  const { status, head, body } = await connection.send(requestBytes('GET', path, headers));
  connection.close();
  if (status !== 200) throw new Error(`${path} answers ${status}.`);
  const pairs = head
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
    })
    .filter(([name]) => !addedByServers.has(name.toLowerCase()));
  return { headers: Object.fromEntries(pairs), body };
}

/** @returns null where nginx is not installed */
function serveWithNginx(folder: string, answer: Answer): Promise<RunningServer> | null {
  const executable = findNginx();
  return executable ? startNginx(executable, folder, answer) : null;
}

/** @returns the address of the largest script of the built site */
function largestScript(): string {
  const [largest] = readdirSync(`${builtSite}/_astro`)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, bytes: statSync(`${builtSite}/_astro/${name}`).size }))
    .sort((a, b) => b.bytes - a.bytes);
  if (!largest) throw new Error('The built site has no scripts.');
  return `/_astro/${largest.name}`;
}
