import { expect, test } from 'vitest';
import { anApiError, fakeStorage, fakeToasts } from '../store-testing.ts';
import { createForgottenPassword, createNewPassword, type ResetCalls } from './password-reset.ts';

const limited = anApiError(429, 'too_many_requests', 'Please wait.');

test('a link is asked for once, and then it is said where it goes', async () => {
  const asked: string[] = [];
  const { toast } = fakeToasts();
  const forgotten = createForgottenPassword({ calls: { ask: async (email) => asked.push(email) }, toast });
  await Promise.all([forgotten.ask(' rita@staff.example '), forgotten.ask('rita@staff.example')]);
  expect(asked).toEqual(['rita@staff.example']);
  expect(forgotten.$sentTo.get()).toBe('rita@staff.example');
});

test('without an address nothing is asked', async () => {
  const { toast } = fakeToasts();
  const ask = () => Promise.reject(new Error('nobody should ask'));
  const forgotten = createForgottenPassword({ calls: { ask }, toast });
  await forgotten.ask('rita');
  expect(forgotten.$errors.get()).toEqual({ email: 'Please enter a valid email address.' });
});

test('when no link was sent, the reason is told', async () => {
  const { toast, shown } = fakeToasts();
  const forgotten = createForgottenPassword({ calls: { ask: () => Promise.reject(limited) }, toast });
  await forgotten.ask('rita@staff.example');
  expect(shown).toMatchObject([{ title: 'Nothing Was Sent', description: 'Please wait.' }]);
  expect([forgotten.$sentTo.get(), forgotten.$isBusy.get()]).toEqual([null, false]);
});

const secret = 'Zk3vT9QwZk3vT9QwZk3vT9';

function open(
  confirm: ResetCalls['confirm'],
  hash = `#${secret}`,
  check: ResetCalls['check'] = async () => null,
) {
  const paths: string[] = [];
  const { toast, shown } = fakeToasts();
  const storage = fakeStorage();
  const navigate = (path: string) => void paths.push(path);
  const reset = createNewPassword({ hash, calls: { check, confirm }, toast, navigate, storage });
  const save = (newPassword: string, confirmPassword = newPassword) =>
    reset.save({ newPassword, confirmPassword });
  return { reset, save, paths, shown, storage };
}

test('a new password leads to the sign-in, where it is said', async () => {
  const calls: string[][] = [];
  const { save, paths, storage } = open(async (...words) => calls.push(words));
  await save('the wheel turns');
  expect(calls).toEqual([[secret, 'the wheel turns']]);
  expect(paths).toEqual(['/admin/login']);
  expect(storage.getItem('toast')).toContain('Password Updated');
});

test.each([
  ['short', 'short', { newPassword: 'Password must be at least 6 characters' }],
  ['the wheel turns', 'the wheel', { confirmPassword: "New passwords don't match" }],
])('%s and %s are not sent', async (first, second, errors) => {
  const { reset, save } = open(() => Promise.reject(new Error('nobody should ask')));
  await save(first, second);
  expect(reset.$errors.get()).toEqual(errors);
});

test.each([
  [anApiError(404, 'reset_not_found', 'It is over.'), 'It is over.', {}, 0],
  [anApiError(400, 'invalid_request', 'Too common.'), null, { newPassword: 'Too common.' }, 0],
  [limited, null, {}, 1],
])('a refusal stands where it belongs: %s', async (error, linkProblem, errors, toasts) => {
  const { reset, save, shown, paths } = open(() => Promise.reject(error));
  await save('the wheel turns');
  expect([reset.$linkProblem.get(), reset.$errors.get()]).toEqual([linkProblem, errors]);
  expect(shown).toHaveLength(toasts);
  expect([reset.$isBusy.get(), paths]).toEqual([false, []]);
});

test.each(['', '#', '#Zk3vT9QwZk3vT9', `#${secret}A`])(
  'the link that ends in %j is not complete, which is said at once',
  async (hash) => {
    const { reset } = open(
      async () => null,
      hash,
      () => Promise.reject(new Error('nobody should ask')),
    );
    await reset.check();
    expect(reset.$linkProblem.get()).toMatch(/not complete/);
  },
);

test.each(['.', '?utm_source=mail', '&utm_source=mail', '%20', '%3E'])(
  'a link is taken although its mail program added %j',
  async (added) => {
    const calls: string[][] = [];
    const { save } = open(async (...words) => calls.push(words), `#${secret}${added}`);
    await save('the wheel turns');
    expect(calls).toEqual([[secret, 'the wheel turns']]);
  },
);

test('a link that is over says so when it is opened', async () => {
  const over = anApiError(404, 'reset_not_found', 'It is over.');
  const { reset, shown } = open(
    async () => null,
    undefined,
    () => Promise.reject(over),
  );
  await reset.check();
  expect(reset.$linkProblem.get()).toBe('It is over.');
  expect(shown).toEqual([]);
});

test('a link that could not be looked at may be tried', async () => {
  const { reset, save, shown, paths } = open(
    async () => null,
    undefined,
    () => Promise.reject(limited),
  );
  await reset.check();
  expect([reset.$linkProblem.get(), shown]).toEqual([null, []]);
  await save('the wheel turns');
  expect(paths).toEqual(['/admin/login']);
});
