import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { outbox } from '../../../db/schema.ts';
import { runCommand } from '../../../tests/kit/commands.ts';
import { startStripeAccount } from '../../../tests/kit/stripe-account.ts';
import { stripeKeys } from '../../../tests/kit/stripe-keys.ts';
import { folderOfTest } from '../../../tests/kit/temporary-folder.ts';
import { signatureHeader } from '../../sandbox/payments/queue.ts';
import { sandboxKeys } from '../../sandbox/sandbox-keys.ts';
import { parseConfig } from '../base/config/config.ts';
import { sendDueMail } from '../mailing/send-due-mail.ts';
import { listAlerts } from '../ops/alerts.ts';
import { createUser } from '../people/create-user.ts';
import { openService, type ServiceOptions } from './open-service.ts';

/** The service without its HTTP server, on the sandbox. */
async function startOnSandbox(env: Record<string, string>, surroundings?: ServiceOptions) {
  const config = parseConfig({
    DATABASE_PATH: ':memory:',
    STRIPE_SANDBOX_PORT: '0',
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const service = await openService(config, surroundings);
  onTestFinished(() => service.close());
  const mails = async () => {
    const answer = await service.sandbox?.app.request('/sandbox/mail.json');
    return (await answer?.json()) as { subject: string; text: string }[];
  };
  return { ...service, config, mails };
}

const production = {
  NODE_ENV: 'production',
  STRIPE_MODE: 'sandbox',
  PUBLIC_URL: 'https://tarot.example.com',
  TRUSTED_PROXY_HOPS: '1',
};
const email = 'ada@staff.example';

test.each([
  ['hides account mail and rejects the built-in key in production', production, 0, 401],
  ['shows all mail and accepts the built-in key outside production', {}, 1, 200],
])('%s', async (_what, env, resets, listed) => {
  const { context, app, config, mails, sandbox } = await startOnSandbox(env);
  await createUser(context, { username: 'ada', password: 'the wheel turns', role: 'admin', email });
  const ask = (path: string, body: object) =>
    app.request(path, {
      method: 'POST',
      headers: { origin: config.publicUrl, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await ask('/api/password-reset', { email })).status).toBe(200);
  expect((await ask('/api/test-email', { email: 'me@customers.example' })).status).toBe(200);
  await sendDueMail(context);
  const kept = await mails();
  expect(kept.filter(({ subject }) => subject.startsWith('Test'))).toHaveLength(1);
  expect(kept.filter(({ text }) => text.includes('/admin/new-password#'))).toHaveLength(resets);
  const list = async (key = '') => {
    const headers = { authorization: `Bearer ${key}` };
    return (await sandbox?.app.request('/sandbox/stripe/v1/payment_intents', { headers }))?.status;
  };
  expect(await list(sandboxKeys.secretKey)).toBe(listed);
  expect(await list(sandbox?.keys.secretKey)).toBe(200);
});

test.each([
  ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }],
  ['refund.failed', { id: 're_1', object: 'refund', payment_intent: 'pi_1' }],
])('refuses a %s signed with the built-in secret in production', async (type, object) => {
  const [shop, other] = [await startOnSandbox(production), await startOnSandbox(production)];
  const trial = await startOnSandbox({});
  const send = async ({ app }: typeof shop, secret = '') => {
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: `evt_${type}`, object: 'event', type, created, data: { object } });
    const headers = { 'stripe-signature': signatureHeader(body, secret, created) };
    return (await app.request('/api/stripe/webhook', { method: 'POST', headers, body })).status;
  };
  expect(await send(shop, sandboxKeys.webhookSecret)).toBe(400);
  expect(await send(shop, other.sandbox?.keys.webhookSecret)).toBe(400);
  expect(await send(shop, shop.sandbox?.keys.webhookSecret)).toBe(200);
  expect(await send(trial, sandboxKeys.webhookSecret)).toBe(200);
});

test('serves Stripe’s API on the sandbox port, but no mail', async () => {
  const { sandbox } = await startOnSandbox({});
  const status = async (path: string) => (await fetch(`${sandbox?.apiBase}${path}`)).status;
  expect(await status('/v1/payment_intents')).toBe(401);
  expect(await status('/sandbox/mail.json')).toBe(404);
});

test('moves a second demo’s sandbox to another port unless one is set', async () => {
  const first = createServer().listen(12_111, '127.0.0.1');
  // A demo that runs beside the tests may already have the port.
  await once(first, 'listening').catch(() => undefined);
  onTestFinished(() => void first.close());
  const named = startOnSandbox({ STRIPE_SANDBOX_PORT: '12111' }, { sandboxMayMove: true });
  await expect(named).rejects.toThrow(
    "The sandbox's port 12111 is already in use. Set STRIPE_SANDBOX_PORT to a free port, or 0 for any.",
  );
  await expect(startOnSandbox({ STRIPE_SANDBOX_PORT: '' })).rejects.toThrow('12111 is already in use');
  const { sandbox } = await startOnSandbox({ STRIPE_SANDBOX_PORT: '' }, { sandboxMayMove: true });
  expect(sandbox?.apiBase).not.toContain(':12111');
});

