import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit, sessions } from '../../../db/schema.ts';
import { accountForm } from '../../../tests/kit/account-form.ts';
import { addPerson, addSignedIn, browserOf, setEmail } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Account } from '../../shared/people/account-schema.ts';

async function createDesk() {
  const app = createTestApp();
  const rita = await app.signIn('reader', 'rita');
  const account = async () => (await rita.get<Account>('/api/account')).body;
  const change = (body: object) => rita.put<Account & ErrorBody>('/api/account', accountForm(body));
  return { app, rita, account, change, currentPassword: rita.password };
}

test.each<[role: 'reader' | 'admin', notices: string[]]>([
  ['reader', ['order_assigned', 'reading_rejected', 'due_soon', 'message_for_reader']],
  [
    'admin',
    [
      ...['reading_submitted', 'mail_failed', 'reading_late', 'order_overdue'],
      ...['message_for_admin', 'withdrawal_for_admin'],
    ],
  ],
])('shows a signed-in %s their account and the notices of that role', async (role, notices) => {
  const browser = await addSignedIn(createTestApp(), 'rita', role);
  const { body } = await browser.get<Account>('/api/account');
  const sessions = [{ device: null, isCurrent: true }];
  expect(body).toMatchObject({ username: 'rita', role, email: null, hasTwoFactor: false, sessions });
  expect(body.notices.map(({ kind, isOn }) => [kind, isOn])).toEqual(notices.map((kind) => [kind, true]));
});

test('changes notices without a password unless the address changes too', async () => {
  const { change, account } = await createDesk();
  const muted = async () => (await account()).notices.filter(({ isOn }) => !isOn).map(({ kind }) => kind);
  expect((await change({ mutedNotices: ['due_soon', 'due_soon'] })).status).toBe(200);
  expect(await muted()).toEqual(['due_soon']);
  await change({ email: 'rita@staff.example', mutedNotices: [] });
  expect(await muted()).toEqual(['due_soon']);
  await change({ mutedNotices: [] });
  expect(await muted()).toEqual([]);
});

test('requires the password for a new address and refuses a taken one', async () => {
  const { app, change, account, currentPassword } = await createDesk();
  for (const email of ['rita@staff.example', 'new@staff.example', null]) {
    const error = { message: 'The current password is missing. Please type it in.' };
    expect(await change({ email })).toMatchObject({ status: 400, body: { error } });
    expect((await change({ email, currentPassword: 'a guess' })).status).toBe(400);
    expect((await change({ email, currentPassword })).body.email).toBe(email);
    expect((await account()).email).toBe(email);
  }
  setEmail(app, addPerson(app, 'omar', 'reader').id);
  const taken = await change({ email: 'Id-of-Omar@staff.example', currentPassword });
  expect(taken).toMatchObject({ status: 409, body: { error: { code: 'account_conflict' } } });
});

const notAnAddress = 'The email address doesn’t look right. It should look like name@example.com.';
test.each([
  [{ mutedNotices: ['order_confirmation'] }, 'There is no such notice.'],
  [{ email: 'nowhere', currentPassword: 'x' }, notAnAddress],
  [{ role: 'admin' }, 'There is no field called role here. Please leave it out.'],
])('refuses %j and says why', async (body, message) => {
  const { change } = await createDesk();
  expect(await change(body)).toMatchObject({ status: 400, body: { error: { message } } });
});

test('ends a person’s own sessions, but never another person’s', async () => {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const omar = await addSignedIn(app, 'omar', 'reader');
  const elsewhere = [await browserOf(app, rita.person), await browserOf(app, rita.person)];
  const [first] = (await rita.get<Account>('/api/account')).body.sessions.filter(
    ({ isCurrent }) => !isCurrent,
  );
  expect((await omar.delete(`/api/account/sessions/${first?.id}`)).status).toBe(404);
  expect((await rita.delete(`/api/account/sessions/${first?.id}`)).status).toBe(200);
  const open = await Promise.all(elsewhere.map((browser) => browser.get('/api/auth/user')));
  expect(open.map(({ status }) => status).sort()).toEqual([200, 401]);
  await rita.delete('/api/account/sessions');
  for (const browser of elsewhere) expect((await browser.get('/api/auth/user')).status).toBe(401);
  expect((await rita.get('/api/auth/user')).status).toBe(200);
  expect((await omar.get('/api/auth/user')).status).toBe(200);
});

