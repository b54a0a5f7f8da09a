import { expect, test, vi } from 'vitest';
import type { Account } from '../../shared/people/account.ts';
import type { NoticeKind } from '../../shared/people/notices.ts';
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

const portraitOf = (alt: string) => ({ address: '/portraits/a.webp', alt });

/** A server that keeps the account, unless a test says otherwise. */
async function open(
  calls: Partial<AccountCalls> = {},
  copy: (text: string) => Promise<void> = async () => {},
) {
  let stored = anAccount();
  const changes: AccountChange[] = [];
  const server: AccountCalls = {
    account: async () => stored,
    async change(change) {
      changes.push(change);
      const muted: NoticeKind[] = change.mutedNotices ?? [];
      stored = {
        ...stored,
        ...(change.email !== undefined && { email: change.email }),
        notices: stored.notices.map((notice) => ({ ...notice, isOn: !muted.includes(notice.kind) })),
      };
      return stored;
    },
    changePassword: async () => null,
    async setDaysAway({ daysAway, daysAwayBefore }) {
      if (JSON.stringify(daysAwayBefore) !== JSON.stringify(stored.daysAway))
        throw anApiError(409, 'availability_conflict', 'They are others by now.');
      stored = { ...stored, daysAway };
      return stored;
    },
    async setProfile(profile) {
      stored = { ...stored, profile: { ...profile, portrait: stored.profile?.portrait ?? null } };
    },
    async setPortrait({ alt }) {
      if (stored.profile) stored = { ...stored, profile: { ...stored.profile, portrait: portraitOf(alt) } };
    },
    async removePortrait() {
      if (stored.profile) stored = { ...stored, profile: { ...stored.profile, portrait: null } };
    },
    endSession: async () => null,
    endOtherSessions: async () => null,
    beginTwoFactor: async () => secret,
    enableTwoFactor: () => Promise.reject(refused),
    disableTwoFactor: async () => null,
    ...calls,
  };
  const { desk, toasts } = aDeskBase({});
  const own = createOwnAccount({ ...desk, calls: server, copy });
  await lookAt(own.account.$state);
  const account = () => own.account.$state.get().data;
  return { own, account, changes, shown: toasts.shown, work: desk.work };
}

test('once the form of an address is closed, another address can be sent', async () => {
  let asked = 0;
  const changes: AccountChange[] = [];
  const { own } = await open({
    async account() {
      asked += 1;
      // What comes after the first change is slow.
      if (asked > 2) await new Promise(() => {});
      return anAccount();
    },
    async change(change) {
      changes.push(change);
      return anAccount();
    },
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
  const { own, account, changes } = await open();
  const shown = () => own.$notices.get().map(({ isOn }) => isOn);
  const first = own.switchNotice('due_soon', false);
  expect(shown()).toEqual([true, false]);
  void own.switchNotice('order_assigned', false);
  expect(shown()).toEqual([false, false]);
  await first;
  expect(changes.map(({ mutedNotices }) => mutedNotices)).toEqual([
    ['due_soon'],
    ['order_assigned', 'due_soon'],
  ]);
  expect(account()?.notices.map(({ isOn }) => isOn)).toEqual([false, false]);
});

test('a wrong code leaves the secret on screen; the recovery codes stay until they are kept', async () => {
  let isCopied = false;
  const copy = vi.fn(async (_text: string) => {
    if (!isCopied) throw new Error('not allowed');
  });
  let isRight = false;
  const { own, shown } = await open(
    {
      enableTwoFactor: async () => (isRight ? { recoveryCodes: ['AAAA', 'BBBB'] } : Promise.reject(refused)),
    },
    copy,
  );
  await own.beginTwoFactor('secret');
  expect(await own.enableTwoFactor('000000')).toBe(false);
  expect(own.$secret.get()).toEqual(secret);
  isRight = true;
  await own.enableTwoFactor('123456');
  expect([own.$secret.get(), own.$recoveryCodes.get()]).toEqual([null, ['AAAA', 'BBBB']]);
  await own.copyRecoveryCodes();
  expect(shown.at(-1)?.title).toBe('Not Copied');
  isCopied = true;
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

test('days away are saved as a whole, and stand there as the server has them', async () => {
  const { own, account, shown } = await open();
  const daysAway = [{ from: '2026-12-24', to: '2026-12-26' }];
  expect(await own.setDaysAway(daysAway)).toBe(true);
  expect(account()?.daysAway).toEqual(daysAway);
  await own.setDaysAway([]);
  expect(shown.map(({ title, description }) => [title, description])).toEqual([
    ['Days Away Updated', 'You get no new orders then.'],
    ['Days Away Updated', 'You get new orders every day.'],
  ]);
});

test('what customers know of a reader is saved, and stands there as the server has it', async () => {
  const { own, account, shown } = await open();
  const profile = { displayName: 'Rita Moss', readingSince: 2009, signature: null };
  expect(await own.setProfile(profile)).toBe(true);
  expect(await own.setPortrait({ alt: 'Rita' })).toBe(true);
  expect(account()?.profile).toEqual({ ...profile, portrait: portraitOf('Rita') });
  expect(await own.removePortrait()).toBe(true);
  expect(account()?.profile?.portrait).toBeNull();
  await own.setProfile({ ...profile, displayName: null });
  expect(shown.map(({ title, description }) => [title, description])).toEqual([
    ['Profile Updated', 'Customers know you as Rita Moss.'],
    ['Portrait Updated', 'Customers see it on the front page.'],
    ['Portrait Removed', 'Nobody sees it any more.'],
    ['Profile Updated', 'Customers get to know no name.'],
  ]);
});
