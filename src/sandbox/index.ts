import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createStripeApi } from './api/stripe-api.ts';
import { createMailbox } from './mailbox.ts';
import { createPages } from './pages/sandbox-routes.ts';
import { createEndpoints } from './payments/endpoints.ts';
import { createWebhooks, type Log } from './payments/queue.ts';
import { createSandboxWorker } from './payments/sandbox-worker.ts';
import { type SandboxKeys, sandboxKeys } from './sandbox-keys.ts';
import { openStore } from './store.ts';

export interface SandboxOptions {
  keys?: SandboxKeys;
  /** The SQLite file that keeps the sandbox's state, or ':memory:'. */
  storePath: string;
  /** Loopback port of the REST API; 0 for any free one. */
  port: number;
  /** Whether any free port will do when this one is in use. */
  mayMove?: boolean;
  /** Whether mail stays in the mailbox, because there is no mail server. */
  keepsMail?: boolean;
  /** Where all events are sent, e.g. http://127.0.0.1:4321/api/stripe/webhook. */
  webhookUrl: string | null;
  /** The milliseconds a bank takes for a refund, a dispute or a slow payment; 5,000 by default. */
  bankTakesMs?: number;
  log: Log;
  now?: () => number;
  /** Makes an id with a prefix such as `pi`; random by default. */
  newId?: (prefix: string) => string;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

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

/** Builds Stripe's API without a port or timer: due steps run at the next call, or by `worker.settle()`. */
export function createSandbox(options: Omit<SandboxOptions, 'port' | 'mayMove' | 'keepsMail'>) {
  const { keys = sandboxKeys, log, now = Date.now, webhookUrl: url, bankTakesMs = 5000 } = options;
  const store = openStore(options.storePath, options.newId);
  const endpoints = createEndpoints(store, url === null ? null : { url, secret: keys.webhookSecret });
  const webhooks = createWebhooks(store, endpoints, log, now);
  const worker = createSandboxWorker(store, webhooks, { log, now, bankTakesMs });
  const api = createStripeApi(keys, store, worker, endpoints, log);
  return { keys, store, webhooks, worker, api, app: new Hono().route('/v1', api) };
}

/** Starts the stand-in for Stripe and the mail server. Its port serves only the API; `app` has the pages, too. */
export async function startSandbox(options: SandboxOptions) {
  const { log, now = Date.now } = options;
  const { keys, store, webhooks, worker, api, app: root } = createSandbox(options);
  const mailbox = createMailbox(store, now);
  const app = new Hono();
  app.route('/sandbox/stripe/v1', api);
  app.route('/sandbox', createPages(mailbox, store, worker, options.keepsMail ?? true));

  const server = createServer(getRequestListener(root.fetch, { overrideGlobalObjects: false }));
  let port: number;
  try {
    port = await listen(server, options.port, options.mayMove);
  } catch (error) {
    store.close();
    throw error;
  }
  function doWhatIsDue(): void {
    try {
      worker.settle();
      webhooks.deliverSoon();
    } catch (error) {
      log.error({ err: error }, 'sandbox steps failed');
    }
  }
  doWhatIsDue();
  const timer = setInterval(doWhatIsDue, 250).unref();

  return {
    keys,
    apiBase: `http://${host}:${port}`,
    /** Everything under /sandbox, to be mounted at the root of the main server. */
    app,
    acceptMail: mailbox.accept,
    /** Stops the port and the webhooks; the next start delivers the rest. */
    async close(): Promise<void> {
      clearInterval(timer);
      webhooks.close();
      await stop(server);
      store.close();
    },
  };
}
