import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { freePort, keepTrackOf, type RunningServer, waitForOk } from './processes.ts';

/** What nginx says itself. */
const ownHeaders = /^(content-type|content-length|etag)$/i;

/** @returns where nginx is installed: `NGINX_PATH`, else where Debian puts it; null when it is nowhere */
export function findNginx(): string | null {
  const { NGINX_PATH: path = '/usr/sbin/nginx' } = process.env;
  return existsSync(path) ? path : null;
}

/**
 * Starts nginx with one worker, serving one body at `/`. Only what would be unfair is tuned: it writes no log, as we do
 * not, and keeps its connections.
 *
 * @param folder for its files, to be deleted by the caller
 */
export async function startNginx(
  executable: string,
  folder: string,
  answer: { body: Buffer; headers: Record<string, string> },
): Promise<RunningServer> {
  const site = join(folder, 'site');
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, 'index.html'), answer.body);
  const port = await freePort();
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, configure(folder, site, port, answer.headers));
  const startedAt = performance.now();
  const child = spawn(executable, ['-p', folder, '-c', configuration, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = keepTrackOf(child);
  await waitForOk(port, child, startedAt);
  if (child.pid === undefined) throw new Error('nginx could not be started.');
  return { port, pid: child.pid, stop };
}

function configure(folder: string, site: string, port: number, headers: Record<string, string>): string {
  const added = Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => `add_header ${name} "${value}";`);
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  // Started as root, nginx runs its worker as another user, who may not read our folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  ${scratch.join('\n  ')}
  access_log off;
  sendfile on;
  keepalive_requests 100000000;
  default_type 'text/html; charset=utf-8';
  server {
    listen 127.0.0.1:${port};
    root ${site};
    location = /healthz { return 200; }
    ${added.join('\n    ')}
  }
}
`;
}
