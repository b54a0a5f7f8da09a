import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createApi } from './api/api.ts';
import { type SandboxKeys, sandboxKeys } from './keys.ts';
import type { Log } from './log.ts';
import { createMailbox, type SandboxMail } from './mail/mailbox.ts';
import { createPages } from './pages/routes.ts';
import { createWorker } from './payments/worker.ts';
import { openStore } from './store.ts';
import { createEndpoints } from './webhooks/endpoints.ts';
import { createWebhooks } from './webhooks/queue.ts';

export type { SandboxMail } from './mail/mailbox.ts';

export interface SandboxOptions {
  /** The public ones unless given. */
  keys?: SandboxKeys;
  /** The SQLite file that keeps the sandbox's state over restarts, or ':memory:'. */
  storePath: string;
  /** Loopback port of the REST API; 0 takes any free one. */
  port: number;
  /** Whether it takes any free port when that one is in use: false unless given. */
  mayMove?: boolean;
  /** Where all events are sent, e.g. http://127.0.0.1:4321/api/stripe/webhook; null: they are only listed. */
  webhookUrl: string | null;
  /** How long a bank takes over a refund, a dispute or a slow payment, in milliseconds; five seconds unless given. */
  bankTakesMs?: number;
  log: Log;
  /** Milliseconds; Date.now unless given. */
  now?: () => number;
}

export interface Sandbox {
  keys: SandboxKeys;
  /** What the Stripe SDK is pointed at: http://127.0.0.1:<port>. */
  apiBase: string;
  /** Everything under /sandbox, to be mounted at the root of the main server. */
  app: Hono;
  /** Takes a mail over for good: when this returns, it is stored. */
  acceptMail(mail: SandboxMail): { id: string };
  /** Stops the port and the webhooks; what was not delivered yet is delivered after the next start. */
  close(): Promise<void>;
}

const host = '127.0.0.1';

function listen(server: Server, port: number, mayMove = false): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (mayMove && error.code === 'EADDRINUSE') return resolve(listen(server, 0));
      const why = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${error.code})`;
      reject(new Error(`The sandbox's port ${port} ${why}.`, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Starts the stand-in for Stripe and for the mail server. The port answers `/v1` only: it asks for no credentials, and
 * the pages show all mail.
 * @throws Error when the port is taken or the store cannot be opened
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { keys = sandboxKeys, log, now = Date.now } = options;
  const store = openStore(options.storePath);
  const mailbox = createMailbox(store, now);
  const { webhookUrl: url, bankTakesMs = 5000 } = options;
  const endpoints = createEndpoints(store, url === null ? null : { url, secret: keys.webhookSecret });
  const webhooks = createWebhooks({ store, endpoints, log, now });
  const worker = createWorker({ store, webhooks, log, now, bankTakesMs });
  const api = createApi({ keys, store, worker, endpoints, log });
  const app = new Hono();
  app.route('/sandbox/stripe/v1', api);
  app.route('/sandbox', createPages(mailbox, store, worker));

  const root = new Hono();
  root.route('/v1', api);
  const server = createServer(getRequestListener(root.fetch, { overrideGlobalObjects: false }));
  let port: number;
  try {
    port = await listen(server, options.port, options.mayMove);
  } catch (error) {
    worker.close();
    webhooks.close();
    store.close();
    throw error;
  }
  worker.settle();
  webhooks.deliverSoon();

  return {
    keys,
    apiBase: `http://${host}:${port}`,
    app,
    acceptMail: (mail) => mailbox.accept(mail),
    async close() {
      worker.close();
      webhooks.close();
      await stop(server);
      store.close();
    },
  };
}
