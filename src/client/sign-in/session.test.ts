import { expect, test, vi } from 'vitest';
import { ApiError, unreachable } from '../api.ts';
import { createFetcherStore } from '../query.ts';
import { anApiError, fakeStorage, fakeToasts } from '../store-testing.ts';
import { createSignIn, currentUserKey, type SessionCalls, signOut, userOrNull } from './session.ts';

const anna = { username: 'anna', password: 'secret' };
const asAdmin: SessionCalls['login'] = async ({ username }) => ({ username, role: 'admin' });
const codeRequired = (message: string) => anApiError(401, 'code_required', message);
const outside = anApiError(401, 'unauthenticated', 'Please sign in first.');

function open(
  login: SessionCalls['login'],
  currentUser: SessionCalls['currentUser'] = async () => ({ username: 'anna', role: 'admin' }),
) {
  const paths: string[] = [];
  const { toast, shown } = fakeToasts();
  const storage = fakeStorage();
  const signIn = createSignIn({
    calls: { login, currentUser },
    toast,
    navigate: (path) => paths.push(path),
    storage,
  });
  return { signIn, paths, shown, storage };
}

test.each([
  ['admin', '/admin/dashboard'],
  ['reader', '/reader/dashboard'],
] as const)('the role %s is led to %s and welcomed there', async (role, path) => {
  const { signIn, paths, storage } = open(async ({ username }) => ({ username, role }));
  await signIn.signIn(anna);
  expect(paths).toEqual([path]);
  expect(storage.getItem('toast')).toBe('{"title":"Login Successful","description":"Welcome back, anna!"}');
});

test('a failed sign-in for which the server has no words is told as a wrong password', async () => {
  const { signIn, shown, paths } = open(() => Promise.reject(new ApiError(401, '', 'Unauthorized')));
  await signIn.signIn(anna);
  expect(shown).toMatchObject([{ title: 'Login Failed', description: 'Invalid credentials' }]);
  expect([paths, signIn.$isBusy.get()]).toEqual([[], false]);
});

test('a browser that keeps no cookie is told so at the form; where that cannot be asked the sign-in goes on', async () => {
  const { signIn, paths, storage } = open(asAdmin, () => Promise.reject(outside));
  await signIn.signIn(anna);
  expect(signIn.$errors.get().password).toContain('Please allow cookies');
  expect([paths, storage.length, signIn.$isBusy.get()]).toEqual([[], 0, false]);
  const other = open(asAdmin, () => Promise.reject(unreachable()));
  await other.signIn.signIn(anna);
  expect(other.paths).toEqual(['/admin/dashboard']);
});

test('both fields are required, and a double click signs in once', async () => {
  const login = vi.fn(asAdmin);
  const { signIn } = open(login);
  await signIn.signIn({ username: ' ', password: '' });
  expect(Object.keys(signIn.$errors.get())).toEqual(['username', 'password']);
  expect(login).not.toHaveBeenCalled();
  await Promise.all([signIn.signIn(anna), signIn.signIn(anna)]);
  expect(login).toHaveBeenCalledOnce();
});

test('signing out leads to the sign-in; one that failed says that the session goes on', async () => {
  const paths: string[] = [];
  const { toast, shown } = fakeToasts();
  const navigate = (path: string) => void paths.push(path);
  await signOut({ calls: { logout: () => Promise.reject(new ApiError(500, '', '')) }, toast, navigate });
  expect([shown.map(({ title }) => title), paths]).toEqual([['Sign Out Failed'], []]);
  await signOut({ calls: { logout: async () => null }, toast, navigate });
  expect(paths).toEqual(['/admin/login']);
});

test('a code is asked for when the account needs one, and sent with what was typed', async () => {
  const sent: object[] = [];
  const { signIn, shown, paths } = open(async (credentials) => {
    sent.push(credentials);
    if (!credentials.code) throw codeRequired('A code.');
    return asAdmin(credentials);
  });
  await signIn.signIn({ ...anna, code: '' });
  expect([signIn.$needsCode.get(), signIn.$isBusy.get(), shown]).toEqual([true, false, []]);
  await signIn.signIn({ ...anna, code: ' ' });
  expect(signIn.$errors.get()).toEqual({ code: 'Please enter the code.' });
  await signIn.signIn({ ...anna, code: '123456' });
  expect(sent).toEqual([anna, { ...anna, code: '123456' }]);
  expect(paths).toEqual(['/admin/dashboard']);
});

test('that the next code is needed is told at the code', async () => {
  const { signIn, shown } = open(() => Promise.reject(codeRequired('The next one.')));
  await signIn.signIn(anna);
  expect(signIn.$errors.get()).toEqual({});
  await signIn.signIn({ ...anna, code: '123456' });
  expect([signIn.$errors.get(), shown]).toEqual([{ code: 'The next one.' }, []]);
});

test('the current user is asked for again after signing in and signing out', async () => {
  let asked = 0;
  const $user = createFetcherStore(currentUserKey, { fetcher: async () => (asked += 1) });
  const stop = $user.listen(() => undefined);
  await $user.value?.promise;
  await open(asAdmin).signIn.signIn(anna);
  await $user.value?.promise;
  expect(asked).toBe(2);
  await signOut({ calls: { logout: async () => null }, toast: () => undefined, navigate: () => undefined });
  await $user.value?.promise;
  expect(asked).toBe(3);
  stop();
});

test('without a session there is no user, and any other failure is an error', async () => {
  const user = { username: 'anna', role: 'admin' } as const;
  expect(await userOrNull(Promise.resolve(user))).toEqual(user);
  expect(await userOrNull(Promise.reject(outside))).toBeNull();
  await expect(userOrNull(Promise.reject(new ApiError(500, '', '')))).rejects.toThrow('500');
});
