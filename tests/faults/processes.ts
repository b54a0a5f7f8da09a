import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase, writeNow } from '../../db/client.ts';
import { sandboxKeys } from '../../src/sandbox/keys.ts';
import { createSessions } from '../../src/server/people/credentials/sessions.ts';
import { insertUser } from '../../src/server/people/directory/people-repository.ts';
import { processEnv } from '../../src/testing/process-env.ts';
import { argumentsOf } from '../built/product.ts';
import { findFreePort } from './servers/free-port.ts';
import { type Front, openFront } from './servers/front.ts';
import { type MailServer, startMailServer } from './servers/mail-server.ts';
import { until } from './wait.ts';

/** Seconds: on a busy machine a start takes a while. */
const startPatience = 60;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm run test:all` runs before anything is built serves no pages; otherwise it is the product as it was built. */
const isQuickTest = process.env.VITEST !== undefined;
const serviceArguments = isQuickTest ? ['tests/faults/service.ts'] : argumentsOf('start');

/** The service in a process of its own, with Stripe and the mail server outside of it. */
export interface Shop {
  address: string;
  databasePath: string;
  /** Stripe's API; what it has charged outlives the service. */
  stripeApi: string;
  /** What stands between the service and Stripe. */
  stripeFront: Front;
  mailServer: MailServer;
  /** The cookie of a signed-in admin. */
  adminCookie: string;
  /** Starts the service and waits until it is ready. */
  start(): Promise<ChildProcess>;
  /** Ends every process and removes all files. */
  close(): Promise<void>;
}

/** @param before puts something else before Stripe: gets its address and returns the one to ask instead */
export async function openShop(before = async (stripeApi: string) => stripeApi): Promise<Shop> {
  if (!isQuickTest && !existsSync(join(root, 'dist/service/start.js'))) {
    throw new Error('The product is not built, so it cannot be started and killed. Run: npm run build');
  }
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-shop-'));
  const databasePath = join(folder, 'shop.db');
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const children = new Set<ChildProcess>();
  const killAll = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  // Whatever ends this process: its children do not go on without it.
  const end = () => process.exit(1);
  process.once('exit', killAll);
  process.once('SIGTERM', end);
  process.once('SIGINT', end);

  function run(args: string[], environment: Record<string, string>): ChildProcess {
    const env = { ...processEnv, ...environment };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  const adminCookie = await createAdmin(databasePath);
  const mailServer = await startMailServer();
  const webhookUrl = `${address}/api/stripe/webhook`;
  const sandbox = run(
    [
      'src/sandbox/main.ts',
      '--json',
      '--port',
      '0',
      '--webhook-url',
      webhookUrl,
      '--store',
      join(folder, 'stripe.db'),
    ],
    {},
  );
  sandbox.stderr?.resume();
  const stripeApi = await readApiBase(sandbox);
  const stripeFront = await openFront(Number(new URL(await before(stripeApi)).port));

  return {
    address,
    databasePath,
    stripeApi,
    stripeFront,
    mailServer,
    adminCookie,
    async start() {
      const child = run(serviceArguments, {
        PORT: String(port),
        DATABASE_PATH: databasePath,
        STRIPE_SECRET_KEY: sandboxKeys.secretKey,
        STRIPE_PUBLISHABLE_KEY: sandboxKeys.publishableKey,
        STRIPE_WEBHOOK_SECRET: sandboxKeys.webhookSecret,
        STRIPE_API_BASE: `http://127.0.0.1:${stripeFront.port}`,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Career Tarot <hello@career-tarot.example>',
        APPROVAL_UNDO_SECONDS: '0',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
      });
      let words = '';
      child.stderr?.on('data', (chunk) => {
        words += chunk;
      });
      child.stdout?.resume();
      await until(
        'the service is ready',
        () => {
          if (hasEnded(child)) throw new Error(`The service did not start: ${words}`);
          return isReady(address);
        },
        startPatience,
      );
      return child;
    },
    async close() {
      process.removeListener('exit', killAll);
      process.removeListener('SIGTERM', end);
      process.removeListener('SIGINT', end);
      const ends = [...children].map((child) => once(child, 'exit'));
      killAll();
      await Promise.all(ends);
      await stripeFront.close();
      await mailServer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns whether a process is over */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function createAdmin(databasePath: string): Promise<string> {
  const db = openDatabase(databasePath);
  const clock = { now: () => Date.now() };
  writeNow(db, (tx) =>
    insertUser(tx, {
      id: 'admin',
      username: 'admin',
      passwordHash: '-',
      role: 'admin',
      createdAt: clock.now(),
    }),
  );
  const cookie = await createSessions(db, clock, false).start('admin', null);
  db.$client.close();
  return cookie.slice(0, cookie.indexOf(';'));
}

async function readApiBase(sandbox: ChildProcess): Promise<string> {
  if (!sandbox.stdout) throw new Error('The sandbox cannot be heard.');
  for await (const line of createInterface(sandbox.stdout)) {
    const { apiBase }: { apiBase: string } = JSON.parse(line);
    return apiBase;
  }
  throw new Error('The sandbox did not start.');
}
