import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { parse as parseCookies } from 'hono/utils/cookie';
import { decodePercent } from '../../../shared/text.ts';
import type { Context, SignedIn, WorkScope } from '../context.ts';
import { type Asset, sendAsset } from './assets.ts';
import { sendCompressed } from './buffered-response.ts';
import { errorBody, requestIdSentence } from './errors.ts';
import { type HttpEnv, isTestPageOpen, type SessionFinder, testPageAt } from './guard.ts';
import { isFromOtherSite, type OnResponse, requestIdHeader, requestIdOf } from './middleware.ts';
import { createHostCheck } from './public-host.ts';
import { apiHeaders } from './security-headers.ts';

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => void | Promise<void>;

export interface PublicAnswers {
  find(path: string): Asset | undefined;
  /** Returns where a public page is whose address is an old one, or has capitals; null for all others. */
  redirect(path: string): string | null;
  render(path: string): Promise<Asset | undefined>;
}

export interface ListenerDependencies {
  context: Pick<Context, 'config' | 'log'>;
  scope: WorkScope;
  app: Hono<HttpEnv>;
  sandbox: { fetch: (request: Request) => Response | Promise<Response> } | null;
  answers: PublicAnswers;
  renderPage: PageHandler;
  /** The paths of the pages that are rendered for each request. */
  pages: string[];
  readLocals: (request: IncomingMessage, user: SignedIn | null) => App.Locals;
  sessions: SessionFinder;
  headers: Record<string, string>;
  metrics: { requestAnswered: OnResponse; fileAnswered: (status: number) => void };
}

const customerPages = /^\/(order\/|thank-you)/;

/** No page: it is limited as calls of the API are. */
const letterPdf = /^\/order\/[^/]+\/letter\.pdf$/;

/** What a customer's browser needs of the sandbox; the rest is for admins in production. Only one `.` is allowed. */
const sandboxOfBrowsers = /^\/sandbox\/stripe\/(stripe\.js|v1(\/\w+)+)$/;

/** A URL parser would make another path of one with `.` or `..`, encoded or not, or after a backslash. */
const dotSegment = /(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)/i;

/** The same for every visitor, except that it leads the signed-in to their desk. */
const signInPage = /^\/admin\/login\/?$/;

