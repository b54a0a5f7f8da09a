import { expect, test } from 'vitest';
import { createTestApp, type TestAppOptions } from '../../../tests/kit/test-app.ts';

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
  const send = (changes = {}) => visitor.post(path, { ...report, ...changes });
  return { app, told, send };
}

test('logs the same page error once an hour and counts repeats', async () => {
  const { app, send, told } = open();
  for (let i = 0; i < 3; i++) expect((await send()).status).toBe(200);
  expect(told()).toMatchObject([{ level: 'error', ...report }]);
  await send({ at: null });
  expect(told()).toHaveLength(2);
  app.clock.advance(hour);
  await send();
  expect(told()).toHaveLength(3);
  expect(told()[2]).toMatchObject({ ...report, repeats: 2 });
});

test.each([
  { message: 'Ana Lima is not a function' },
  { name: 'ana@customers.example' },
  { page: '/order/AAAAAAAAAAAAAAAAAAAAAA' },
  { at: '/order/AAAAAAAAAAAAAAAAAAAAAA:1:1' },
  { at: '/_astro/page.js?order=CT-7K3M9Q:1:1' },
  { at: 'https://evil.example/page.js:1:1' },
  { part: 'Ana Lima' },
  { at: `/${'x'.repeat(200)}.js:1:1` },
  { at: '/_astro/page.js\n{"level":60}.js:1:1' },
])('refuses a report with personal or malformed data and logs nothing: %j', async (changes) => {
  const { send, told } = open();
  expect(await send(changes)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  expect(told()).toEqual([]);
});

test('limits made-up errors, both from one address and in total', async () => {
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