test('makes new and existing files readable by its user only', async () => {
  const folder = folderOfTest();
  const env = { DATABASE_PATH: join(folder, 'data', 'tarot.db') };
  const modes = () =>
    readdirSync(join(folder, 'data')).map((name) => {
      const { mode } = statSync(join(folder, 'data', name));
      return `${name} ${(mode & 0o777).toString(8)}`;
    });
  const expected = ['', '-lock', '-shm', '-wal', '.sandbox', '.sandbox-shm', '.sandbox-wal'].map(
    (part) => `tarot.db${part} 600`,
  );
  const first = await startOnSandbox(env);
  expect(modes().sort()).toEqual(expected);
  await first.close();
  for (const name of ['tarot.db', 'tarot.db.sandbox']) chmodSync(join(folder, 'data', name), 0o644);
  await startOnSandbox(env);
  expect(modes().sort()).toEqual(expected);
});

test('retries failed mail at the start', async () => {
  const env = { DATABASE_PATH: join(folderOfTest(), 'tarot.db') };
  const first = await startOnSandbox(env);
  const { db, clock } = first.context;
  const waiting = { kind: 'test_email', attempts: 5, nextAttemptAt: clock.now() + 3_600_000 } as const;
  const to = { toName: '', toAddress: 'me@customers.example', createdAt: clock.now() };
  writeNow(db, (tx) =>
    tx
      .insert(outbox)
      .values({ ...waiting, ...to, messageId: '<waits@tarot.example.com>' })
      .run(),
  );
  await first.close();
  const { mails } = await startOnSandbox(env);
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), 5_000);
});

test('checks the Stripe account after the start and alerts on problems', async () => {
  const stripe = await startStripeAccount();
  onTestFinished(() => stripe.close());
  const { context, troubles } = await startOnSandbox({
    ...stripeKeys('test'),
    STRIPE_API_BASE: stripe.apiBase,
  });
  expect(listAlerts(context, troubles)).toEqual([]);
  const message = expect.stringMatching(/^Stripe has no webhook endpoint/);
  await vi.waitFor(
    () => expect(listAlerts(context, troubles)).toMatchObject([{ code: 'webhook_silent', message }]),
    10_000,
  );
  expect(stripe.calls).toContain('GET account');
});

test('refuses to start when an earlier shop’s database is missing', async () => {
  const folder = folderOfTest();
  const data = join(folder, 'data');
  const env = { DATABASE_PATH: join(data, 'tarot.db'), CACHE_DIRECTORY: join(folder, 'cache') };
  await (await startOnSandbox(env)).close();
  renameSync(data, join(folder, 'unmounted'));
  mkdirSync(data);
  const refusal =
    /There is no database .*tarot\.db, but a shop has run here: .* Mount its disk.* --new-shop\.\s*$/;
  await expect(startOnSandbox(env)).rejects.toThrow(refusal);
  const migrate = await runCommand(['migrate'], { env });
  expect([migrate.code, migrate.err]).toEqual([1, expect.stringMatching(refusal)]);
  expect(readdirSync(data)).toEqual([]);
  const copy = join(folder, 'unmounted', 'tarot.db');
  expect((await runCommand(['restore', copy], { env })).err).toBe('');
  await (await startOnSandbox(env)).close();
  for (const name of readdirSync(data)) rmSync(join(data, name));
  await startOnSandbox(env, { isNewShop: true });
  expect(readdirSync(data)).toContain('tarot.db');
});

test.each<[what: string, leave: (path: string) => void]>([
  ['a read-only -shm', (path) => chmodSync(`${path}-shm`, 0o400)],
  ['a read-only -wal', (path) => chmodSync(`${path}-wal`, 0o400)],
  ['a read-only -journal', (path) => writeFileSync(`${path}-journal`, '', { mode: 0o400 })],
])('says in one line that a crash left %s', async (_what, leave) => {
  const folder = folderOfTest();
  const path = join(folder, 'tarot.db');
  const service = await startOnSandbox({ DATABASE_PATH: path });
  const parts = ['', '-wal', '-shm'].map((end) => [path + end, readFileSync(path + end)] as const);
  await service.close();
  for (const [name, content] of parts) writeFileSync(name, content, { mode: 0o600 });
  leave(path);
  // Root may write everything.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  for (const name of ['.', ...readdirSync(folder)])
    chownSync(join(folder, name), user.uid ?? -1, user.gid ?? -1);
  const { code, err } = await runCommand(['migrate'], { env: { DATABASE_PATH: path }, ...user });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^Career Tarot cannot start: User .* needs permission to read and write .*tarot\.db-\w+\. .*chmod u\+rw .*\n$/,
  );
});
