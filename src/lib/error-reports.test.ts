import { expect, test } from 'vitest';
import { type ClientError, clientErrorSchema } from '../shared/ops/client-error-schema.ts';
import { createErrorReports } from './error-reports.ts';
import { watchErrors } from './error-watch.ts';

const origin = 'https://tarot.example';
const place = '/_astro/AdminDashboard.B2z.js:1:20344';
const ours = `    at Content (${origin}/_astro/AdminDashboard.B2z.js?v=1:1:20344)`;

function open(pathname = '/admin/dashboard', send = async (): Promise<unknown> => null) {
  const sent: ClientError[] = [];
  const keep = (error: ClientError) => {
    sent.push(error);
    return send();
  };
  const reports = createErrorReports(keep, () => ({ origin, pathname }));
  return { sent, ...reports };
}

function thrown(stack: string, message = 'Ana Lima, ana@customers.example'): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n${stack}`;
  return error;
}

test('reports the kind and place of an error, but not its message', () => {
  const { report, sent } = open();
  report(thrown(`    at x (chrome-extension://abc/content.js:1:1)\n${ours}`), 'overview');
  const page = 'admin/dashboard';
  expect(sent).toEqual([{ name: 'TypeError', part: 'overview', page, at: place }]);
});

test.each([
  ['/', 'home'],
  ['/thank-you', 'thank-you'],
  ['/reader/dashboard/', 'reader/dashboard'],
  ['/order/AAAAAAAAAAAAAAAAAAAAAA', 'order'],
  ['/reader/orders/CT-7K3M9Q', 'reader/orders'],
  ['/ana@customers.example', 'other'],
])('reports the page %s as %s', (pathname, page) => {
  const { report, sent } = open(pathname);
  report(thrown(ours), 'page');
  expect(sent[0]?.page).toBe(page);
});

test.each([
  ['something that is no error', 'Ana Lima'],
  ['an invalid error name', Object.assign(new Error('x'), { name: 'Ana Lima <ana@customers.example>' })],
  ['no stack', Object.assign(new Error('x'), { stack: undefined })],
  ['a script in the page', thrown(`    at ${origin}/order/AAAAAAAAAAAAAAAAAAAAAA:1:1`)],
  ['another origin', thrown(`    at ${origin}.evil.example/x.js:1:1`)],
  ['a long path', thrown(`    at ${origin}/${'x'.repeat(500)}.js:1:1`)],
])('sends a valid report without private data for %s', (_what, error) => {
  const { report, sent } = open();
  report(error, 'page');
  expect(clientErrorSchema.safeParse(sent[0]).error).toBeUndefined();
  expect(sent[0]?.at).toBeNull();
  expect(JSON.stringify(sent)).not.toMatch(/ana|AAAA|evil/i);
});

test('reports the same error once and at most five in all', async () => {
  const { report, sent } = open('/', () => Promise.reject(new Error('offline')));
  for (let i = 0; i < 3; i++) report(thrown(ours), 'page');
  expect(sent).toHaveLength(1);
  for (let i = 0; i < 10; i++) report(thrown(ours.replace('1:20344', `1:${i}`)), 'page');
  expect(sent).toHaveLength(5);
});

test('reports uncaught errors only when one of our scripts is involved', () => {
  const { report, sent } = open();
  const others = [thrown('    at chrome-extension://abc/content.js:1:1'), null, 'a word'];
  for (const error of others) report(error);
  report(thrown(ours));
  expect(sent).toMatchObject([{ part: 'page', at: place }]);
});

test('reports uncaught errors and rejections until it is stopped', () => {
  const page = new EventTarget() as Window;
  const seen: unknown[] = [];
  const stop = watchErrors(page, (error) => void seen.push(error));
  const raise = (type: string, what: object) => page.dispatchEvent(Object.assign(new Event(type), what));
  raise('error', { error: 'first' });
  raise('unhandledrejection', { reason: 'second' });
  stop();
  raise('error', { error: 'third' });
  expect(seen).toEqual(['first', 'second']);
});
