import { expect, test } from 'vitest';
import { ApiError, unreachable } from '../api.ts';
import { createFetcherStore } from '../query.ts';
import { createSignIn, currentUserKey, type SessionCalls, signOut, userOrNull } from './session.ts';

function open(
  login: SessionCalls['login'],
  currentUser: SessionCalls['currentUser'] = async () => ({ username: 'anna', role: 'admin' }),
) {
  const paths: string[] = [];
  const toasts: string[] = [];
  const stored = new Map<string, string>();
  const signIn = createSignIn({
    calls: { login, currentUser },
    toast: ({ title, description }) => toasts.push(`${title}: ${description}`),
    navigate: (path) => paths.push(path),
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    },
  });
  return { signIn, paths, toasts, stored };
}

test.each([
  ['admin', '/admin/dashboard'],
  ['reader', '/reader/dashboard'],
] as const)('the role %s is led to %s and welcomed there', async (role, path) => {
  const { signIn, paths, stored } = open(async ({ username }) => ({ username, role }));
  await signIn.signIn({ username: 'anna', password: 'secret' });
  expect(paths).toEqual([path]);
  expect(JSON.parse(stored.get('toast') ?? '')).toEqual({
    title: 'Login Successful',
    description: 'Welcome back, anna!',
  });
});

test.each([
  [
    'the server’s words',
    new ApiError(429, '{"error":{"code":"too_many_requests","message":"Wait."}}', ''),
    'Wait.',
  ],
  ['Invalid credentials', new ApiError(401, '', 'Unauthorized'), 'Invalid credentials'],
])('a failed sign-in is told with %s', async (_, error, message) => {
  const { signIn, toasts, paths } = open(() => Promise.reject(error));
  await signIn.signIn({ username: 'anna', password: 'secret' });
  expect(toasts).toEqual([`Login Failed: ${message}`]);
  expect(paths).toEqual([]);
  expect(signIn.$isBusy.get()).toBe(false);
});

test('a browser that keeps no cookie is told so at the form, and is not led round in a circle', async () => {
  const { signIn, paths, stored } = open(
    async ({ username }) => ({ username, role: 'admin' }),
    () => Promise.reject(new ApiError(401, '', 'Unauthorized')),
  );
  await signIn.signIn({ username: 'anna', password: 'secret' });
  expect(signIn.$errors.get().password).toContain('Please allow cookies');
  expect([paths, stored.size, signIn.$isBusy.get()]).toEqual([[], 0, false]);
});

test('where that cannot be asked the sign-in goes on', async () => {
  const { signIn, paths } = open(
    async ({ username }) => ({ username, role: 'admin' }),
    () => Promise.reject(unreachable()),
  );
  await signIn.signIn({ username: 'anna', password: 'secret' });
  expect(paths).toEqual(['/admin/dashboard']);
});

test('both fields are required', async () => {
  let asked = 0;
  const { signIn } = open(async ({ username }) => {
    asked += 1;
    return { username, role: 'admin' };
  });
  await signIn.signIn({ username: ' ', password: '' });
  expect(Object.keys(signIn.$errors.get())).toEqual(['username', 'password']);
  expect(asked).toBe(0);
});

test('a double click signs in once', async () => {
  let asked = 0;
  const { signIn } = open(async ({ username }) => {
    asked += 1;
    return { username, role: 'admin' };
  });
  const credentials = { username: 'anna', password: 'secret' };
  await Promise.all([signIn.signIn(credentials), signIn.signIn(credentials)]);
  expect(asked).toBe(1);
});

test('signing out leads to the sign-in', async () => {
  const paths: string[] = [];
  await signOut({
    calls: { logout: async () => null },
    toast: () => undefined,
    navigate: (path) => paths.push(path),
  });
  expect(paths).toEqual(['/admin/login']);
});

test('a sign-out that failed says that the session goes on', async () => {
  const toasts: string[] = [];
  await signOut({
    calls: { logout: () => Promise.reject(new ApiError(500, '', '')) },
    toast: ({ title }) => toasts.push(title),
    navigate: () => toasts.push('left'),
  });
  expect(toasts).toEqual(['Sign Out Failed']);
});

test('a code is asked for when the account needs one, and sent with what was typed', async () => {
  const sent: object[] = [];
  const { signIn, toasts, paths } = open(async (credentials) => {
    sent.push(credentials);
    if (!credentials.code)
      throw new ApiError(401, '{"error":{"code":"code_required","message":"A code."}}', '');
    return { username: 'anna', role: 'admin' };
  });
  const credentials = { username: 'anna', password: 'secret' };
  await signIn.signIn({ ...credentials, code: '' });
  expect([signIn.$needsCode.get(), signIn.$isBusy.get(), toasts]).toEqual([true, false, []]);
  await signIn.signIn({ ...credentials, code: ' ' });
  expect(signIn.$errors.get()).toEqual({ code: 'Please enter the code.' });
  await signIn.signIn({ ...credentials, code: '123456' });
  expect(sent).toEqual([credentials, { ...credentials, code: '123456' }]);
  expect(paths).toEqual(['/admin/dashboard']);
});

test('that the next code is needed is told at the code', async () => {
  const { signIn, toasts } = open(async () => {
    throw new ApiError(401, '{"error":{"code":"code_required","message":"The next one."}}', '');
  });
  const credentials = { username: 'anna', password: 'secret' };
  await signIn.signIn(credentials);
  expect(signIn.$errors.get()).toEqual({});
  await signIn.signIn({ ...credentials, code: '123456' });
  expect([signIn.$errors.get(), toasts]).toEqual([{ code: 'The next one.' }, []]);
});

test('a wrong code is told as a failed sign-in, and the field stays', async () => {
  const { signIn, toasts } = open(async ({ code }) => {
    const error = code
      ? 'unauthenticated","message":"Invalid credentials'
      : 'code_required","message":"A code.';
    throw new ApiError(401, `{"error":{"code":"${error}"}}`, '');
  });
  await signIn.signIn({ username: 'anna', password: 'secret' });
  await signIn.signIn({ username: 'anna', password: 'secret', code: '000000' });
  expect(toasts).toEqual(['Login Failed: Invalid credentials']);
  expect(signIn.$needsCode.get()).toBe(true);
});

test('the current user is asked for again after signing in and signing out', async () => {
  let asked = 0;
  const $user = createFetcherStore(currentUserKey, { fetcher: async () => (asked += 1) });
  const stop = $user.listen(() => undefined);
  await $user.value?.promise;
  const { signIn } = open(async ({ username }) => ({ username, role: 'admin' }));
  await signIn.signIn({ username: 'anna', password: 'secret' });
  await $user.value?.promise;
  expect(asked).toBe(2);
  await signOut({ calls: { logout: async () => null }, toast: () => undefined, navigate: () => undefined });
  await $user.value?.promise;
  expect(asked).toBe(3);
  stop();
});

test('whom the server does not know is nobody, and any other failure is an error', async () => {
  const user = { username: 'anna', role: 'admin' } as const;
  expect(await userOrNull(Promise.resolve(user))).toEqual(user);
  expect(await userOrNull(Promise.reject(new ApiError(401, '', 'Unauthorized')))).toBeNull();
  await expect(userOrNull(Promise.reject(new ApiError(500, '', '')))).rejects.toThrow('500');
});
