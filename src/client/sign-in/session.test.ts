import { expect, test } from 'vitest';
import { ApiError, unreachable } from '../api.ts';
import { createFetcherStore } from '../query.ts';
import { anApiError, fakeToasts } from '../store-testing.ts';
import {
  currentUserKey,
  missingCredentials,
  type SessionCalls,
  signIn,
  signOut,
  userOrNull,
} from './session.ts';

const anna = { username: 'anna', password: 'secret', code: '' };
const user = { username: 'anna', role: 'admin' } as const;
const codeRequired = (message: string) => anApiError(401, 'code_required', message);
const outside = anApiError(401, 'unauthenticated', 'Please sign in first.');

const enter = (
  login: SessionCalls['login'],
  credentials = anna,
  currentUser: SessionCalls['currentUser'] = async () => user,
) => signIn({ login, currentUser }, credentials);

test('a failed sign-in for which the server has no words is told as a wrong password', async () => {
  const result = await enter(() => Promise.reject(new ApiError(401, '', 'Unauthorized')));
  expect(result).toEqual({ user: null, refusal: 'Invalid credentials' });
});

test('a browser that keeps no cookie is told so at the form; where that cannot be asked the sign-in goes on', async () => {
  const login = async () => user;
  const { errors, ...blocked } = await enter(login, anna, () => Promise.reject(outside));
  expect(blocked.user).toBeNull();
  expect(errors?.password).toContain('Please allow cookies');
  expect(await enter(login, anna, () => Promise.reject(unreachable()))).toEqual({ user });
});

test('both fields are required, and the code once it was asked for', () => {
  const blank = { username: ' ', password: '', code: ' ' };
  expect(Object.keys(missingCredentials(blank, false))).toEqual(['username', 'password']);
  expect(missingCredentials({ ...anna, code: ' ' }, true)).toEqual({ code: 'Please enter the code.' });
});

test('a code is asked for when the account needs one, and sent with what was typed', async () => {
  const sent: object[] = [];
  const login: SessionCalls['login'] = async (credentials) => {
    sent.push(credentials);
    if (!credentials.code) throw codeRequired('A code.');
    return user;
  };
  expect(await enter(login)).toEqual({ user: null, needsCode: true, errors: {} });
  expect(await enter(login, { ...anna, code: '123456' })).toEqual({ user });
  const { code: _, ...password } = anna;
  expect(sent).toEqual([password, { ...password, code: '123456' }]);
});

test('that the next code is needed is told at the code', async () => {
  const spent = () => Promise.reject(codeRequired('The next one.'));
  const { errors } = await enter(spent, { ...anna, code: '123456' });
  expect(errors).toEqual({ code: 'The next one.' });
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

test('the current user is asked for again after signing in and signing out', async () => {
  let asked = 0;
  const $user = createFetcherStore(currentUserKey, { fetcher: async () => (asked += 1) });
  const stop = $user.listen(() => undefined);
  await $user.value?.promise;
  await enter(async () => user);
  await $user.value?.promise;
  expect(asked).toBe(2);
  await signOut({ calls: { logout: async () => null }, toast: () => undefined, navigate: () => undefined });
  await $user.value?.promise;
  expect(asked).toBe(3);
  stop();
});

test('without a session there is no user, and any other failure is an error', async () => {
  expect(await userOrNull(Promise.resolve(user))).toEqual(user);
  expect(await userOrNull(Promise.reject(outside))).toBeNull();
  await expect(userOrNull(Promise.reject(new ApiError(500, '', '')))).rejects.toThrow('500');
});
