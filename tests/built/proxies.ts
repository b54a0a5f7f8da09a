import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { send, until } from '../faults/running-service/browser.ts';
import { findFreePort } from '../faults/servers/free-port.ts';
import { selfMadeCertificate } from '../kit/self-made-certificate.ts';
import { programEnv } from '../programs.ts';
import { root } from './product.ts';

/** Runs the examples in deploy/ unchanged, except for paths on this machine. */

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface RunningProxy {
  get(path: string, options?: { headers?: Record<string, string>; body?: Buffer }): Promise<Answer>;
  /** @returns its whole log */
  log(): string;
  stop(): Promise<void>;
}

const startTimeoutMs = 30_000;

interface Setting {
  folder: string;
  /** The files it serves: `dist/client` of a release. */
  files: string;
  port: number;
}

/** Starts nginx with deploy/nginx and a self-made certificate. */
export async function startNginx({ folder, files, port }: Setting): Promise<RunningProxy> {
  const [plainPort, tlsPort] = [await findFreePort(), await findFreePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  writeFileSync(key, selfMadeCertificate.key);
  writeFileSync(certificate, selfMadeCertificate.cert);
  const site = readFileSync(join(root, 'deploy/nginx/career-tarot.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace(/^ *listen 80;/m, `listen 127.0.0.1:${plainPort};`)
    .replace(/^ *listen 443 /m, `listen 127.0.0.1:${tlsPort} `)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replaceAll('/var/log/nginx', folder)
    .replace('/opt/career-tarot/current/dist/client', files)
    .replace('127.0.0.1:4321', `127.0.0.1:${port}`);
  writeFileSync(join(folder, 'site.conf'), site);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${join(folder, 'pid')};
    error_log ${join(folder, 'errors.log')};
    events {}
    http {
      types { text/javascript js; image/png png; }
      ${temporary}
      include ${join(folder, 'site.conf')};
    }`,
  );
  const words = ['-p', folder, '-c', configuration, '-e', join(folder, 'errors.log')];
  const { status, stderr } = spawnSync('nginx', ['-t', ...words], { encoding: 'utf8', env: programEnv });
  if (status !== 0) throw new Error(`nginx -t: ${stderr}`);
  const child = spawn('nginx', words, { stdio: 'ignore', env: programEnv });
  return watch(child, `https://127.0.0.1:${tlsPort}`, () =>
    ['career-tarot.log', 'career-tarot-errors.log', 'errors.log']
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join(''),
  );
}

/** Starts Caddy with deploy/caddy, without a certificate. */
export async function startCaddy({ folder, files, port }: Setting): Promise<RunningProxy> {
  const address = `http://127.0.0.1:${await findFreePort()}`;
  const configuration = join(folder, 'Caddyfile');
  const site = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8');
  writeFileSync(configuration, site.replace(/^\{\n/m, '{\n\tadmin off\n'));
  mkdirSync(join(folder, 'home'));
  const environment = {
    PATH: programEnv.PATH,
    HOME: join(folder, 'home'),
    DOMAIN: address,
    STATIC: files,
    UPSTREAM: `127.0.0.1:${port}`,
  };
  const words = ['--adapter', 'caddyfile', '--config', configuration];
  const { status, stderr } = spawnSync('caddy', ['validate', ...words], {
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`caddy validate: ${stderr}`);
  const child = spawn('caddy', ['run', ...words], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return watch(child, address, () => said);
}

async function watch(child: ChildProcess, address: string, log: () => string): Promise<RunningProxy> {
  const proxy: RunningProxy = {
    get: (path, options) => ask(address, path, options),
    log,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
  try {
    await until('the proxy', startTimeoutMs, () => {
      if (child.exitCode !== null) throw new Error('The proxy ended.');
      return ask(address).catch(() => null);
    });
    return proxy;
  } catch (error) {
    await proxy.stop();
    throw new Error(`${error} ${log()}`);
  }
}

/** Sends a request like a browser that accepts every certificate. */
async function ask(
  address: string,
  path = '/',
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  const answer = await send(address, body ? 'POST' : 'GET', path, headers, body);
  return { status: answer.status, headers: answer.headers, body: answer.text };
}
