import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atLeast, type Finding, type Workplace } from '../harness/benchmark.ts';
import { compare, describe, type Side } from '../harness/compare.ts';
import * as format from '../harness/format.ts';
import { findNginx, startNginx } from '../harness/nginx.ts';
import type { RunningServer } from '../harness/processes.ts';
import { builtSite, requireBuiltSite, startBareServer, startProduct } from '../harness/servers.ts';

const target = 0.9;
const connections = 32;
const encoding = { 'Content-Encoding': 'br' };

/** The built checkout page, compressed, against nginx and against bare `node:http` with the same bytes. */
export async function measurePages(workplace: Workplace): Promise<Finding[]> {
  requireBuiltSite();
  const page = `${builtSite}/index.html.br`;
  const servers: RunningServer[] = [];
  try {
    const product = await startProduct(join(workplace.folder, 'pages.db'));
    servers.push(product);
    const headers = { 'Accept-Encoding': 'br, gzip' };
    const ours: Side = { name: 'ours', port: product.port, pid: product.pid, path: '/', headers };

    const bareHeaders = { ...encoding, 'Content-Type': 'text/html; charset=utf-8' };
    const bareServer = await startBareServer({ answer: 'file', path: page, headers: bareHeaders });
    servers.push(bareServer);
    const bare: Side = { ...ours, name: 'node:http', port: bareServer.port, pid: bareServer.pid };
    const shape = { ...workplace.extent, connections, progress: workplace.progress };
    const byBare = await compare(ours, bare, shape);

    const executable = findNginx();
    if (!executable) {
      return [
        {
          what: '/ in br, by nginx',
          measured: 'nginx is not installed',
          target: `>= ${format.ratio(target)}`,
        },
        { what: '/ in br, by bare node:http', measured: format.ratio(byBare.ratio) },
        ...describe(byBare, ours, bare),
      ];
    }
    const answer = { body: readFileSync(page), headers: encoding };
    const nginxServer = await startNginx(executable, join(workplace.folder, 'nginx'), answer);
    servers.push(nginxServer);
    const nginx: Side = { ...ours, name: 'nginx', port: nginxServer.port, pid: nginxServer.pid };
    const byNginx = await compare(ours, nginx, shape);
    return [
      atLeast('/ in br, by nginx with one worker', byNginx.ratio, target, format.ratio),
      ...describe(byNginx, ours, nginx),
      { what: '/ in br, by bare node:http', measured: format.ratio(byBare.ratio) },
      ...describe(byBare, ours, bare),
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
