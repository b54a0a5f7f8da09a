import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { audit, recoveryCodes, users } from '../../../db/schema.ts';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestAppOptions } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Account, TwoFactorSecret } from '../../shared/people/account-schema.ts';
import type { Person } from '../../shared/people/staff.ts';
import { stepOf } from './two-factor.ts';

const path = '/api/account/two-factor';
const step = 30_000;
const invalid = { error: { code: 'unauthenticated', message: 'Invalid credentials' } };
const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

async function createDesk(options: TestAppOptions = {}) {
  const app = createTestApp(options);
  const rita = await app.signIn('reader', 'rita');
  const { password } = rita;
  let secret = '';
  async function begin() {
    const answer = await rita.post<TwoFactorSecret & ErrorBody>(path, { currentPassword: password });
    secret = answer.body.secret;
    return answer;
  }
  /** What the phone shows, so many steps from now. */
  const codeIn = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() + steps * step });
  const enable = (code: string) => rita.put<{ recoveryCodes: string[] } & ErrorBody>(path, { code });
  async function switchOn(): Promise<string[]> {
    await begin();
    const { body } = await enable(codeIn());
    // The code that proved the secret is spent.
    app.clock.advance(2 * step);
    return body.recoveryCodes;
  }
  const signIn = (code?: string, headers = {}) =>
    app
      .visitor(headers)
      .post<ErrorBody>('/api/login', { username: 'rita', password, ...(code !== undefined && { code }) });
  const account = async () => (await rita.get<Account>('/api/account')).body;
  return { app, rita, password, begin, codeIn, enable, switchOn, signIn, account };
}

