import { expect, test, vi } from 'vitest';
import type { Account } from '../../shared/people/account.ts';
import type { DaysAwayChange } from '../../shared/people/availability.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, lookAt, settle } from '../store-testing.ts';
import { type AccountCalls, type AccountChange, createOwnAccount } from './account.ts';

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
  const changes: AccountChange[] = [];
  const nothing = async () => null;
  const server: AccountCalls = {
    account: async () => anAccount(),
    async change(change) {
      changes.push(change);
      return anAccount();
    },
    changePassword: nothing,
    setDaysAway: async () => anAccount(),
    setProfile: nothing,
    setPortrait: nothing,
    removePortrait: nothing,
    endSession: nothing,
    endOtherSessions: nothing,
    beginTwoFactor: async () => secret,
    enableTwoFactor: () => Promise.reject(refused),
    disableTwoFactor: nothing,
    ...calls,
  };
  const { desk, toasts } = aDeskBase({});
  const own = createOwnAccount({ ...desk, calls: server, copy });
  await lookAt(own.account.$state);
  const account = () => own.account.$state.get().data;
  const told = () => toasts.shown.map(({ title, description }) => [title, description]);
  return { own, account, changes, shown: toasts.shown, told, work: desk.work };
}

test('once the form of an address is closed, another address can be sent', async () => {
  const answers = [anAccount(), anAccount()];
  const { own, changes } = await open({
    // What comes after the first change is slow.
    account: async () => answers.shift() ?? new Promise<never>(() => {}),
  });
  for (const email of ['rita@staff.example', 'rita@home.example']) {
    own.writeEmail({ email, currentPassword: 'secret' });
    void own.saveEmail();
    await settle();
    if (changes.length === 1) expect(own.$email.get()).toBeNull();
  }
  expect(changes.map(({ email }) => email)).toEqual(['rita@staff.example', 'rita@home.example']);
});

test('what cannot be an address is not sent; none at all can be, and then the form closes', async () => {
  const { own, changes } = await open();
  own.writeEmail({ email: 'rita', currentPassword: 'secret' });
  expect(await own.saveEmail()).toBe(false);
  expect(Object.keys(own.$emailErrors.get())).toEqual(['email']);
  own.writeEmail({ email: ' ' });
  expect(await own.saveEmail()).toBe(true);
  expect(changes).toEqual([{ email: null, currentPassword: 'secret' }]);
  expect(own.$email.get()).toBeNull();
});

test('notices that are switched quickly are all kept, and shown at once', async () => {
  const { own, changes } = await open();
  const shown = () => own.$notices.get().map(({ isOn }) => isOn);
  const first = own.switchNotice('due_soon', false);
  expect(shown()).toEqual([true, false]);
  void own.switchNotice('order_assigned', false);
  expect(shown()).toEqual([false, false]);
  await first;
  const sent = changes.map(({ mutedNotices }) => mutedNotices);
  expect(sent).toEqual([['due_soon'], ['order_assigned', 'due_soon']]);
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
  own.forgetRecoveryCodes();
  expect(own.$recoveryCodes.get()).toBeNull();
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

test('days away are saved as a whole beside those before, and stand there as the server has them', async () => {
  const daysAway = [{ from: '2026-12-24', to: '2026-12-26' }];
  const setDaysAway = vi.fn(async (_change: DaysAwayChange) => anAccount());
  const account = async () => anAccount({ daysAway: setDaysAway.mock.lastCall?.[0].daysAway ?? [] });
  const opened = await open({ account, setDaysAway });
  expect(await opened.own.setDaysAway(daysAway)).toBe(true);
  expect(opened.account()?.daysAway).toEqual(daysAway);
  await opened.own.setDaysAway([]);
  expect(setDaysAway.mock.calls).toEqual([
    [{ daysAway, daysAwayBefore: [] }],
    [{ daysAway: [], daysAwayBefore: daysAway }],
  ]);
  expect(opened.told()).toEqual([
    ['Days Away Updated', 'You get no new orders then.'],
    ['Days Away Updated', 'You get new orders every day.'],
  ]);
});

test('what customers know of a reader is saved and told, and stands there as the server has it', async () => {
  const profile = { displayName: 'Rita Moss', readingSince: 2009, signature: null };
  const known = { ...profile, portrait: { address: '/portraits/a.webp', alt: 'Rita' } };
  const setProfile = vi.fn(async () => null);
  const { own, account, told } = await open({
    account: async () => anAccount(setProfile.mock.calls.length > 0 ? { profile: known } : {}),
    setProfile,
  });
  expect(await own.setProfile(profile)).toBe(true);
  expect(account()?.profile).toEqual(known);
  expect(await own.setPortrait({ alt: 'Rita' })).toBe(true);
  expect(await own.removePortrait()).toBe(true);
  await own.setProfile({ ...profile, displayName: null });
  expect(told()).toEqual([
    ['Profile Updated', 'Customers know you as Rita Moss.'],
    ['Portrait Updated', 'Customers see it on the front page.'],
    ['Portrait Removed', 'Nobody sees it any more.'],
    ['Profile Updated', 'Customers get to know no name.'],
  ]);
});