/** Answers a request. Requests without an answer here go to `next`, or get a 404 when there is no `next`. */
export type Listener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** Returns a listener: it answers from memory, the API, the sandbox, or renders a page. Vite comes `next`. */
export function createListener(dependencies: ListenerDependencies): Listener {
  const { context, scope, app, sandbox, answers, sessions, metrics } = dependencies;
  const { config, log } = context;
  const findPage = createPageFinder(dependencies.pages);
  const headersOfPages = Object.entries(dependencies.headers);
  const headersOfApi = Object.entries(apiHeaders(dependencies.headers));
  const answerApi = getRequestListener((request, bindings) => app.fetch(request, bindings));
  const answerSandbox = sandbox ? getRequestListener((request) => sandbox.fetch(request)) : null;
  const ownHost = new URL(config.publicUrl).host;
  const isUnderOtherHost = createHostCheck(config);

  return (request, response, next = () => void sendNotFound(request, response)) => {
    readAbsoluteForm(request);
    const path = pathOf(request.url);
    if (path !== null && dotSegment.test(path)) {
      for (const [name, value] of headersOfPages) response.setHeader(name, value);
      countWhenDone(request, response, 'page');
      if (isOfApi(path)) sendError(response, 404, 'route_not_found', 'Page Not Found');
      else void sendNotFound(request, response);
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const location = path !== null && isRead && isPage(path) ? redirectOf(request, path) : null;
    if (location !== null) {
      redirect(response, location);
      return;
    }
    // The Host header is believed nowhere; a missing or malformed one would be answered 400 or 500.
    request.headers.host = ownHost;
    const asset = path !== null && isRead && !mayLeadToDesk(request, path) ? answers.find(path) : undefined;
    if (asset) {
      sendAsset(request, response, asset, path === '/404' ? 404 : 200);
      metrics.fileAnswered(response.statusCode);
      return;
    }
    const moved = path !== null && isRead && isPage(path) ? movedTo(path) : null;
    if (path !== null && moved !== null) {
      redirect(response, `${moved}${request.url?.slice(path.length) ?? ''}`);
      return;
    }
    const isApi = path !== null && isOfApi(path);
    for (const [name, value] of isApi ? headersOfApi : headersOfPages) response.setHeader(name, value);
    if (isApi) {
      void answerApi(request, response);
      return;
    }
    if (path === null) {
      sendError(response, 400, 'invalid_request', 'This address isn’t valid.');
      return;
    }
    const isSandbox = answerSandbox !== null && isBelow(path, '/sandbox');
    const { origin, 'sec-fetch-site': fetchSite } = request.headers;
    const isForeign = isFromOtherSite(origin, fetchSite, config.publicUrl);
    if (isSandbox && !isRead && !sandboxOfBrowsers.test(path) && isForeign) {
      sendError(response, 403, 'forbidden', `This only works from ${config.publicUrl}.`);
      return;
    }
    if (isSandbox && (!config.isProduction || sandboxOfBrowsers.test(path))) {
      void answerSandbox(request, response);
      return;
    }
    if (!isRead && !isSandbox) {
      response.setHeader('Allow', 'GET, HEAD');
      sendError(response, 405, 'invalid_request', 'Pages can only be read.');
      return;
    }
    const requestId = requestIdOf(request.headers['x-request-id'], config.trustedProxyHops);
    response.setHeader(requestIdHeader, requestId);
    const page = findPage(path);
    // Never the path: it may be a secret, and strangers make up as many as they like.
    countWhenDone(request, response, page ?? 'page');
    void scope.run({ request: requestId }, () =>
      answerForVisitor(request, response, { path, page }, next).catch((error: unknown) => {
        log.error({ err: error, page: path.split('/')[1] }, 'a page could not be rendered');
        const message = `We couldn’t show this page.${requestIdSentence(requestId)}`;
        if (!response.headersSent) sendError(response, 500, 'internal_error', message);
        else response.destroy();
      }),
    );
  };

  function redirect(response: ServerResponse, location: string): void {
    // Not for good: what a browser keeps would outlive a mistake in the configuration.
    const answer = { Location: location, 'Cache-Control': 'no-store' };
    response.writeHead(302, { ...dependencies.headers, ...answer }).end();
    metrics.fileAnswered(302);
  }

  /** @returns the present path of a page that is asked for by an old one, or with capitals */
  function movedTo(path: string): string | null {
    const lower = path.toLowerCase();
    const isVisitorPage = lower !== path && findPage(lower)?.includes(':id') === false;
    return isVisitorPage ? lower : answers.redirect(path);
  }

  /** @returns where a page under another host name, or a desk's short name, is; null when it is here */
  function redirectOf(request: IncomingMessage, path: string): string | null {
    if (isUnderOtherHost(request)) return `${config.publicUrl}${request.url}`;
    const [, desk] = /^\/(admin|reader)\/?$/i.exec(path) ?? [];
    return desk ? `/${desk.toLowerCase()}/dashboard` : null;
  }

  /** Only a request with the cookie of a session is worth a look at the database. */
  function mayLeadToDesk({ headers }: IncomingMessage, path: string): boolean {
    return signInPage.test(path) && headers.cookie?.includes(sessions.cookieName) === true;
  }

  function countWhenDone({ method = 'GET' }: IncomingMessage, response: ServerResponse, route: string) {
    const startedAt = performance.now();
    response.once('finish', () =>
      metrics.requestAnswered(method, route, response.statusCode, performance.now() - startedAt),
    );
  }

  async function answerForVisitor(
    request: IncomingMessage,
    response: ServerResponse,
    { path, page }: { path: string; page: string | null },
    next: () => void,
  ) {
    response.setHeader('Cache-Control', 'no-store');
    const token = parseCookies(request.headers.cookie ?? '', sessions.cookieName)[sessions.cookieName];
    const user = token ? ((await sessions.find(token))?.user ?? null) : null;
    if (user && signInPage.test(path)) {
      response.writeHead(302, { Location: `/${user.role}/dashboard` }).end();
      return;
    }
    if (answerSandbox && isBelow(path, '/sandbox') && user?.role === 'admin') {
      await answerSandbox(request, response);
      return;
    }
    // Only an admin writes to the sandbox in production; for others it does not exist.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      await sendNotFound(request, response);
      return;
    }
    const testPage = testPageAt(path);
    if (testPage && !isTestPageOpen(config, testPage, user)) {
      request.url = '/404';
      next();
      return;
    }
    const asset = await answers.render(path);
    if (asset) {
      sendAsset(request, response, asset, path === '/404' ? 404 : 200);
      return;
    }
    if (page === null) {
      next();
      return;
    }
    const locals = dependencies.readLocals(request, user);
    const render = (answer: ServerResponse) => dependencies.renderPage(request, answer, next, locals);
    await (customerPages.test(path) ? sendCompressed(request, response, render) : render(response));
  }

  async function sendNotFound(request: IncomingMessage, response: ServerResponse) {
    const page = answers.find('/404') ?? (await answers.render('/404').catch(() => undefined));
    if (page) sendAsset(request, response, page, 404);
    else sendError(response, 404, 'route_not_found', 'Page Not Found');
  }
}

/** Returns a function that finds which of the pages a path belongs to, null for none. */
function createPageFinder(pages: string[]): (path: string) => string | null {
  const patterns = pages.map((page) => ({
    page,
    pattern: new RegExp(`^${page.replaceAll(':id', '[^/]+')}/?$`),
  }));
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.page ?? null;
}

/** Reads `GET http://host/path`, which proxies send, as its path; its host replaces the header (RFC 9112, 3.2.2). */
function readAbsoluteForm(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}

/** @returns null when it is malformed */
function pathOf(url = '/'): string | null {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.startsWith('/')) return null;
  return path.includes('%') && decodePercent(path) === null ? null : path;
}

function isOfApi(path: string): boolean {
  const isForMachines = path === '/healthz' || path === '/readyz' || path === '/metrics';
  return isBelow(path, '/api') || isForMachines || letterPdf.test(path);
}

/** @returns whether a path is a page's: not a file, and not an address for programs; `/@` are Vite's */
function isPage(path: string): boolean {
  return (
    !isOfApi(path) && !isBelow(path, '/sandbox/stripe') && !path.startsWith('/@') && !/\.[^/]*$/.test(path)
  );
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

function sendError(
  response: ServerResponse,
  status: number,
  code: 'forbidden' | 'invalid_request' | 'internal_error' | 'route_not_found',
  message: string,
) {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(JSON.stringify(errorBody(code, message)));
}
