import { expect, onTestFinished, test, vi } from 'vitest';
import { createApi } from '../../lib/api.ts';
import { createTestQuery, fakeToasts, flushPromises } from '../../lib/store-testing.ts';
import { createSession } from './session.ts';

const user = { username: 'admin', role: 'admin' };

function setUp() {
  const answer = vi.fn(async (path: string) => Response.json(path === '/api/logout' ? null : user));
  const toasts = fakeToasts();
  const paths: string[] = [];
  const session = createSession({
    api: createApi((path) => answer(String(path))),
    query: createTestQuery(),
    toast: toasts.toast,
    navigate: (path) => void paths.push(path),
  });
  const timesAsked = () => answer.mock.calls.filter(([path]) => path === '/api/auth/user').length;
  return { session, answer, timesAsked, shown: toasts.shown, paths };
}

test('leads to the sign-in page after signing out', async () => {
  const { session, shown, paths } = setUp();
  await session.signOut();
  expect([shown, paths]).toEqual([[], ['/admin/login']]);
});

test('reports a failed sign-out and stays on the page', async () => {
  const { session, answer, shown, paths } = setUp();
  answer.mockRejectedValueOnce(new TypeError('offline'));
  await session.signOut();
  expect([shown[0]?.title, paths]).toEqual(['Sign Out Failed', []]);
});

test('fetches the current user again after signing in and out', async () => {
  const { session, timesAsked } = setUp();
  onTestFinished(session.$currentUser.listen(() => {}));
  await flushPromises();
  expect(timesAsked()).toBe(1);
  // A sign-in itself asks once whether the cookie was kept.
  expect(await session.signIn({ username: 'admin', password: 'the wheel turns' })).toEqual(user);
  await vi.waitFor(() => expect(timesAsked()).toBe(3));
  await session.signOut();
  await vi.waitFor(() => expect(timesAsked()).toBe(4));
});
