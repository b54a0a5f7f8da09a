import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { argumentsOf } from '../../../tests/built/product.ts';
import type { BareJob } from '../servers/bare.ts';
import type { ShopJob } from '../servers/shop.ts';
import { freePort, keepTrackOf, type RunningServer, waitForOk } from './processes.ts';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the built site is. */
export const builtSite = `${root}dist/client`;

/** What the build writes last of the site. */
export const buildNote = `${root}dist/site.json`;

/** @throws when there is nothing to measure */
export function requireBuiltSite(): void {
  if (!existsSync(buildNote)) throw new Error('The site is not built. Run: npm run build');
}

/** What a product is started with beside its database. */
interface ProductOptions {
  /** More of its configuration. */
  env?: Record<string, string>;
  /** A module that runs in its process before it. */
  preload?: string;
  /** Where it listens; at any free port unless given. */
  port?: number;
}

/**
 * Starts the product as `npm start` does, on a free port and with nothing of this shell's configuration.
 *
 * @returns it, with the milliseconds until it answered
 */
export async function startProduct(
  databasePath: string,
  { env = {}, preload, port: wanted }: ProductOptions = {},
): Promise<RunningServer & { startMilliseconds: number }> {
  requireBuiltSite();
  const port = wanted ?? (await freePort());
  const unset = { PUBLIC_URL: '', NODE_ENV: '', SMTP_URL: '', STRIPE_MODE: '' };
  const noKeys = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' };
  const words = [...(preload ? ['--import', preload] : []), ...argumentsOf('start')];
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...unset,
      ...noKeys,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_PATH: databasePath,
      STRIPE_SANDBOX_PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const stop = keepTrackOf(child);
  const startMilliseconds = await waitForOk(port, child, startedAt);
  return { port, pid: pidOf(child.pid), stop, startMilliseconds };
}

/** Starts a Node server that opens a database and does nothing else: what our start is compared with. */
export async function startLeast(
  databasePath: string,
): Promise<RunningServer & { startMilliseconds: number }> {
  const port = await freePort();
  const program = fileURLToPath(new URL('../servers/least.js', import.meta.url));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, String(port), databasePath], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = keepTrackOf(child);
  const startMilliseconds = await waitForOk(port, child, startedAt);
  return { port, pid: pidOf(child.pid), stop, startMilliseconds };
}

/** Starts the least that could answer: what our numbers are compared with. */
export function startBareServer(job: BareJob): Promise<RunningServer> {
  return startHelper('bare.ts', job);
}

/**
 * Starts the API on a payment double in its process, so that orders can be placed without a payment provider. Node gets
 * what `npm start` gives it.
 */
export function startShop(job: ShopJob): Promise<RunningServer> {
  const options = argumentsOf('start').filter((word) => word.startsWith('--'));
  return startHelper('shop.ts', job, options);
}

/** Starts a module of `tools/bench/servers`, which gets its job as a message and answers with its port. */
async function startHelper(name: string, job: object, options: string[] = []): Promise<RunningServer> {
  const child = fork(fileURLToPath(new URL(`../servers/${name}`, import.meta.url)), { execArgv: options });
  const stop = keepTrackOf(child);
  child.send(job);
  const port = await Promise.race([
    once(child, 'message').then(([message]: { port: number }[]) => message?.port),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${name} ended with code ${code}.`);
    }),
  ]);
  if (port === undefined) throw new Error(`${name} did not tell its port.`);
  return { port, pid: pidOf(child.pid), stop };
}

function pidOf(pid: number | undefined): number {
  if (pid === undefined) throw new Error('A server could not be started.');
  return pid;
}
