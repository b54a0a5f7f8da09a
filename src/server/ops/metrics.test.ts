import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import { serviceFacts } from '../../../db/schema.ts';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { minutes } from '../../shared/durations.ts';
import { watchJob } from '../app/jobs.ts';
import { noControl } from '../base/context.ts';

const token = 'a token that is long enough, made up'.replaceAll(' ', '-');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** An app behind a real server on this machine. */
async function createWatched(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  const server = createServer(getRequestListener((request, bindings) => app.app.fetch(request, bindings)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  const { port } = server.address() as AddressInfo;
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  const metrics = async () => (await ask()).text();
  return { app, ask, metrics };
}

test('answers a local request in Prometheus text format', async () => {
  const { app, ask } = await createWatched();
  app.metrics.measureProcess();
  const answer = await ask();
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  // Each line is a remark or a value: `name{labels} number`.
  for (const line of text.split('\n').filter(Boolean)) {
    expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_0-9]+(\{([a-z_]+="[^"]*",?)+\})? ([\d.e+-]+|\+Inf|NaN))$/i);
  }
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
    expect(text).toContain(`\n${name} `);
  }
});

test('requires the token from other machines and through a proxy', async () => {
  const unset = { 'X-Forwarded-For': '192.0.2.1', authorization: 'Bearer null' };
  expect((await (await createWatched()).ask(unset)).status).toBe(404);
  // Of a public shop it is not read without, though a proxy adds nothing to a request.
  const shop = await createWatched({ PUBLIC_URL: 'https://tarot.example.com', METRICS_TOKEN: token });
  expect((await shop.ask()).status).toBe(404);
  expect((await shop.ask({ authorization: `Bearer ${token}` })).status).toBe(200);
  const { ask } = await createWatched({ METRICS_TOKEN: token });
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
    expect([name, (await ask({ [name]: '127.0.0.1' })).status]).toEqual([name, 404]);
  }
});

test.each([
  [`Bearer ${token}`, 200],
  [`bearer ${token}`, 200],
  [`Bearer ${token}x`, 404],
  ['Bearer', 404],
  [`Basic ${token}`, 404],
])('answers to the authorization %j through a proxy: %d', async (authorization, status) => {
  const { ask } = await createWatched({ METRICS_TOKEN: token });
  expect((await ask({ 'X-Forwarded-For': '192.0.2.1', authorization })).status).toBe(status);
});

test('counts requests by route and shows no path', async () => {
  const { app, metrics } = await createWatched();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId } = await app.buy();
  await admin.get(`/api/orders/${orderId}`);
  await admin.get('/api/orders/nobodys');
  await app.visitor().get('/api/a-secret-without-a-route');
  const text = await metrics();
  const counted = (route: string, status: number) =>
    `career_tarot_http_requests_total{method="GET",route="${route}",status="${status}"} 1\n`;
  expect(text).toContain(counted('/api/orders/:id', 200));
  expect(text).toContain(counted('/api/orders/:id', 404));
  expect(text).toContain(counted('none', 404));
  expect(text).not.toMatch(new RegExp(`${orderId}|nobodys|a-secret`));
  expect(text).toMatch(/duration_seconds_bucket\{le="\+Inf",method="GET",route="\/api\/orders\/:id"\} 2\n/);
  expect(text).toMatch(/duration_seconds_count\{method="GET",route="\/api\/orders\/:id"\} 2\n/);
});

test('counts orders, mails, Stripe calls and the age of the backup', async () => {
  const { app, metrics } = await createWatched();
  await app.buy();
  app.clock.advance(minutes(10));
  expect(await metrics()).not.toMatch(/^career_tarot_backup_age_seconds/m);
  const at = app.clock.now() - minutes(5);
  const last = { name: 'backup.last', value: JSON.stringify({ at }) };
  app.db.insert(serviceFacts).values(last).run();
  const text = await metrics();
  expect(text).toContain('career_tarot_orders{status="pending",payment_status="paid"} 1\n');
  expect(text).toMatch(/career_tarot_outbox_mails\{state="queued"\} [1-9]/);
  expect(text).toContain('career_tarot_outbox_mails{state="failed"} 0\n');
  expect(text).toContain('career_tarot_outbox_late_seconds 600\n');
  expect(text).toContain('career_tarot_backup_age_seconds 300\n');
  expect(text).toMatch(/career_tarot_stripe_calls_total\{task="opening",result="answered"\} 1\n/);
});

test('counts failed job runs and keeps the time of the last success', async () => {
  const { app, metrics } = await createWatched();
  const { scope, metrics: counters, clock } = app;
  let error: Error | null = null;
  const works: unknown[] = [];
  const work = async () => {
    works.push(scope.getStore());
    clock.advance(2_000);
    if (error) throw error;
  };
  const job = watchJob({ name: 'outbox', every: 1, run: work }, { clock, scope, metrics: counters });
  const run = () => job.run(noControl);
  const first = clock.now();
  await run();
  error = new Error('No.');
  await expect(run()).rejects.toBe(error);
  expect(works).toEqual([{ job: 'outbox' }, { job: 'outbox' }]);
  const text = await metrics();
  expect(text).toContain('career_tarot_job_runs_total{job="outbox"} 2\n');
  expect(text).toContain('career_tarot_job_failures_total{job="outbox"} 1\n');
  const success = /career_tarot_job_last_success_timestamp_seconds\{job="outbox"\} (\S+)\n/.exec(text)?.[1];
  expect(Number(success)).toBe(first / 1_000);
});