test('does not record ending a session that already expired', async () => {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const [session] = (await rita.get<Account>('/api/account')).body.sessions;
  app.db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.userId, rita.person.id)).run();
  const answer = await admin.delete(`/api/staff/${rita.person.id}/sessions/${session?.id}`);
  const error = { message: 'This session has already ended.' };
  expect(answer).toMatchObject({ status: 404, body: { error } });
  expect(app.db.select().from(audit).where(eq(audit.action, 'session_ended')).all()).toEqual([]);
});

test('limits password guesses from a stolen session', async () => {
  const app = createTestApp({ env: { RATE_LIMITS: 'on' } });
  const rita = await app.signIn('admin', 'rita');
  const currentPassword = 'a guess';
  const guesses = [
    () => rita.put('/api/account', accountForm({ email: null, currentPassword })),
    () => rita.post('/api/account/two-factor', { currentPassword }),
    () => rita.put('/api/account/password', { currentPassword, newPassword: 'the wheel turns' }),
    () => rita.put('/api/admin/password', { currentPassword, newPassword: 'the wheel turns' }),
    () => rita.call('DELETE', '/api/account/two-factor', { currentPassword }),
  ];
  const change = { email: 'rita@staff.example', currentPassword: rita.password };
  await rita.put('/api/account', accountForm(change));
  for (const guess of [...guesses, ...guesses]) expect([400, 409]).toContain((await guess()).status);
  for (const guess of guesses) expect((await guess()).status).toBe(429);
});

test('stores only the browser and system names from the user agent', async () => {
  const { app, rita, account } = await createDesk();
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.7444.135 Safari/537.36';
  for (const system of ['Linux; Android 16; SM-S931B', 'Windows NT 10.0; Win64; x64']) {
    app.clock.advance(60_000);
    const browser = app.visitor({ 'user-agent': `Mozilla/5.0 (${system}) ${engine}` });
    await browser.post('/api/login', { username: 'rita', password: rita.password });
  }
  expect((await account()).sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Chrome on Windows', false],
    ['Chrome on Android', false],
    [null, true],
  ]);
  const stored = JSON.stringify(app.db.select().from(sessions).all());
  expect(stored).not.toMatch(/SM-S931B|Chrome\/142|Mozilla/);
});

test.each([
  ['one session', (id: string) => `/api/account/sessions/${id}`],
  ['all other sessions', () => '/api/account/sessions'],
])('records ending %s only if it succeeded', async (_what, pathFor) => {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  await browserOf(app, rita.person);
  const { body } = await rita.get<Account>('/api/account');
  const path = pathFor(body.sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '');
  const endings = () => app.db.select().from(audit).where(eq(audit.action, 'session_ended')).all();
  app.db.$client.exec("CREATE TRIGGER full BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END");
  expect((await rita.delete(path)).status).toBe(500);
  expect(endings()).toEqual([]);
  app.db.$client.exec('DROP TRIGGER full');
  expect((await rita.delete(path)).status).toBe(200);
  expect(endings()).toHaveLength(1);
  expect((await rita.get<Account>('/api/account')).body.sessions).toHaveLength(1);
});

test('replaces the password and ends only that person’s other sessions', async () => {
  const app = createTestApp();
  const rita = await app.signIn('reader', 'rita');
  const colleague = await addSignedIn(app, 'omar', 'reader');
  const newPassword = 'the wheel turns';
  const change = (currentPassword: string) =>
    rita.put('/api/account/password', { currentPassword, newPassword });
  const signIn = async (password: string, browser = app.visitor()) =>
    (await browser.post('/api/login', { username: 'rita', password })).status;
  const elsewhere = app.visitor();
  await signIn(rita.password, elsewhere);
  const error = { message: 'The current password is not right. Please type it again.' };
  expect(await change('not my password')).toMatchObject({ status: 400, body: { error } });
  expect(await change(rita.password)).toMatchObject({ status: 200, body: { changed: true } });
  expect([await signIn(rita.password), await signIn(newPassword)]).toEqual([401, 200]);
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  for (const still of [rita, colleague]) expect((await still.get('/api/auth/user')).status).toBe(200);
});
