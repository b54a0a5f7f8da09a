import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { parse as parseCookies } from 'hono/utils/cookie';
import { isbot } from 'isbot';
import type { Logger } from 'pino';
import type { OrderThanks } from '../../shared/customer-order.ts';
import { decodePercent } from '../../shared/text.ts';
import { asRunHere } from '../config/command-way.ts';
import type { Config } from '../config/config.ts';
import type { SignedIn } from '../context/context.ts';
import type { ProxyWatch } from '../context/proxy-watch.ts';
import type { SessionFinder } from '../context/session-finder.ts';
import type { WorkScope } from '../context/work-scope.ts';
import type { HttpEnv } from '../http/env.ts';
import { errorBody, sayNumber } from '../http/errors.ts';
import { requestIdHeader, requestIdOf } from '../http/request-id.ts';
import { areTestPagesOpen, testPageAt, testPages } from '../http/test-pages.ts';
import type { Answered } from '../http/track-requests.ts';
import { writeHeadWith } from './answer-headers.ts';
import { type Asset, type Assets, sendAsset } from './assets.ts';
import { sendOwnPage } from './own-page.ts';
import { createHostCheck } from './public-host.ts';
import { renderedPageAt } from './rendered-pages.ts';
import { apiHeaders } from './security-headers.ts';
import { thankYouFor } from './thank-you.ts';

/** What the pages say that no build knows. */
export type PublicWords = Pick<App.Locals, 'site' | 'offer' | 'readers' | 'aftercare' | 'payment'>;

/** Renders a page: what the Astro build exports. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => void | Promise<void>;

export interface ListenerDependencies {
  config: Config;
  app: Hono<HttpEnv>;
  /** What answers below `/sandbox`; null when real keys are configured. */
  sandbox: { fetch: (request: Request) => Response | Promise<Response> } | null;
  /** The public answers, with all their headers. */
  assets: Assets;
  /** Waits for one that is made for the first time; throws when it cannot be. */
  whenMade: (path: string) => Promise<Asset | undefined>;
  renderPage: PageHandler;
  /** What the pages are to say now. */
  readWords: () => PublicWords;
  sessions: SessionFinder;
  /** Finds the order behind a link, for its customer unless another visitor is known to be looking. */
  readOrder: (
    token: string,
    looking: { isCustomer: boolean; cookie: string | null },
  ) => ReturnType<App.Locals['readOrder']>;
  readReturnedForm: App.Locals['readReturnedForm'];
  readWithdrawal: App.Locals['readWithdrawal'];
  readReceipt: App.Locals['readReceipt'];
  /** What the page of the first start shows to a user, by their id; null stands for a visitor. */
  readSetUp: (key: string, userId: string | null) => ReturnType<App.Locals['readSetUp']>;
  /** What the thank-you page tells the browser that ordered; null for every other. */
  readThanks: (cookie: string, orderNumber: string) => OrderThanks | null;
  /** The cookie by which the checkout knows that browser. */
  checkoutCookie: string;
  readEvidence: App.Locals['readEvidence'];
  /** Whether an order of this number is on a reader's list. */
  isReadersOrder: (readerId: string, orderNumber: string) => boolean;
  proxies: Pick<ProxyWatch, 'notice'>;
  headers: Record<string, string>;
  log: Logger;
  scope: WorkScope;
  /** Told of what is answered from memory, and of the pages that are rendered. */
  metrics: { requestAnswered: Answered; fileAnswered: (status: number) => void };
}

/** Those of the rendered pages that a customer reads, behind the link of their order. */
const ownPages = /^\/order\//;

/** The one public page on which the query matters. */
const thankYou = /^\/thank-you\/?\?/;

/**
 * The paths of the sandbox that a customer's browser needs. The others show the mail of all customers, so in production
 * they are for admins. Only one `.` is allowed: a path that is resolved later must not lead elsewhere.
 */
const sandboxOfBrowsers = /^\/sandbox\/stripe\/(stripe\.js|v1(\/\w+)+)$/;

/** Answers a request. Requests without an answer here go to `next`, or get a 404 when there is no `next`. */
export type Listener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * Answers every request: first public answers from memory, then the API, the sandbox, and the pages that need to know
 * who is asking. In development all other pages and files are Vite's, which comes next.
 */
