import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { RenderPage } from '../../src/server/app/public-pages.ts';
import { createListener } from '../../src/server/base/http/listener.ts';
import type { Role } from '../../src/shared/people/signed-in-user.ts';
import { addSignedIn } from './builders.ts';
import { listenOnLoopback } from './loopback.ts';
import { createTestApp, type TestAppOptions } from './test-app.ts';

const texts: Record<string, string> = {
  '/': 'checkout',
  '/404': 'Page Not Found',
  '/faq': 'questions',
  '/admin/login': 'sign-in',
};

/** Renders dashboards, saying for whom, and the thank-you page; of all others the address. */
const renderPages: RenderPage = async ({ pathname, searchParams }, { user, load }) => {
  if (pathname === '/thank-you') {
    const thanks = load('/thank-you', searchParams.get('order') ?? '');
    return new Response(thanks ? `sent to ${thanks.sentTo}` : 'Thank you.');
  }
  const isDesk = pathname.endsWith('/dashboard');
  const desk = `dashboard for ${user ? `${user.username}, ${user.role}` : 'visitors'}`;
  const status = pathname === '/404' ? 404 : 200;
  return new Response(isDesk ? desk : (texts[pathname] ?? pathname), { status });
};

const hostOfFetch = 'x-host';

export interface StartOptions extends Pick<TestAppOptions, 'env' | 'logTo'> {
  render?: RenderPage;
  hasSandbox?: boolean;
}
export type Service = Awaited<ReturnType<typeof startService>>;

/** Starts the app behind its real listener, with plain texts as pages. */
export async function startService(options: StartOptions = {}) {
  const app = createTestApp({
    ...options,
    site: { files: new Map(), scriptHashes: [], render: options.render ?? renderPages },
    sandbox: options.hasSandbox === false ? null : new Hono().all('/sandbox/*', (c) => c.text('sandbox')),
  });
  const listener = createListener(app.app, app.config);
  const server = createServer((request, response) => {
    // fetch names the host itself.
    const named = request.headers[hostOfFetch];
    if (named) request.headers.host = String(named);
    listener(request, response);
  });
  const port = await listenOnLoopback(server);
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  const { host } = new URL(app.config.publicUrl);
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set(hostOfFetch, headers.get('host') ?? host);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Sends a request line that no browser and no fetch would send. */
  const askRaw = (target: string, rest = `HTTP/1.1\r\nHost: ${host}`) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET ${target} ${rest}\r\nConnection: close\r\n\r\n`);
      });
      socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
  /** Begins a request, and is gone once the service waits for the rest of its body. */
  const hangUp = async (line: string, rest: string) => {
    const arrived = once(server, 'request');
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const headers = `Host: x\r\nOrigin: ${app.config.publicUrl}\r\nContent-Type: application/json`;
    socket.write(`${line} HTTP/1.1\r\n${headers}\r\nStripe-Signature: x\r\n${rest}`);
    await arrived;
    socket.resetAndDestroy();
  };
  /** Resolves with the cookie of a new user who is signed in. */
  const cookieOf = async (role: Role) => {
    const { cookies } = await addSignedIn(app, role, role);
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  };
  return { app, ask, askRaw, hangUp, cookieOf, close };
}

export async function startForTest(options?: StartOptions): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => void service.close());
  return service;
}
