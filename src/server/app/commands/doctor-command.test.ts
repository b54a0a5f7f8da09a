import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCommand, runCommand } from '../../../../tests/kit/commands.ts';
import { listenOnLoopback } from '../../../../tests/kit/loopback.ts';
import { selfMadeCertificate } from '../../../../tests/kit/self-made-certificate.ts';
import { sampleEndpoint, startStripeAccount } from '../../../../tests/kit/stripe-account.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { type HealthReport, healthChecks } from '../../../shared/ops/health.ts';
import { run } from './doctor-command.ts';

const folder = folderOfFile();
const databasePath = join(folder, 'tarot.db');
const stripe = await startStripeAccount();
const received: string[] = [];
const smtp = new SMTPServer({
  ...selfMadeCertificate,
  logger: false,
  onAuth: ({ password }, _session, done) =>
    password === 'p@ss' ? done(null, { user: 'mailer' }) : done(new Error('No.')),
  onData(stream, { envelope }, done) {
    received.push(...envelope.rcptTo.map(({ address }) => address));
    stream.on('end', () => done(null, 'queued as 42')).resume();
  },
});
const app = createTestApp({ databasePath });
/** The service, and a proxy in front of it as a visitor meets it. */
const service = createServer(getRequestListener(app.app.fetch));
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, 'x-forwarded-for': '192.0.2.1' };
  const { port } = service.address() as AddressInfo;
  incoming.pipe(
    request({ port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    }).on('error', () => outgoing.writeHead(502).end()),
  );
});

let env: Record<string, string>;
beforeAll(async () => {
  const port = await listenOnLoopback(service);
  const publicPort = await listenOnLoopback(proxy);
  const mailPort = await listenOnLoopback(smtp.server);
  const publicUrl = `http://127.0.0.1:${publicPort}`;
  stripe.setEndpoints(sampleEndpoint({ url: `${publicUrl}/api/stripe/webhook` }));
  env = {
    DATABASE_PATH: databasePath,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXY_HOPS: '1',
    STRIPE_SECRET_KEY: 'sk_test_hunter2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
    STRIPE_API_BASE: stripe.apiBase,
    SMTP_URL: `smtp://mailer:p%40ss@127.0.0.1:${mailPort}?tls.rejectUnauthorized=false`,
    MAIL_FROM: 'Cards <hello@cards.example>',
  };
});
afterAll(async () => {
  for (const server of [service, proxy]) server.closeAllConnections();
  for (const server of [service, proxy]) server.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  stripe.close();
  app.db.$client.close();
});

async function report(changes: Record<string, string> = {}) {
  const { code, out } = await callCommand(run, ['--json'], { env: { ...env, ...changes } });
  expect(out).not.toMatch(/hunter2|p@ss|p%40ss|192\.0\.2\.1/);
  const { findings }: HealthReport = JSON.parse(out);
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
  return { code, states, findings };
}
test('passes a healthy service with its proxy, Stripe and mail server', async () => {
  const { code, states } = await report();
  // The files are root's where the tests run as root.
  const { database, ...others } = states;
  expect(['ok', 'warning']).toContain(database);
  const expected = Object.keys(healthChecks)
    .filter((check) => check !== 'database')
    .map((check) => [check, 'ok']);
  expect(others).toEqual(Object.fromEntries(expected));
  expect(code).toBe(0);
});

test('marks each check, advises on failures and sends a test mail', async () => {
  const { code, out, err } = await runCommand(['doctor', '--mail', 'ada@example.com'], {
    env: { ...env, TRUSTED_PROXY_HOPS: '2' },
  });
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/^✓ Node +This is Node /m);
  expect(out).toMatch(/^✗ Public address +1 proxy added .*\n +→ .*TRUSTED_PROXY_HOPS=1/m);
  expect(out).toMatch(/^✓ Email .* The server accepted the test email: “250 queued as 42”/m);
  expect(out).toMatch(/\n1 failed(, \d+ warnings?)?\.\n$/);
  expect(received).toEqual(['ada@example.com']);
  expect(out).not.toContain('\u001b');
});

test('waits for the service silently, or reports that it ended', async () => {
  expect(await callCommand(run, ['--wait'], { env })).toEqual({ code: 0, out: '', err: '' });
  const ended = { ...env, PORT: '1', MAINPID: String(spawnSync('true').pid) };
  const { code, err } = await callCommand(run, ['--wait'], { env: ended });
  expect([code, err]).toEqual([1, expect.stringContaining('stopped before it answered')]);
});

test('exits with 1 when Stripe, mail or the database is wrong', async () => {
  const { code, states } = await report({
    STRIPE_API_BASE: 'http://127.0.0.1:1',
    SMTP_URL: (env.SMTP_URL ?? '').replace('p%40ss', 'hunter2'),
    DATABASE_PATH: join(folder, 'another.db'),
  });
  expect(code).toBe(1);
  expect(states).toMatchObject({ address: 'error', clock: 'error', stripe: 'error', mail: 'error' });
  expect(existsSync(join(folder, 'another.db'))).toBe(false);
});

test.each<[string[], number, RegExp]>([
  [['--mail', 'ada'], 2, /^Usage: npm run doctor/],
  [['--wait', '--json'], 2, /^Usage: npm run doctor/],
  [['now'], 2, /Unexpected argument 'now'/],
])('refuses the arguments %j', async (words, expected, said) => {
  const { code, out, err } = await callCommand(run, words);
  expect([code, out, err]).toEqual([expected, '', expect.stringMatching(said)]);
});
