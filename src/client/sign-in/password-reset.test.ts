import { expect, test } from 'vitest';
import { anApiError, fakeStorage, fakeToasts } from '../store-testing.ts';
import { createForgottenPassword, createNewPassword } from './password-reset.ts';

test('a link is asked for once, and then it is said where it goes', async () => {
  const asked: string[] = [];
  const { toast } = fakeToasts();
  const forgotten = createForgottenPassword({ calls: { ask: async (email) => asked.push(email) }, toast });
  await forgotten.ask('rita');
  expect(forgotten.$errors.get()).toEqual({ email: 'Please enter a valid email address.' });
  await Promise.all([forgotten.ask(' rita@staff.example '), forgotten.ask('rita@staff.example')]);
  expect(asked).toEqual(['rita@staff.example']);
  expect(forgotten.$sentTo.get()).toBe('rita@staff.example');
});

const secret = 'Zk3vT9QwZk3vT9QwZk3vT9';

function open({ hash = `#${secret}`, check = async (): Promise<unknown> => null } = {}) {
  const calls: string[][] = [];
  const paths: string[] = [];
  const { toast, shown } = fakeToasts();
  const storage = fakeStorage();
  const reset = createNewPassword({
    hash,
    calls: { check, confirm: async (...words) => calls.push(words) },
    toast,
    navigate: (path) => void paths.push(path),
    storage,
  });
  const save = () => reset.save({ newPassword: 'the wheel turns', confirmPassword: 'the wheel turns' });
  return { reset, save, calls, paths, shown, storage };
}

test('a new password leads to the sign-in, where it is said, also when the link could not be looked at', async () => {
  const limited = anApiError(429, 'too_many_requests', 'Please wait.');
  const { reset, save, calls, paths, shown, storage } = open({ check: () => Promise.reject(limited) });
  await reset.check();
  expect([reset.$linkProblem.get(), shown]).toEqual([null, []]);
  await save();
  expect(calls).toEqual([[secret, 'the wheel turns']]);
  expect(paths).toEqual(['/admin/login']);
  expect(storage.getItem('toast')).toContain('Password Updated');
});

test.each(['', '#', '#Zk3vT9QwZk3vT9', `#${secret}A`])(
  'the link that ends in %j is not complete, which is said at once',
  async (hash) => {
    const { reset } = open({ hash, check: () => Promise.reject(new Error('it should not be asked')) });
    await reset.check();
    expect(reset.$linkProblem.get()).toMatch(/not complete/);
  },
);

test.each(['.', '?utm_source=mail', '&utm_source=mail', '%20', '%3E'])(
  'a link is taken although its mail program added %j',
  async (added) => {
    const { save, calls } = open({ hash: `#${secret}${added}` });
    await save();
    expect(calls).toEqual([[secret, 'the wheel turns']]);
  },
);
