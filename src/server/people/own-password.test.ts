import { expect, test } from 'vitest';
import { users } from '../../../db/schema.ts';
import { addSignedIn, browserOf } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

async function createAppWithAdmin() {
  const app = createTestApp();
  const admin = await app.signIn('admin');
  const change = (newPassword: string, currentPassword = admin.password) =>
    admin.put<{ error: { code: string; message: string } }>('/api/admin/password', {
      currentPassword,
      newPassword,
    });
  const signIn = (password: string) => app.visitor().post('/api/login', { username: 'admin', password });
  return { app, admin, change, signIn };
}

test('replaces the password and ends only that person’s other sessions', async () => {
  const { app, admin, change, signIn } = await createAppWithAdmin();
  const guess = await change('the wheel turns', 'not my password');
  expect([guess.status, guess.body.error.message]).toEqual([
    400,
    'The current password is not right. Please type it again.',
  ]);
  const id = app.db.select().from(users).get()?.id ?? '';
  const elsewhere = await browserOf(app, {
    ...{ id, username: 'admin', role: 'admin' },
    ...{ writes: false, displayName: null },
  });
  const colleague = await addSignedIn(app, 'second', 'admin');
  const { status, body } = await change('the wheel turns');
  expect([status, body]).toEqual([200, { changed: true }]);
  expect((await signIn(admin.password)).status).toBe(401);
  expect((await signIn('the wheel turns')).status).toBe(200);
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  expect((await admin.get('/api/auth/user')).status).toBe(200);
  expect((await colleague.get('/api/auth/user')).status).toBe(200);
});

test('refuses a common password', async () => {
  const { change, signIn, admin } = await createAppWithAdmin();
  for (const common of ['123456', 'Password', 'QWERTY123', 'admin123']) {
    const { status, body } = await change(common);
    expect([common, status]).toEqual([common, 400]);
    expect(body.error.message).toContain('one of the most common ones');
  }
  expect((await signIn(admin.password)).status).toBe(200);
});

test.each(['sixsix', 'x'.repeat(256), 'слово тайны'])('accepts the password %s', async (newPassword) => {
  const { change, signIn } = await createAppWithAdmin();
  expect((await change(newPassword)).status).toBe(200);
  expect((await signIn(newPassword)).status).toBe(200);
});