export function createListener(dependencies: ListenerDependencies): Listener {
  const { app, sandbox, config, log, proxies, assets, scope, metrics } = dependencies;
  const headers = Object.entries(dependencies.headers);
  const writeApiHead = writeHeadWith(apiHeaders(dependencies.headers));
  const answerApi = getRequestListener((request, bindings) => app.fetch(request, bindings));
  const answerSandbox = sandbox ? getRequestListener((request) => sandbox.fetch(request)) : null;
  const ownHost = new URL(config.publicUrl).host;
  const isUnderOtherHost = createHostCheck(config);
  const hiddenPages = new Set<string>(testPages.flatMap((page) => [page, `${page}/`]));

  return (request, response, next = () => void sendNotFound(request, response)) => {
    proxies.notice(request.headers);
    readAbsoluteForm(request);
    const path = pathOf(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const location = path !== null && isRead && isPage(path) ? addressOf(request, path) : null;
    if (location !== null) {
      // Not for good: what a browser keeps would outlive a mistake in the configuration.
      const redirect = { Location: location, 'Cache-Control': 'no-store' };
      response.writeHead(302, { ...dependencies.headers, ...redirect }).end();
      metrics.fileAnswered(302);
      return;
    }
    // What the caller takes for our host is believed nowhere; one that is missing or none would be answered 400 or 500.
    request.headers.host = ownHost;
    const asset = path !== null && isRead && !hiddenPages.has(path) ? assets.get(path) : undefined;
    if (asset) {
      sendFor(request, response, path, asset);
      metrics.fileAnswered(response.statusCode);
      return;
    }
    if (path !== null && isOfApi(path)) {
      response.writeHead = writeApiHead;
      void answerApi(request, response);
      return;
    }
    for (const [name, value] of headers) response.setHeader(name, value);
    if (path === null) {
      sendJson(response, 400, 'invalid_request', 'This address isn’t valid.');
      return;
    }
    const isSandbox = answerSandbox !== null && isBelow(path, '/sandbox');
    if (
      isSandbox &&
      !isRead &&
      !sandboxOfBrowsers.test(path) &&
      request.headers.origin !== config.publicUrl
    ) {
      sendJson(response, 403, 'forbidden', `This only works from ${config.publicUrl}.`);
      return;
    }
    if (answerSandbox && isOpenSandbox(path)) {
      void answerSandbox(request, response);
      return;
    }
    if (!isRead && !isSandbox) {
      response.setHeader('Allow', 'GET, HEAD');
      sendJson(response, 405, 'invalid_request', 'Pages can only be read.');
      return;
    }
    const requestId = requestIdOf(request.headers['x-request-id'], config.trustedProxyHops);
    response.setHeader(requestIdHeader, requestId);
    countWhenDone(request, response, path);
    void scope.run({ part: 'pages', request: requestId }, () =>
      answerForVisitor(request, response, path, next).catch((error: unknown) => {
        // Only where, not the whole path: the rest of it may be the secret of an order's link.
        log.error({ err: error, page: path.split('/')[1] }, 'a page could not be rendered');
        const message = `We couldn’t show this page.${sayNumber(requestId)}`;
        if (!response.headersSent) sendJson(response, 500, 'internal_error', message);
        else response.destroy();
      }),
    );
  };

  /** @returns where a page that was asked for under another host name, or by a short name, is; null when it is here */
  function addressOf(request: IncomingMessage, path: string): string | null {
    if (isUnderOtherHost(request)) return `${config.publicUrl}${request.url}`;
    const [, desk] = /^\/(admin|reader)\/?$/.exec(path) ?? [];
    return desk ? `/${desk}/dashboard` : null;
  }

  function countWhenDone(request: IncomingMessage, response: ServerResponse, path: string) {
    const startedAt = performance.now();
    // Never the path: it may be a secret, and strangers make up as many as they like.
    const route = renderedPageAt(path) ?? 'page';
    response.once('finish', () =>
      metrics.requestAnswered(
        request.method ?? 'GET',
        route,
        response.statusCode,
        performance.now() - startedAt,
      ),
    );
  }

  /** Whatever depends on who is asking. */
  async function answerForVisitor(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    next: () => void,
  ) {
    response.setHeader('Cache-Control', 'no-store');
    const user = await findUser(request);
    if (answerSandbox && isBelow(path, '/sandbox') && user?.role === 'admin') {
      await answerSandbox(request, response);
      return;
    }
    // What only admins may change in the sandbox is not there for others.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      await sendNotFound(request, response);
      return;
    }
    const page = testPageAt(path);
    if (page && !areTestPagesOpen(config, page, user)) {
      request.url = '/404';
      next();
      return;
    }
    const isAdminsMailTest = page === '/email-test' && user?.role === 'admin';
    const asset = isAdminsMailTest ? undefined : await dependencies.whenMade(path);
    if (asset) {
      sendFor(request, response, path, asset);
      return;
    }
    if (renderedPageAt(path) === null) {
      next();
      return;
    }
    const locals: App.Locals = {
      ...dependencies.readWords(),
      user: user && { username: user.username, role: user.role },
      businessTimeZone: config.businessTimeZone,
      asRunHere: (command) => asRunHere(command, config.commandWay),
      mailAccount:
        isAdminsMailTest && config.smtp
          ? { sender: config.smtp.from, server: new URL(config.smtp.url).host }
          : null,
      // An admin or a reader does not count as the customer, and a HEAD request does not count as a view.
      readOrder: (token) =>
        dependencies.readOrder(token, {
          isCustomer: user === null && request.method === 'GET' && !isAutomated(request),
          cookie: checkoutCookieOf(request),
        }),
      readReturnedForm: dependencies.readReturnedForm,
      readWithdrawal: dependencies.readWithdrawal,
      readReceipt: dependencies.readReceipt,
      readSetUp: (key) => dependencies.readSetUp(key, user?.id ?? null),
      readEvidence: dependencies.readEvidence,
      isReadersOrder: (number) => user !== null && dependencies.isReadersOrder(user.id, number),
    };
    const render = (answer: ServerResponse) => dependencies.renderPage(request, answer, next, locals);
    await (ownPages.test(path) ? sendOwnPage(request, response, render) : render(response));
  }

  function isOpenSandbox(path: string): boolean {
    return config.isProduction ? sandboxOfBrowsers.test(path) : isBelow(path, '/sandbox');
  }

  async function findUser(request: IncomingMessage): Promise<SignedIn | null> {
    const { sessions } = dependencies;
    const token = parseCookies(request.headers.cookie ?? '', sessions.cookieName)[sessions.cookieName];
    return token ? ((await sessions.find(token))?.user ?? null) : null;
  }

  function checkoutCookieOf(request: IncomingMessage): string | null {
    const { checkoutCookie } = dependencies;
    return parseCookies(request.headers.cookie ?? '', checkoutCookie)[checkoutCookie] ?? null;
  }

  function sendFor(request: IncomingMessage, response: ServerResponse, path: string | null, asset: Asset) {
    const { url = '' } = request;
    const shown = thankYou.test(url) ? thankYouFor(asset, url, thanksFor(request)) : asset;
    sendAsset(request, response, shown, path === '/404' ? 404 : 200);
  }

  /** @returns a function that reads what the browser that ordered may know of its order; null for any other browser */
  function thanksFor(request: IncomingMessage): (orderNumber: string) => OrderThanks | null {
    return (orderNumber) => {
      const cookie = checkoutCookieOf(request);
      return cookie === null ? null : dependencies.readThanks(cookie, orderNumber);
    };
  }

  async function sendNotFound(request: IncomingMessage, response: ServerResponse) {
    const page = assets.get('/404') ?? (await dependencies.whenMade('/404').catch(() => undefined));
    if (page) sendAsset(request, response, page, 404);
    else sendJson(response, 404, 'route_not_found', 'Page Not Found');
  }
}

/** Reads `GET http://host/path`, which proxies send, as its path; its host stands in place of the header (RFC 9112, 3.2.2). */
function readAbsoluteForm(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}

/** @returns the path of a request, or null when it is malformed */
function pathOf(url = '/'): string | null {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.startsWith('/')) return null;
  return path.includes('%') && decodePercent(path) === null ? null : path;
}

function isOfApi(path: string): boolean {
  return isBelow(path, '/api') || path === '/healthz' || path === '/readyz' || path === '/metrics';
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

function sendJson(
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

/** Whether no person asks, as far as the headers say: fetched ahead by a browser, or by a link preview or a crawler. */
function isAutomated({ headers }: IncomingMessage): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join();
  const agent = headers['user-agent'];
  return /prefetch|prerender|preview/i.test(purpose) || !agent || isbot(agent);
}
