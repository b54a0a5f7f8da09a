import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { seconds } from '../../shared/durations.ts';
import type { Config } from '../config/config.ts';
import { readCustomerOrder } from '../order-views/customer-order.ts';
import { findEvidence } from '../order-views/evidence/find-evidence.ts';
import { type Assets, inlineScriptHashes, loadAssets } from '../site/assets.ts';
import { findOutdatedIdentity } from '../site/built-site.ts';
import { createListener, type PageHandler } from '../site/listener.ts';
import { securityHeaders } from '../site/security-headers.ts';
import { createService, type Surroundings } from './create-service.ts';
import { StartFailed } from './fail-start.ts';

/** The pages: static files, and what renders the others. */
interface Site {
  assets: Assets;
  renderPage: PageHandler;
}

export interface RunningService {
  config: Config;
  server: Server;
  /** Serves what was accepted, then closes everything. */
  stop(): Promise<void>;
}

/** What the build noted about the static pages. */
const builtIdentity = new URL('../../../dist/site.json', import.meta.url);

/** How long requests under way get when the service stops, in milliseconds. */
const stopPatience = seconds(10);

/** Who is slower than this is cut off. Node would look for them twice a minute only. */
const timeouts = {
  headersTimeout: seconds(10),
  requestTimeout: seconds(30),
  keepAliveTimeout: seconds(65),
  connectionsCheckingInterval: seconds(1),
};

/**
 * Starts the service on the configured address.
 *
 * @param site what it serves beside the API: what was built, unless given
 * @throws {StartFailed}, {DatabaseUnusable}: with one line that says what to do
 */
export async function runService(
  config: Config,
  site?: Site,
  surroundings?: Surroundings,
): Promise<RunningService> {
  const { assets, renderPage } = site ?? loadSite();
  const service = await createService(config, surroundings);
  const { log } = service.context;
  const server = createServer(
    timeouts,
    createListener({
      config,
      app: service.app,
      sandbox: service.sandbox && { fetch: service.sandbox.app.fetch },
      assets,
      renderPage,
      sessions: service.sessions,
      readOrder: (token, isCustomer) => readCustomerOrder(service.context, token, isCustomer),
      findEvidence: (orderId) => findEvidence(service.context, orderId),
      proxies: service.context.proxies,
      headers: securityHeaders(config, inlineScriptHashes(assets)),
      log,
    }),
  );
  try {
    await listen(server, config);
  } catch (error) {
    await service.close();
    throw error;
  }
  const outdated = config.isProduction ? findOutdatedIdentity(builtIdentity, config.site) : [];
  if (outdated.length > 0) {
    log.warn({ settings: outdated }, 'the pages were built with other settings. Run: npm run build');
  }
  log.info(
    { address: config.publicUrl, stripe: config.stripe.mode, mail: config.smtp ? 'smtp' : 'sandbox' },
    'serving',
  );
  return {
    config,
    server,
    async stop() {
      log.info('stopping');
      // Jobs and requests have their patience at the same time: one after the other would be too long.
      await Promise.all([closeServer(server), service.stopJobs()]);
      await service.close();
      log.info('stopped');
    },
  };
}

function distFolder(name: 'client' | 'server'): string {
  return fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url));
}

function loadSite(): Site {
  const entry = `${distFolder('server')}/entry.mjs`;
  if (!existsSync(entry)) throw new StartFailed('the site is not built. Run: npm run build');
  return { assets: loadAssets(distFolder('client')), renderPage: loadedLater(pathToFileURL(entry).href) };
}

/** What renders pages is a good part of the whole program, so it is loaded with the first that somebody asks for. */
function loadedLater(entry: string): PageHandler {
  let pages: Promise<{ handler: PageHandler }> | undefined;
  return async (request, response, next, locals) => {
    // One that failed is tried again: what could not be read may be there by then.
    pages ??= import(entry).catch((error) => {
      pages = undefined;
      throw error;
    });
    const { handler } = await pages;
    return handler(request, response, next, locals);
  };
}

function listen(server: Server, config: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.code})`;
      reject(new StartFailed(`HOST:PORT ${config.host}:${config.port} ${why}. Set PORT to a free one.`));
    });
    server.listen(config.port, config.host, () => resolve(server.address() as AddressInfo));
  });
}

/** Takes no new connections, answers what was accepted, and then closes what is left. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that was busy when closing began would stay open, idle, until its timeout.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    const impatience = setTimeout(() => server.closeAllConnections(), stopPatience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}
