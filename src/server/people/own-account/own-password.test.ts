import { expect, test } from 'vitest';
import { users } from '../../../../db/schema.ts';
import { browserOf } from '../../../testing/builders.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../staff/create-user.ts';

const path = '/api/admin/password';

async function createAppWithAdmin() {
  const app = createTestApp();
  const admin = await app.signIn('admin');
  const stored = app.db.select().from(users).get();
  const change = (newPassword: string, currentPassword = admin.password) =>
    admin.put<{ error: { code: string; message: string } }>(path, { currentPassword, newPassword });
  const signIn = (password: string) => app.visitor().post('/api/login', { username: 'admin', password });
  return {
    app,
    admin,
    change,
    signIn,
    person: { id: stored?.id ?? '', username: 'admin', role: 'admin' } as const,
  };
}

test('a new password replaces the old one', async () => {
  const { change, admin, signIn } = await createAppWithAdmin();
  const { status, body } = await change('the wheel turns');
  expect(status).toBe(200);
  expect(body).toEqual({ changed: true });
  expect((await signIn(admin.password)).status).toBe(401);
  expect((await signIn('the wheel turns')).status).toBe(200);
});

test('changing the password ends every other session of that person, and only those', async () => {
  const { app, admin, change, person } = await createAppWithAdmin();
  const elsewhere = [await browserOf(app, person), await browserOf(app, person)];
  await createUser(app.context, { username: 'second', password: 'ten of swords', role: 'admin' });
  const colleague = app.visitor();
  await colleague.post('/api/login', { username: 'second', password: 'ten of swords' });
  await change('the wheel turns');
  for (const browser of elsewhere) expect((await browser.get('/api/auth/user')).status).toBe(401);
  expect((await admin.get('/api/auth/user')).status).toBe(200);
  expect((await colleague.get('/api/auth/user')).status).toBe(200);
});

test('the current password has to be right', async () => {
  const { change, signIn, admin } = await createAppWithAdmin();
  const { status, body } = await change('the wheel turns', 'not my password');
  expect(status).toBe(400);
  expect(body.error.message).toBe('The current password is not right. Please type it again.');
  expect((await signIn(admin.password)).status).toBe(200);
});

test.each(['123456', 'Password', 'QWERTY123', 'admin123'])(
  'the common password %s is refused',
  async (common) => {
    const { change, signIn, admin } = await createAppWithAdmin();
    const { status, body } = await change(common);
    expect(status).toBe(400);
    expect(body.error.message).toContain('one of the most common ones');
    expect((await signIn(admin.password)).status).toBe(200);
  },
);

test.each([
  ['12345', 'Password must be at least 6 characters'],
  ['x'.repeat(257), 'The new password may be at most 256 characters long.'],
])('a new password of the wrong length (%s) is refused', async (newPassword, message) => {
  const { change } = await createAppWithAdmin();
  const { status, body } = await change(newPassword);
  expect([status, body.error.message]).toEqual([400, message]);
});

test.each(['sixsix', 'x'.repeat(256), 'слово тайны'])('the password %s is accepted', async (newPassword) => {
  const { change, signIn } = await createAppWithAdmin();
  expect((await change(newPassword)).status).toBe(200);
  expect((await signIn(newPassword)).status).toBe(200);
});

test('guessing the current password in a stolen session is limited', async () => {
  const app = createTestApp({ env: { RATE_LIMITS: 'on' } });
  const admin = await app.signIn('admin');
  const guess = () => admin.put(path, { currentPassword: 'a guess', newPassword: 'the wheel turns' });
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400);
  expect((await guess()).status).toBe(429);
});

test('only a hash of the password is stored, another one for everybody', async () => {
  const app = createTestApp();
  await createUser(app.context, { username: 'ada', password: 'the same words', role: 'reader' });
  await createUser(app.context, { username: 'ben', password: 'the same words', role: 'reader' });
  const hashes = app.db.select({ hash: users.passwordHash }).from(users).all();
  expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(2);
  for (const { hash } of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test.each(['ada', 'ADA'])('a second user called %s is refused', async (username) => {
  const app = createTestApp();
  await createUser(app.context, { username: 'Ada', password: 'ten of swords', role: 'reader' });
  const again = createUser(app.context, { username, password: 'ten of swords', role: 'admin' });
  await expect(again).rejects.toMatchObject({
    code: 'user_conflict',
    message: `There is already somebody called ${username}.`,
  });
});

test('a user is not created with a common password', async () => {
  const app = createTestApp();
  const created = createUser(app.context, { username: 'ada', password: 'Letmein', role: 'reader' });
  await expect(created).rejects.toMatchObject({ code: 'invalid_request' });
  expect(app.db.select().from(users).all()).toEqual([]);
});
