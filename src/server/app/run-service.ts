import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { seconds } from '../../shared/durations.ts';
import type { Config } from '../base/config/config.ts';
import { loadFiles } from '../base/http/assets.ts';
import { createListener } from '../base/http/listener.ts';
import { openService, type ServiceOptions } from './open-service.ts';
import type { RenderPage, Site } from './public-pages.ts';
import { openSetUp } from './set-up/set-up.ts';
import { StartFailed } from './start-stop.ts';

export interface RunningService {
  config: Config;
  server: Server;
  /** The address, with its key, where the first admin is created; null if an account can sign in already. */
  setUpAddress: string | null;
  stop(): Promise<void>;
}

const dist = new URL('../../../dist/', import.meta.url);

const stopTimeoutMs = seconds(10);

/** Cuts off slower clients. By default Node checks only twice a minute. */
const timeouts = {
  headersTimeout: seconds(10),
  requestTimeout: seconds(30),
  keepAliveTimeout: seconds(65),
  connectionsCheckingInterval: seconds(1),
};

/**
 * Starts the service and its HTTP server, with a new set-up URL if there is no account.
 * @param hasSite false for the API alone @throws {StartFailed}, {DatabaseUnusable} with a line that says the remedy
 */
export async function runService(
  config: Config,
  { hasSite = true, ...surroundings }: ServiceOptions & { hasSite?: boolean } = {},
): Promise<RunningService> {
  const service = await openService(config, { site: hasSite ? loadSite() : null, ...surroundings });
  const { context, live } = service;
  const server = createServer(timeouts, createListener(service.app, config));
  const connections = trackConnections(server);
  try {
    await listen(server, config);
  } catch (error) {
    await service.close();
    throw error;
  }
  const mail = config.smtp ? 'smtp' : 'sandbox';
  context.log.info({ address: config.publicUrl, stripe: config.stripe.mode, mail }, 'serving');
  return {
    config,
    server,
    setUpAddress: await openSetUp(context),
    async stop() {
      context.log.info('stopping');
      live.close();
      // Jobs and requests end side by side: one after the other would take too long.
      await Promise.all([closeServer(server, connections, stopTimeoutMs), service.stopJobs()]);
      await service.close();
      context.log.info('stopped');
    },
  };
}

function loadSite(): Site {
  const file = new URL('site.json', dist);
  if (!existsSync(file)) throw new StartFailed('the site is not built. Run: npm run build');
  const { scriptHashes } = JSON.parse(readFileSync(file, 'utf8'));
  return { scriptHashes, files: loadFiles(fileURLToPath(new URL('client', dist))), render: loadRenderer() };
}

/** Loads the renderer with the first page: it is large, and the API does not need it. */
function loadRenderer(): RenderPage {
  let loading: Promise<{ render: RenderPage }> | undefined;
  return async (address, locals) => {
    loading ??= import(new URL('server/entry.mjs', dist).href);
    loading.catch(() => {
      loading = undefined;
    });
    return (await loading).render(address, locals);
  };
}

/** Listens at HOST and PORT. @throws {StartFailed} if it cannot */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new StartFailed(whyNotListening(code, host, port)));
    });
    server.listen(port, host, resolve);
  });
}

export function whyNotListening(code: string | undefined, host: string, port: number): string {
  const ownAddress = 'Set HOST to an address that it has, usually 127.0.0.1.';
  switch (code) {
    case 'EADDRINUSE':
      return `HOST:PORT ${host}:${port} is already in use. Set PORT to a free one.`;
    case 'EACCES':
      return `This user can’t listen on port ${port}. Set PORT above 1023, and put a proxy on port ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return `HOST ${host} is not an address of this machine (${code}). ${ownAddress}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is a name that this machine cannot look up (${code}). ${ownAddress}`;
    default:
      return `HOST:PORT ${host}:${port} cannot be used (${code}). Check both.`;
  }
}

/** Returns the open connections, kept up to date, even those without a request yet. */
export function trackConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/** Stops accepting connections, answers accepted requests, and closes the connections still open after the timeout. */
export function closeServer(
  server: Server,
  connections: ReadonlySet<Socket>,
  timeoutMs: number,
): Promise<void> {
  // A client that asks again at once would otherwise keep its connection until it is cut, in the middle of a request.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  return new Promise((resolve) => {
    // A connection that was busy when closing began would stay open, idle, until its timeout.
    const idle = setInterval(() => {
      server.closeIdleConnections();
      // Node counts no connection as idle before its first request, which has had time to arrive.
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, 100);
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(timeout);
      resolve();
    });
    server.closeIdleConnections();
  });
}
