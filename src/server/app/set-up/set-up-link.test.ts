import { expect, test } from 'vitest';
import { users } from '../../../../db/schema.ts';
import {
  account,
  browserOf,
  business,
  keyIn,
  peopleOf,
  reader,
  start,
} from '../../../../tests/kit/first-start.ts';
import type { TestApp } from '../../../../tests/kit/test-app.ts';
import { setUpKeyIn } from '../../../shared/shop/set-up-schema.ts';
import { readBackupSettings } from '../../ops/backups/backup-settings.ts';
import { readIdentity } from '../../shop/read-business.ts';
import { closeSetUp, openSetUp, readSetUp } from './set-up.ts';

test('creates one admin when two browsers use the link at once', async () => {
  const { app, key, send, page } = await start();
  const other = browserOf(app, key);
  await Promise.all([send('admin', account), other.send('admin', { ...account, username: 'Eve' })]);
  expect(peopleOf(app)).toHaveLength(1);
  const steps = [(await page())?.step, (await other.page())?.step];
  expect(steps.sort()).toEqual(['business', 'used']);
  const loser = (await page())?.step === 'used' ? browserOf(app, key) : other;
  expect((await loser.browser.get('/api/auth/user')).status).toBe(401);
});

test('replaces the link at each start until there is an admin', async () => {
  const { app, key, send } = await start();
  const stored = JSON.stringify(app.db.$client.prepare('SELECT name, value FROM service_facts').all());
  expect(stored).toMatch(/"set_up_key","value":"[0-9a-f]{64}"/);
  expect(stored).not.toContain(key);
  const second = keyIn(await openSetUp(app.context));
  expect(second).not.toBe(key);
  expect(readSetUp(app.context, key, null)).toBeNull();
  await send('admin', account);
  expect(peopleOf(app)).toEqual([]);
  const next = browserOf(app, second);
  await next.send('admin', account);
  expect(peopleOf(app)).toHaveLength(1);
  expect(await openSetUp(app.context)).toBeNull();
});

const deactivate = (app: TestApp) => void app.db.update(users).set({ isActive: false }).run();
const removeAll = (app: TestApp) => app.db.$client.exec('DELETE FROM sessions; DELETE FROM users');

test.each<[string, happen: (app: TestApp) => unknown]>([
  ['an earlier version’s admin', (app) => app.signIn('admin')],
  ['a deactivated admin', (app) => app.signIn('admin').then(() => deactivate(app))],
  ['a command-line admin who is gone', (app) => closeSetUp(app.context)],
  [
    'a deleted admin seen at a start',
    async (app) => {
      await app.signIn('admin');
      await openSetUp(app.context);
      removeAll(app);
    },
  ],
  ['a reader', (app) => app.signIn('reader')],
])('closes the set-up for good once there was %s', async (_what, happen) => {
  const { app, key, send } = await start();
  await happen(app);
  const before = peopleOf(app);
  await send('admin', { ...account, username: 'Eve' });
  expect(peopleOf(app)).toEqual(before);
  expect(readSetUp(app.context, key, null)).toEqual({ step: 'used' });
  expect(await openSetUp(app.context)).toBeNull();
});

test('rejects guessed keys', async () => {
  const { app, key } = await start();
  const other = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`;
  for (const guess of [key.slice(1), `${key}A`, other, key.toLowerCase(), '%00', "x' OR 1=1"]) {
    expect(readSetUp(app.context, setUpKeyIn(guess), null)).toBeNull();
    const answer = await browserOf(app, encodeURIComponent(guess)).send('admin', account);
    expect([guess, answer.status, answer.headers.get('set-cookie')]).toEqual([guess, 303, null]);
  }
  expect(peopleOf(app)).toEqual([]);
});

test('limits how often keys can be guessed', async () => {
  const { app, send, page } = await start({ env: { RATE_LIMITS: 'on' } });
  const stranger = browserOf(app, 'A'.repeat(43));
  for (let guess = 1; guess <= 30; guess += 1) await stranger.send('admin', account);
  expect((await stranger.send('admin', account)).status).toBe(429);
  expect((await send('admin', account)).status).toBe(303);
  expect(await page()).toMatchObject({
    step: 'admin',
    form: {
      typed: { username: 'Ada', email: 'ada@quiet.example' },
      problems: [{ about: [], text: expect.stringMatching(/^Too many tries/) }],
    },
  });
});

test('refuses forms sent from another site', async () => {
  const { app, key } = await start();
  for (const origin of ['https://evil.example', 'null', '']) {
    const { send } = browserOf(app, key, { origin });
    for (const step of ['admin', 'business', 'reader', 'backups']) {
      const { status, body } = await send(step, account);
      expect([status, body.error?.code]).toEqual([403, 'forbidden']);
    }
  }
  expect(peopleOf(app)).toEqual([]);
});

test('reserves the later steps for the admin who began', async () => {
  const { app, key, send, page } = await start();
  const before = readIdentity(app.context);
  const stranger = browserOf(app, key);
  await send('admin', account);
  const colleague = browserOf(app, key);
  for (const [name, value] of (await app.signIn('admin', 'second')).cookies)
    colleague.browser.cookies.set(name, value);
  const sendByOthers = async (step: string, form: Record<string, string>) => {
    for (const other of [stranger, colleague]) await other.send(step, form);
  };
  await sendByOthers('business', { ...business, contactEmail: 'eve@evil.example' });
  expect(readIdentity(app.context)).toEqual(before);
  await send('business', business);
  await sendByOthers('reader', reader);
  expect(peopleOf(app)).toHaveLength(2);
  await send('reader', { choice: 'skip' });
  await sendByOthers('backups', {});
  expect(readBackupSettings(app.db).isOn).toBe(true);
  expect(await page()).toMatchObject({ step: 'backups' });
  expect(readSetUp(app.context, key, 'another user')).toEqual({ step: 'used' });
});

test('closes the later steps after a day', async () => {
  const { app, key, send } = await start();
  await send('admin', account);
  app.clock.advance(24 * 3_600_000);
  expect(readSetUp(app.context, key, peopleOf(app)[0]?.id ?? '')).toEqual({ step: 'used' });
});

test('logs no key, password or address', async () => {
  const lines: string[] = [];
  const { app, key, send } = await start({
    env: { LOG_LEVEL: 'trace' },
    logTo: { write: (line: string) => void lines.push(line) },
  });
  await send('admin', { ...account, password: 'x' });
  await send('admin', account);
  await send('business', business);
  await send('reader', reader);
  await send('backups', { backups: 'on' });
  await browserOf(app, key, { origin: 'https://evil.example' }).send('admin', account);
  expect(lines.join('')).toContain('the first admin was created');
  for (const secret of [key, account.password, 'quiet.example']) expect(lines.join('')).not.toContain(secret);
});
