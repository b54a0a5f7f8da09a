import { expect, test } from 'vitest';
import { eq } from '../../../../db/drizzle.ts';
import { sessions, users } from '../../../../db/schema.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { Account } from '../../../shared/people/account.ts';
import type { Person } from '../../../shared/people/staff.ts';
import { addPerson, addSignedIn, browserOf } from '../../../testing/builders.ts';
import { createTestApp } from '../../../testing/test-app.ts';

async function createDesk() {
  const app = createTestApp();
  const rita = await app.signIn('reader', 'rita');
  const account = async () => (await rita.get<Account>('/api/account')).body;
  const change = (body: object) => rita.put<Account & ErrorBody>('/api/account', body);
  return { app, rita, account, change, currentPassword: rita.password };
}

test('a reader sees their own account, with the notices there are for readers', async () => {
  const { account } = await createDesk();
  expect(await account()).toEqual({
    username: 'rita',
    role: 'reader',
    email: null,
    notices: [
      ...['order_assigned', 'order_taken_away', 'reading_rejected', 'due_soon', 'note_from_admin'],
      'answer_for_reader',
    ].map((kind) => ({ kind, label: expect.any(String), isOn: true })),
    daysAway: [],
    profile: { displayName: null, readingSince: null, signature: null, portrait: null },
    twoFactor: { isOn: false, recoveryCodesLeft: 0 },
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
});

test('an admin is offered the notices for admins', async () => {
  const admin = await addSignedIn(createTestApp(), 'boss', 'admin');
  const { body } = await admin.get<Account>('/api/account');
  expect(body.notices.map(({ kind }) => kind)).toEqual([
    'reading_submitted',
    'mail_failed',
    'reading_late',
    'order_overdue',
    'note_from_reader',
    'answer_for_admin',
    'problem_for_admin',
    'withdrawal_for_admin',
  ]);
});

test('notices are switched off without a password', async () => {
  const { change, account } = await createDesk();
  expect((await change({ mutedNotices: ['due_soon', 'due_soon'] })).status).toBe(200);
  expect((await account()).notices.filter(({ isOn }) => !isOn).map(({ kind }) => kind)).toEqual(['due_soon']);
  await change({ mutedNotices: [] });
  expect((await account()).notices.every(({ isOn }) => isOn)).toBe(true);
});

test('a new address needs the current password; taking it away as well', async () => {
  const { change, account, currentPassword } = await createDesk();
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
});

test('an address that is refused changes nothing else', async () => {
  const { change, account } = await createDesk();
  await change({ email: 'rita@staff.example', mutedNotices: ['due_soon'] });
  expect((await account()).notices.every(({ isOn }) => isOn)).toBe(true);
});

test('no two accounts have one address, whatever its case', async () => {
  const { app, change, currentPassword } = await createDesk();
  addPerson(app, 'omar', 'reader');
  app.db.update(users).set({ email: 'omar@staff.example' }).where(eq(users.username, 'omar')).run();
  const { status, body } = await change({ email: 'Omar@staff.example', currentPassword });
  expect([status, body.error.code]).toEqual([409, 'account_conflict']);
});

test.each([
  [{ mutedNotices: ['order_confirmation'] }, 'There is no such notice.'],
  [
    { email: 'nowhere', currentPassword: 'x' },
    'The email address doesn’t look right. It should look like name@example.com.',
  ],
  [{ role: 'admin' }, 'There is no field called role here. Please leave it out.'],
])('%j is refused with a sentence', async (body, message) => {
  const { change } = await createDesk();
  const answer = await change(body);
  expect([answer.status, answer.body.error.message]).toEqual([400, message]);
});

test('a reader changes their own password and is signed out everywhere else', async () => {
  const { app, rita, currentPassword } = await createDesk();
  const elsewhere = app.visitor();
  await elsewhere.post('/api/login', { username: 'rita', password: currentPassword });
  const change = (password: string) =>
    rita.put('/api/account/password', { currentPassword: password, newPassword: 'the wheel turns' });
  expect((await change('a guess')).status).toBe(400);
  expect((await change(currentPassword)).status).toBe(200);
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  expect((await rita.get('/api/auth/user')).status).toBe(200);
});

test('sessions are ended one by one or all but one’s own, and never those of others', async () => {
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

test('guessing the password in a stolen session is limited', async () => {
  const app = createTestApp({ env: { RATE_LIMITS: 'on' } });
  const rita = await app.signIn('reader', 'rita');
  const guess = () => rita.put('/api/account', { email: null, currentPassword: 'a guess' });
  const guessAnother = () => rita.post('/api/account/two-factor', { currentPassword: 'a guess' });
  await rita.put('/api/account', { email: 'rita@staff.example', currentPassword: rita.password });
  for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(400);
  for (let i = 0; i < 5; i++) expect((await guessAnother()).status).toBe(400);
  expect((await guess()).status).toBe(429);
  expect((await guessAnother()).status).toBe(429);
});

test('the admin gives somebody an address and takes it away, but not their own', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { person } = await addSignedIn(app, 'rita', 'reader');
  const nora = { username: 'nora', password: 'the words of nora', role: 'reader', email: 'n@staff.example' };
  const { body } = await admin.post<Person[]>('/api/staff', nora);
  expect(body.find(({ username }) => username === 'nora')?.email).toBe('n@staff.example');
  const set = (id: string, email: string | null) =>
    admin.put<Person[] & ErrorBody>(`/api/staff/${id}/email`, { email });
  expect((await set(person.id, 'N@staff.example')).body.error.code).toBe('account_conflict');
  for (const email of ['rita@staff.example', null]) {
    const answer = await set(person.id, email);
    expect(answer.body.find(({ username }) => username === 'rita')?.email).toBe(email);
  }
  expect((await set(admin.person.id, 'boss@staff.example')).status).toBe(409);
  const again = await admin.post<ErrorBody>('/api/staff', { ...nora, username: 'nina' });
  expect([again.status, again.body.error.code]).toEqual([409, 'account_conflict']);
});

test('sessions are told apart by browser and system; nothing else of what a browser says is kept', async () => {
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
  ['one session', true],
  ['all other sessions', false],
])('what ends %s is in the history only when they ended', async (_what, isOne) => {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  await browserOf(app, rita.person);
  const { body } = await rita.get<Account>('/api/account');
  const other = body.sessions.find(({ isCurrent }) => !isCurrent)?.id;
  const path = isOne ? `/api/account/sessions/${other}` : '/api/account/sessions';
  const endings = () =>
    app.db.query.audit
      .findMany()
      .sync()
      .filter(({ action }) => action === 'session_ended');
  app.db.$client.exec("CREATE TRIGGER full BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END");
  expect((await rita.delete(path)).status).toBe(500);
  expect(endings()).toEqual([]);
  app.db.$client.exec('DROP TRIGGER full');
  expect((await rita.delete(path)).status).toBe(200);
  expect(endings()).toHaveLength(1);
  expect((await rita.get<Account>('/api/account')).body.sessions).toHaveLength(1);
});