/** The first 6 digits' worth of RFC 6238, appendix B, for SHA-1. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
])('matches the RFC’s code at %i s: %s', (seconds, code) => {
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  expect(stepOf(secret, code, (seconds + 60) * 1000)).toBeNull();
});

test('requires the password to begin and does not change sign-in yet', async () => {
  const { rita, begin, signIn, account } = await createDesk();
  expect((await rita.post(path, { currentPassword: 'a guess' })).status).toBe(400);
  const { body } = await begin();
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(body.uri).toMatch(/^otpauth:\/\/totp\/Career%20Tarot:rita\?issuer=Career%20Tarot&secret=/);
  expect((await account()).hasTwoFactor).toBe(false);
  expect((await signIn()).status).toBe(200);
  expect((await signIn('123456')).status).toBe(200);
});

test('enables two-factor with a valid code and ends other sessions', async () => {
  const { app, begin, enable, codeIn, account, signIn, rita, password } = await createDesk();
  const elsewhere = app.visitor();
  await elsewhere.post('/api/login', { username: 'rita', password });
  expect(await enable('123456')).toMatchObject(refused(409, 'two_factor_conflict'));
  await begin();
  expect(await enable('12345')).toMatchObject(refused(400, 'invalid_request'));
  expect((await elsewhere.get('/api/auth/user')).status).toBe(200);
  const { status, body } = await enable(codeIn());
  expect(status).toBe(200);
  expect(new Set(body.recoveryCodes).size).toBe(10);
  const stored = JSON.stringify(app.db.select().from(recoveryCodes).all());
  for (const code of body.recoveryCodes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-Z]{4}$/);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll('-', ''));
  }
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  expect((await rita.get('/api/auth/user')).status).toBe(200);
  expect(await account()).toMatchObject({ hasTwoFactor: true, recoveryCodesLeft: 10 });
  expect(await signIn()).toMatchObject(refused(401, 'code_required'));
  expect((await enable(codeIn(1))).status).toBe(409);
  expect((await begin()).status).toBe(409);
});

test.each([-2, -1, 0, 1, 2])('accepts a code %i steps away, up to one step', async (steps) => {
  const { switchOn, signIn, codeIn } = await createDesk();
  await switchOn();
  const code = codeIn(steps);
  const { body } = await signIn(`${code.slice(0, 3)} ${code.slice(3)}`);
  expect(body).toMatchObject(Math.abs(steps) === 2 ? invalid : { username: 'rita', role: 'reader' });
});

test('accepts no code twice, and none older than the last one', async () => {
  const { app, switchOn, signIn, codeIn } = await createDesk();
  await switchOn();
  const before = codeIn(-1);
  const now = codeIn();
  expect((await signIn(now)).status).toBe(200);
  for (const spent of [now, before]) {
    expect(await signIn(spent)).toMatchObject(refused(401, 'code_required'));
  }
  const [first, second] = await Promise.all([signIn(codeIn(1)), signIn(codeIn(1))]);
  expect([first.status, second.status].sort()).toEqual([200, 401]);
  app.clock.advance(step);
  expect((await signIn(codeIn())).status).toBe(401);
  app.clock.advance(step);
  expect((await signIn(codeIn())).status).toBe(200);
});

test.each([
  [0, '30 seconds'],
  [18_000, '12 seconds'],
  [29_000, '1 second'],
])('refuses to reuse the enabling code: after %i ms, shows %s', async (late, words) => {
  const { app, begin, enable, codeIn, signIn } = await createDesk();
  // To the beginning of a code's time.
  app.clock.advance(step - (app.clock.now() % step));
  await begin();
  const code = codeIn();
  await enable(code);
  app.clock.advance(late);
  const wait = `A code works only once. Please type the next one: your app shows it in ${words}.`;
  const error = { code: 'code_required', message: wait };
  expect(await signIn(code)).toMatchObject({ status: 401, body: { error } });
  app.clock.advance(step - late);
  const now = 'A code works only once. Please type the one that your app shows now.';
  expect((await signIn(code)).body.error.message).toBe(now);
  expect((await signIn(codeIn())).status).toBe(200);
});

test('answers a wrong password the same with any code', async () => {
  const { app, begin, enable, codeIn, signIn } = await createDesk();
  const guess = async (code: string) =>
    (await app.visitor().post('/api/login', { username: 'rita', password: 'a guess', code })).body;
  await begin();
  const used = codeIn();
  await enable(used);
  expect(await guess(used)).toEqual(invalid);
  app.clock.advance(2 * step);
  expect(await guess(codeIn())).toEqual(invalid);
  expect((await signIn(codeIn())).status).toBe(200);
});

test('accepts a recovery code once, however it is typed', async () => {
  const { switchOn, signIn, account } = await createDesk();
  const [code = '', other = ''] = await switchOn();
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
  expect((await signIn(typed)).status).toBe(200);
  expect((await signIn(code)).body).toEqual(invalid);
  expect((await account()).recoveryCodesLeft).toBe(9);
  expect((await signIn(other)).status).toBe(200);
});

test.each([
  ['account, from any address', (visitor: number) => `203.0.113.${visitor}`, 401],
  ['address as well', () => '203.0.113.7', 429],
])('limits wrong codes for the %s', async (_what, addressOf, withoutCode) => {
  const env = { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const { switchOn, signIn, codeIn, rita } = await createDesk({ env });
  await switchOn();
  let visitors = 0;
  const guess = (code?: string) => signIn(code, { 'x-forwarded-for': addressOf(++visitors) });
  for (let i = 0; i < 10; i++) expect((await guess('000000')).status).toBe(401);
  expect((await guess('000000')).status).toBe(429);
  expect((await guess(codeIn())).status).toBe(429);
  expect((await guess()).status).toBe(withoutCode);
  expect((await rita.get('/api/account')).status).toBe(200);
});

test('disables two-factor with the password and deletes its secrets', async () => {
  const { app, rita, switchOn, password, signIn, account } = await createDesk();
  await switchOn();
  const disable = async (body: object) => (await rita.call('DELETE', path, body)).status;
  expect([await disable({}), await disable({ currentPassword: 'a guess' })]).toEqual([400, 400]);
  expect(await disable({ currentPassword: password })).toBe(200);
  expect(await account()).toMatchObject({ hasTwoFactor: false, recoveryCodesLeft: 0 });
  expect(app.db.select().from(users).get()).toMatchObject({ totpSecret: null, totpLastStep: null });
  expect((await signIn()).status).toBe(200);
});

test('lets an admin disable it for others, but not for themselves', async () => {
  const { app, switchOn, signIn } = await createDesk();
  const admin = await addSignedIn(app, 'boss', 'admin');
  await switchOn();
  const people = (await admin.get<Person[]>('/api/staff')).body;
  expect(people.map(({ hasTwoFactor }) => hasTwoFactor)).toEqual([false, true]);
  const { body } = await admin.delete<Person[]>(`/api/staff/${people[1]?.id}/two-factor`);
  expect(body[1]?.hasTwoFactor).toBe(false);
  expect((await signIn()).status).toBe(200);
  expect((await admin.delete(`/api/staff/${admin.person.id}/two-factor`)).status).toBe(409);
});

test('mails the owner once after five wrong codes with the right password', async () => {
  const { app, switchOn, signIn } = await createDesk();
  await switchOn();
  app.db.update(users).set({ email: 'rita@staff.example' }).run();
  const ofFailures = eq(audit.action, 'sign_in_failed');
  const details = () =>
    app.db
      .select()
      .from(audit)
      .where(ofFailures)
      .all()
      .map((row) => row.details);
  const guess = async (count: number) => {
    for (let i = 0; i < count; i++) expect((await signIn('000000')).body).toEqual(invalid);
  };
  await guess(4);
  await vi.waitFor(() => expect(details()).toEqual([{ wrongCodes: 1 }]));
  await app.sendMail();
  expect(app.mailer.sent).toEqual([]);
  await guess(8);
  await vi.waitFor(() => expect(details()).toEqual([1, 5, 10].map((wrongCodes) => ({ wrongCodes }))));
  await app.sendMail();
  const to = { address: 'rita@staff.example' };
  expect(app.mailer.sent).toMatchObject([{ to, subject: 'Wrong two-factor codes for your account' }]);
  expect(app.mailer.sent[0]?.text).toContain('set a new password now');
  app.clock.advance(15 * 60_000);
  await guess(5);
  await vi.waitFor(() => expect(details()).toHaveLength(5));
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(2);
});
