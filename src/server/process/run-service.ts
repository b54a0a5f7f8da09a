import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { seconds } from '../../shared/durations.ts';
import type { Config } from '../config/config.ts';
import { type BuiltSite, builtSiteFile, readBuiltSite } from '../public-pages/built-site.ts';
import { createKeptPages, type KeptPages } from '../public-pages/kept-pages.ts';
import { createPageCache } from '../public-pages/page-cache.ts';
import type { RenderPages } from '../public-pages/public-pages.ts';
import { renderInProcess } from '../public-pages/render-pages.ts';
import { openSetUp } from '../set-up/open-set-up.ts';
import { type Asset, loadAssets } from '../site/assets.ts';
import { type EarlierFiles, openEarlierFiles } from '../site/earlier-files.ts';
import type { PageHandler } from '../site/listener.ts';
import { securityHeaders } from '../site/security-headers.ts';
import { closeServer } from './close-server.ts';
import { StartFailed } from './fail-start.ts';
import { type OpenService, openService, type Surroundings } from './open-service.ts';
import {
  type KeptWords,
  keepPortraits,
  keepPublicWords,
  keepSettings,
  refreshTogether,
} from './public-answers.ts';
import { listenerOf } from './service-listener.ts';

/** What was built: files, and what renders the pages. */
interface Site {
  /** The folder with the files. */
  files: string;
  built: BuiltSite;
  /** Renders a page for its visitor. */
  renderPage: PageHandler;
  /** Renders the public pages. */
  renderPublic: RenderPages;
}

export interface RunningService {
  config: Config;
  server: Server;
  /** Where the first admin is made, once, with the key in this address; null when an account can sign in already. */
  setUpAddress: string | null;
  /** Serves what was accepted, then closes everything. */
  stop(): Promise<void>;
}

/** What renders the public pages, in the bundle: production's Node may run no sources. */
const renderProgram = new URL('../../../dist/service/pages.js', import.meta.url);

/** How long requests under way get when the service stops, in milliseconds. */
const stopTimeoutMs = seconds(10);

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
 * @param site what it serves beside the API: what was built, unless given; null for nothing
 * @throws {StartFailed}, {DatabaseUnusable}: with one line that says what to do
 */
export async function runService(
  config: Config,
  site: Site | null = findSite(),
  surroundings?: Surroundings,
): Promise<RunningService> {
  const service = await openService(config, surroundings);
  const { log } = service.context;
  const headers = securityHeaders(config, site?.built.scriptHashes ?? []);
  const answers = site ? loadAssets(site.files, headers) : new Map<string, Asset>();
  const earlier = site && earlierFilesOf(service, answers, headers);
  const words = keepPublicWords(service);
  const pages = site && keepPages(service, words, site, answers, headers);
  refreshTogether(service, [
    words,
    keepSettings(service, words, answers, headers),
    keepPortraits(service, answers, headers),
    ...(pages ? [pages] : []),
  ]);
  if (pages) service.whoKnowsPages(pages.areMade);
  const server = createServer(
    timeouts,
    listenerOf(service, words, {
      assets: answers,
      whenMade: async (path) => (await earlier?.find(path)) ?? pages?.whenMade(path),
      renderPage: site?.renderPage ?? ((_request, _response, next) => next()),
      headers,
    }),
  );
  try {
    await listen(server, config);
  } catch (error) {
    await pages?.close();
    await service.close();
    throw error;
  }
  log.info(
    { address: config.publicUrl, stripe: config.stripe.mode, mail: config.smtp ? 'smtp' : 'sandbox' },
    'serving',
  );
  void earlier?.tidy();
  return {
    config,
    server,
    setUpAddress: await openSetUp(service.context),
    async stop() {
      log.info('stopping');
      service.live.close();
      // Jobs and requests end side by side: one after the other would take too long.
      await Promise.all([
        closeServer(server, stopTimeoutMs),
        service.stopJobs(),
        pages?.close(),
        earlier?.close(),
      ]);
      await service.close();
      log.info('stopped');
    },
  };
}

function distFolder(name: 'client' | 'server'): string {
  return fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url));
}

function keepPages(
  service: OpenService,
  words: KeptWords,
  { built, renderPublic }: Site,
  answers: Map<string, Asset>,
  headers: Record<string, string>,
): KeptPages {
  const { config, log } = service.context;
  // Beside the database, for the next start; a database in memory has none.
  const file = config.databasePath === ':memory:' ? null : `${config.databasePath}.pages`;
  return createKeptPages({
    answers,
    readWords: words.read,
    build: built.id,
    cache: createPageCache(file, log),
    render: renderPublic,
    headersOf: (page, { payment }) =>
      page === '/' && payment.wallets ? securityHeaders(config, built.scriptHashes, true) : headers,
    log,
  });
}

/** Beside the database, which stays where programs are replaced; a database in memory has no such place. */
function earlierFilesOf(
  { context: { config, clock, log } }: OpenService,
  assets: Map<string, Asset>,
  headers: Record<string, string>,
): EarlierFiles | null {
  if (config.databasePath === ':memory:') return null;
  return openEarlierFiles({ folder: `${config.databasePath}.files`, assets, headers, now: clock.now, log });
}

function findSite(): Site {
  if (!existsSync(builtSiteFile)) throw new StartFailed('the site is not built. Run: npm run build');
  const entry = pathToFileURL(`${distFolder('server')}/entry.mjs`).href;
  return {
    files: distFolder('client'),
    built: readBuiltSite(),
    renderPage: loadedLater(entry),
    renderPublic: renderInProcess(renderProgram, entry),
  };
}

/** The renderer is a large part of the whole program, so it is loaded with the first page that a visitor asks for. */
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
