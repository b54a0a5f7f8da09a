import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit, sessions } from '../../../db/schema.ts';
import { accountForm } from '../../../tests/kit/account-form.ts';
import { addPerson, addSignedIn, browserOf, setEmail } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Account } from '../../shared/people/account-schema.ts';
import type { Person } from '../../shared/people/staff.ts';

async function createDesk() {
  const app = createTestApp();
  const rita = await app.signIn('reader', 'rita');
  const account = async () => (await rita.get<Account>('/api/account')).body;
  const change = (body: object) => rita.put<Account & ErrorBody>('/api/account', accountForm(body));
  return { app, rita, account, change, currentPassword: rita.password };
}

test('shows people their account with the notices for their role', async () => {
  const { app, account } = await createDesk();
  expect(await account()).toEqual({
    id: expect.any(String),
    username: 'rita',
    role: 'reader',
    writes: true,
    isInvited: false,
    displayName: null,
    isActive: true,
    createdAt: expect.any(String),
    awayUntil: null,
    openOrders: 0,
    maxOpenOrders: null,
    readingsPerDay: null,
    email: null,
    notices: [...['order_assigned', 'reading_rejected', 'due_soon', 'message_for_reader']].map((kind) => ({
      kind,
      label: expect.any(String),
      isOn: true,
    })),
    daysAway: [],
    profile: { displayName: null, readingSince: null, signature: null, about: null, portrait: null },
    hasTwoFactor: false,
    recoveryCodesLeft: 0,
    sessions: [
      {
        id: expect.any(String),
        device: null,
        startedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        isCurrent: true,
      },
    ],
  });
  const admin = await addSignedIn(app, 'boss', 'admin');
  expect((await admin.get<Account>('/api/account')).body.notices.map(({ kind }) => kind)).toEqual([
    ...['reading_submitted', 'mail_failed', 'reading_late', 'order_overdue'],
    ...['message_for_admin', 'withdrawal_for_admin'],
  ]);
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

test('requires the password to change an address and refuses a used one', async () => {
  const { app, change, account, currentPassword } = await createDesk();
  for (const email of ['rita@staff.example', 'new@staff.example', null]) {
    const missing = await change({ email });
    expect([missing.status, missing.body.error.message]).toEqual([
      400,
      'The current password is missing. Please type it in.',
    ]);
    expect((await change({ email, currentPassword: 'a guess' })).status).toBe(400);
    expect((await change({ email, currentPassword })).body.email).toBe(email);
    expect((await account()).email).toBe(email);
  }
  setEmail(app, addPerson(app, 'omar', 'reader').id);
  const { status, body } = await change({ email: 'Id-of-Omar@staff.example', currentPassword });
  expect([status, body.error.code]).toEqual([409, 'account_conflict']);
});

test.each([
  [{ mutedNotices: ['order_confirmation'] }, 'There is no such notice.'],
  [
    { email: 'nowhere', currentPassword: 'x' },
    'The email address doesn’t look right. It should look like name@example.com.',
  ],
  [{ role: 'admin' }, 'There is no field called role here. Please leave it out.'],
])('refuses %j and says why', async (body, message) => {
  const { change } = await createDesk();
  const answer = await change(body);
  expect([answer.status, answer.body.error.message]).toEqual([400, message]);
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
  const { status, body } = await admin.call<ErrorBody>(
    'DELETE',
    `/api/staff/${rita.person.id}/sessions/${session?.id}`,
  );
  expect([status, body.error.message]).toEqual([404, 'This session has already ended.']);
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
  await rita.put(
    '/api/account',
    accountForm({ email: 'rita@staff.example', currentPassword: rita.password }),
  );
  for (const guess of [...guesses, ...guesses]) expect([400, 409]).toContain((await guess()).status);
  for (const guess of guesses) expect((await guess()).status).toBe(429);
});

test('lets the admin set another person’s address, but not their own', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { person } = await addSignedIn(app, 'rita', 'reader');
  const nora = { username: 'nora', password: 'the words of nora', role: 'reader', email: 'n@staff.example' };
  const { body } = await admin.post<Person[]>('/api/staff', nora);
  expect(body.find(({ username }) => username === 'nora')?.email).toBe('n@staff.example');
  const set = (id: string, email: string | null) =>
    admin.put<Person[] & ErrorBody>(`/api/staff/${id}`, accountForm({ email }));
  expect((await set(person.id, 'N@staff.example')).body.error.code).toBe('account_conflict');
  for (const email of ['rita@staff.example', null]) {
    const answer = await set(person.id, email);
    expect(answer.body.find(({ username }) => username === 'rita')?.email).toBe(email);
  }
  expect((await set(admin.person.id, 'boss@staff.example')).status).toBe(409);
  const again = await admin.post<ErrorBody>('/api/staff', { ...nora, username: 'nina' });
  expect([again.status, again.body.error.code]).toEqual([409, 'account_conflict']);
});

test('stores only the browser and system names from the user agent', async () => {
  const { app, rita, account } = await createDesk();
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.7444.135 Safari/537.36';
  app.clock.advance(60_000);
  const phone = app.visitor({ 'user-agent': `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${engine}` });
  await phone.post('/api/login', { username: 'rita', password: rita.password });
  app.clock.advance(60_000);
  const other = app.visitor({ 'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine}` });
  await other.post('/api/login', { username: 'rita', password: rita.password });
  expect((await account()).sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Chrome on Windows', false],
    ['Chrome on Android', false],
    [null, true],
  ]);
  const stored = JSON.stringify(app.db.select().from(sessions).all());
  for (const telling of ['SM-S931B', 'Chrome/142', 'Mozilla']) expect(stored).not.toContain(telling);
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
