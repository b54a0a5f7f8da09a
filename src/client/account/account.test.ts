import { expect, test, vi } from 'vitest';
import type { Account } from '../../shared/people/account.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, lookAt, settle } from '../store-testing.ts';
import { type AccountCalls, createOwnAccount } from './account.ts';

function anAccount(changes: Partial<Account> = {}): Account {
  return {
    username: 'rita',
    role: 'reader',
    email: null,
    notices: [
      { kind: 'order_assigned', label: 'An order is assigned to me', isOn: true },
      { kind: 'due_soon', label: 'A reading is due', isOn: true },
    ],
    daysAway: [],
    profile: { displayName: null, readingSince: null, signature: null, portrait: null },
    twoFactor: { isOn: false, recoveryCodesLeft: 0 },
    sessions: [],
    ...changes,
  };
}

const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' };
const refused = anApiError(400, 'invalid_request', 'The current password is not right.');

/** An account on a server that makes no changes, unless a test says otherwise. */
async function open(
  calls: Partial<AccountCalls> = {},
  copy: (text: string) => Promise<void> = async () => {},
) {
  const changes: unknown[] = [];
  const nothing = async () => null as never;
  const server: AccountCalls = {
    account: async () => anAccount(),
    async change(change) {
      changes.push(change);
      return anAccount({ email: 'saved@staff.example' });
    },
    changePassword: nothing,
    endSession: nothing,
    endOtherSessions: nothing,
    beginTwoFactor: async () => secret,
    enableTwoFactor: () => Promise.reject(refused),
    disableTwoFactor: nothing,
    ...calls,
  };
  const { desk, toasts } = aDeskBase({});
  const own = createOwnAccount(desk, { calls: server, copy });
  await lookAt(own.account.$state);
  const account = () => own.account.$state.get().data;
  const told = () => toasts.shown.map(({ title, description }) => [title, description]);
  return { own, account, changes, shown: toasts.shown, told, work: desk.work };
}

test('the form is saved in one call, and what it was answered with stands there', async () => {
  const picture = new File(['?'], 'rita.png');
  const { own, account, changes, told } = await open();
  const sent = { email: null, displayName: 'Rita Moss', picture };
  expect(await own.save(sent, () => null)).toBe(true);
  expect(changes).toEqual([sent]);
  expect(account()?.email).toBe('saved@staff.example');
  expect(told()).toEqual([['Account Updated', 'Your account was saved.']]);
});

test('the caller is told why a form is refused', async () => {
  const { own, shown } = await open({ change: () => Promise.reject(refused) });
  const seen = vi.fn(() => null);
  expect(await own.save({}, seen)).toBe(false);
  expect(seen).toHaveBeenCalledExactlyOnceWith(refused);
  expect(shown).toMatchObject([{ title: 'Update Failed', description: refused.serverMessage }]);
});

test('a wrong code leaves the secret on screen; the recovery codes stay until they are kept', async () => {
  const enableTwoFactor = vi.fn(async () => ({ recoveryCodes: ['AAAA', 'BBBB'] }));
  const copy = vi.fn(async (_text: string) => {}).mockRejectedValueOnce(new Error('not allowed'));
  const { own, shown } = await open({ enableTwoFactor }, copy);
  enableTwoFactor.mockRejectedValueOnce(refused);
  await own.beginTwoFactor('secret');
  expect(await own.enableTwoFactor('000000')).toBe(false);
  expect(own.$secret.get()).toEqual(secret);
  await own.enableTwoFactor('123456');
  expect([own.$secret.get(), own.$recoveryCodes.get()]).toEqual([null, ['AAAA', 'BBBB']]);
  await own.copyRecoveryCodes();
  expect(shown.at(-1)?.title).toBe('Not Copied');
  await own.copyRecoveryCodes();
  expect([copy.mock.lastCall, shown.at(-1)?.title]).toEqual([['AAAA\nBBBB'], 'Copied']);
});

test('the second factor is not called off before the server has switched it off', async () => {
  const { own, shown } = await open({ disableTwoFactor: () => Promise.reject(refused) });
  expect(await own.disableTwoFactor('guess')).toBe(false);
  expect(shown).toMatchObject([{ title: 'Update Failed', description: refused.serverMessage }]);
});

test('the desk notices that the session has ended; the account is there after the next sign-in', async () => {
  let isSignedIn = false;
  const ended = anApiError(401, 'unauthenticated', 'Please sign in first.');
  const { account, work } = await open({
    account: () => (isSignedIn ? Promise.resolve(anAccount()) : Promise.reject(ended)),
  });
  expect(work.$sessionEnded.get()).toBe(true);
  isSignedIn = true;
  work.signedIn();
  await settle();
  expect(work.$sessionEnded.get()).toBe(false);
  expect(account()?.username).toBe('rita');
});
