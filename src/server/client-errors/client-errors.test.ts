import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import { createTestApp, type TestAppOptions } from '../../testing/test-app.ts';

const path = '/api/client-errors';
const report = {
  name: 'TypeError',
  part: 'overview',
  page: 'admin/dashboard',
  at: '/_astro/AdminDashboard.B2zEzDf5.js:1:20344',
};
const hour = 60 * 60_000;

function open(options: TestAppOptions = {}) {
  const lines: string[] = [];
  const env = { LOG_LEVEL: 'info', ...options.env };
  const app = createTestApp({ ...options, env, logTo: { write: (line) => void lines.push(line) } });
  const visitor = app.visitor();
  const told = () =>
    lines.filter((line) => line.includes('a page failed unexpectedly')).map((l) => JSON.parse(l));
  return {
    app,
    visitor,
    told,
    send: (changes = {}) => visitor.post<ErrorBody>(path, { ...report, ...changes }),
  };
}

test('an error of a page reaches the log, once in an hour however often it is reported', async () => {
  const { app, send, told } = open();
  for (let i = 0; i < 3; i++) expect((await send()).status).toBe(200);
  expect(told()).toMatchObject([{ level: 50, ...report }]);
  await send({ at: null });
  expect(told()).toHaveLength(2);
  app.clock.advance(hour);
  await send();
  expect(told()).toHaveLength(3);
  expect(told()[2]).toMatchObject({ ...report, repeats: 2 });
});

test.each<[string, object]>([
  ['a message', { message: 'Ana Lima is not a function' }],
  ['a name in words', { name: 'ana@customers.example' }],
  ['an address with a key in it', { page: '/order/AAAAAAAAAAAAAAAAAAAAAA' }],
  ['the place of an inline script', { at: '/order/AAAAAAAAAAAAAAAAAAAAAA:1:1' }],
  ['a query', { at: '/_astro/page.js?order=CT-7K3M9Q:1:1' }],
  ['somebody else’s script', { at: 'https://evil.example/page.js:1:1' }],
  ['a part that there is not', { part: 'Ana Lima' }],
  ['too long a place', { at: `/${'x'.repeat(200)}.js:1:1` }],
  ['a second line', { at: '/_astro/page.js\n{"level":60}.js:1:1' }],
])('%s is refused, and stands in no log', async (_what, changes) => {
  const { send, told } = open();
  const { status, body } = await send(changes);
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  expect(told()).toEqual([]);
});

test('whoever makes errors up fills no log: not from one address, and not with ever new ones', async () => {
  const limited = open({ env: { RATE_LIMITS: 'on' } });
  for (let i = 0; i < 10; i++) expect((await limited.send({ name: `Error${i}` })).status).toBe(200);
  expect((await limited.send({ name: 'One' })).status).toBe(429);
  const { app, send, told } = open();
  for (let i = 0; i < 120; i++) await send({ name: `Error${i}` });
  expect(told()).toHaveLength(100);
  app.clock.advance(hour);
  await send({ name: 'Later' });
  expect(told()).toHaveLength(101);
});
