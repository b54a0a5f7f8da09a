import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { outbox, passwordResets, users } from '../../../db/schema.ts';
import { accountForm } from '../../../tests/kit/account-form.ts';
import { addSignedIn, browserOf, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestAppOptions } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Person } from '../../shared/people/staff.ts';
import { hashToken } from '../base/random.ts';
import { createUser } from './create-user.ts';
import { deleteExpiredResets } from './credentials-repository.ts';
import { findUser } from './people-repository.ts';

const email = 'rita@staff.example';
const minute = 60_000;

async function createDesk(options: TestAppOptions = {}) {
  const app = createTestApp(options);
  const old = 'the words of rita';
  await createUser(app.context, { username: 'rita', password: old, role: 'reader', email });
  const ask = (address = email, headers = {}) =>
    app.visitor(headers).post<ErrorBody>('/api/password-reset', { email: address });
  /** @returns the secret in the newest mail */
  async function tokenFromMail(): Promise<string> {
    await app.sendMail();
    return /\/admin\/new-password#([\w-]{22})$/m.exec(app.mailer.sent.at(-1)?.text ?? '')?.[1] ?? '';
  }
  const confirm = (token: string, newPassword = 'the wheel turns') =>
    app.visitor().post<ErrorBody>('/api/password-reset/confirm', { token, newPassword });
  const check = (token: string) => app.visitor().post<ErrorBody>('/api/password-reset/check', { token });
  const signIn = async (password: string) => {
    const browser = app.visitor();
    return { ...browser, ...(await browser.post('/api/login', { username: 'rita', password })) };
  };
  return { app, old, ask, tokenFromMail, check, confirm, signIn };
}

test('resets a forgotten password by link and ends every session', async () => {
  const { app, old, ask, tokenFromMail, confirm, signIn } = await createDesk();
  const elsewhere = await signIn(old);
  await ask(' Rita@Staff.example ');
  expect(app.db.select().from(passwordResets).all()).toEqual([]);
  const token = await tokenFromMail();
  expect(app.db.select().from(passwordResets).all()).toMatchObject([{ id: hashToken(token) }]);
  const to = { name: 'rita', address: email };
  expect(app.mailer.sent).toMatchObject([{ to, subject: 'Set a new password at Career Tarot' }]);
  expect(app.mailer.sent[0]?.html).toContain(`${app.config.publicUrl}/admin/new-password#${token}`);
  app.clock.advance(30 * minute - 1);
  expect((await confirm(token)).body).toEqual({ changed: true });
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  expect((await signIn(old)).status).toBe(401);
  expect((await signIn('the wheel turns')).status).toBe(200);
});

test.each([
  ['a closed account', { isActive: false }],
  ['an address that the account no longer has', { email: 'new@staff.example' }],
])('sends no mail to %s, even when it is already queued', async (_what, change) => {
  const { app, ask } = await createDesk();
  await ask();
  app.db.update(users).set(change).run();
  await app.sendMail();
  await ask();
  await app.sendMail();
  expect(app.mailer.sent).toEqual([]);
  expect(app.db.select().from(outbox).all()).toMatchObject([{ state: 'canceled', attempts: 0 }]);
});

test('accepts a link once, even when used twice at the same moment', async () => {
  const { ask, tokenFromMail, confirm } = await createDesk();
  await ask();
  const token = await tokenFromMail();
  const answers = await Promise.all([confirm(token), confirm(token, 'ten of swords')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await confirm(token)).body.error.code).toBe('reset_not_found');
});

test('checks a link without using it and answers all invalid links alike', async () => {
  const { app, ask, tokenFromMail, check, confirm } = await createDesk();
  await ask();
  const replaced = await tokenFromMail();
  await ask();
  const used = await tokenFromMail();
  for (let i = 0; i < 3; i++)
    expect((await check(used)).body).toEqual({ works: true, username: 'rita', isInvited: false });
  const answers = [await confirm(replaced), await check(replaced)];
  expect((await confirm(used)).status).toBe(200);
  await ask();
  const expired = await tokenFromMail();
  app.clock.advance(30 * minute);
  for (const token of [used, expired, 'A'.repeat(22)]) answers.push(await confirm(token), await check(token));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect([answers[0]?.status, answers[0]?.body.error.code]).toEqual([404, 'reset_not_found']);
});

test('keeps the link usable after a refused password', async () => {
  const { ask, tokenFromMail, confirm } = await createDesk();
  await ask();
  const token = await tokenFromMail();
  for (const bad of ['password123', 'short']) expect((await confirm(token, bad)).status).toBe(400);
  expect((await confirm(token)).status).toBe(200);
});

test('invalidates a link when the password, address or account changes', async () => {
  const { app, ask, tokenFromMail, confirm, signIn, old } = await createDesk();
  const rita = await signIn(old);
  const changes = [
    () => rita.put('/api/account/password', { currentPassword: old, newPassword: 'ten of swords' }),
    () =>
      rita.put('/api/account', accountForm({ email: 'new@staff.example', currentPassword: 'ten of swords' })),
    async () => app.db.update(users).set({ isActive: false }).run(),
  ];
  for (const change of changes) {
    await ask(app.db.select().from(users).get()?.email ?? '');
    const token = await tokenFromMail();
    await change();
    expect((await confirm(token)).status).toBe(404);
  }
});

test('retries a failed delivery with a link that works', async () => {
  const { app, ask, tokenFromMail, confirm } = await createDesk();
  await ask();
  app.mailer.failWith(new Error('the mail server is away'));
  await app.sendMail();
  app.mailer.failWith(null);
  app.clock.advance(40 * minute);
  expect((await confirm(await tokenFromMail())).status).toBe(200);
});

const strangers = { env: { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' } };

const addresses = [email, 'unknown@staff.example'];
test.each(addresses)('limits the mails strangers ask for to %s, and reveals nothing', async (address) => {
  const { app, ask } = await createDesk(strangers);
  for (let i = 1; i <= 20; i++) {
    const { status, body } = await ask(address, { 'x-forwarded-for': `203.0.113.${i}` });
    expect([status, body]).toEqual([200, { accepted: true }]);
    await app.sendMail();
  }
  expect(app.mailer.sent).toHaveLength(address === email ? 3 : 0);
});

test('keeps the owner’s link working while strangers request links', async () => {
  const { app, ask, tokenFromMail, check, confirm } = await createDesk(strangers);
  let visitors = 0;
  const askFromAnywhere = () => ask(email, { 'x-forwarded-for': `203.0.113.${++visitors}` });
  for (let i = 0; i < 10; i++) await askFromAnywhere();
  const token = await tokenFromMail();
  // The owner is not refused: the newest link is there already, and works.
  expect((await askFromAnywhere()).status).toBe(200);
  expect(await tokenFromMail()).toBe(token);
  expect((await check(token)).status).toBe(200);
  app.clock.advance(20 * minute);
  await askFromAnywhere();
  const next = await tokenFromMail();
  expect(next).not.toBe(token);
  expect((await confirm(next)).status).toBe(200);
  await askFromAnywhere();
  expect(await tokenFromMail()).not.toBe(next);
});

test('limits one caller to ten addresses', async () => {
  const { ask } = await createDesk({ env: { RATE_LIMITS: 'on' } });
  for (let i = 0; i < 10; i++) expect((await ask(`unknown${i}@staff.example`)).status).toBe(200);
  const error = { message: 'Too many links were requested. Please try again in an hour.' };
  expect(await ask()).toMatchObject({ status: 429, body: { error } });
});

test('deletes expired links', async () => {
  const { app, ask, tokenFromMail } = await createDesk();
  await ask();
  await tokenFromMail();
  writeNow(app.db, (tx) => deleteExpiredResets(tx, app.clock.now() + 29 * minute));
  expect(app.db.select().from(passwordResets).all()).toHaveLength(1);
  writeNow(app.db, (tx) => deleteExpiredResets(tx, app.clock.now() + 31 * minute));
  expect(app.db.select().from(passwordResets).all()).toEqual([]);
});

/** Invites a reader by a mailed link. */
async function invite(options: TestAppOptions = {}) {
  const desk = await createDesk(options);
  const admin = await addSignedIn(desk.app, 'boss', 'admin');
  const add = (person: object) => admin.post<Person[] & ErrorBody>('/api/staff', person);
  const nora = { username: 'nora', displayName: 'Nora Hill', role: 'reader', email: 'nora@staff.example' };
  const { status } = await add({ ...nora, invite: true });
  const signIn = (password: string) =>
    desk.app.visitor().post<ErrorBody>('/api/login', { username: 'nora', password });
  // A session ends sooner than an invitation.
  const asAdmin = () => browserOf(desk.app, admin.person);
  const person = async () =>
    (await (await asAdmin()).get<Person[]>('/api/staff')).body.find(({ username }) => username === 'nora');
  const again = async () =>
    (await (await asAdmin()).post(`/api/staff/${(await person())?.id}/invitation`)).status;
  return { ...desk, add, status, signIn, person, again };
}

test('lets an invited person set a password once within 72 hours', async () => {
  const { app, status, tokenFromMail, check, confirm, signIn, person } = await invite();
  expect([status, await person()]).toEqual([200, expect.objectContaining({ isInvited: true })]);
  expect((await signIn('')).status).toBe(400);
  expect((await signIn('the wheel turns')).status).toBe(401);
  const token = await tokenFromMail();
  const to = { name: 'Nora Hill', address: 'nora@staff.example' };
  expect(app.mailer.sent.at(-1)).toMatchObject({ to, subject: 'Your account at Career Tarot' });
  expect(app.db.select().from(passwordResets).all()).toMatchObject([{ id: hashToken(token) }]);
  app.clock.advance(72 * 60 * minute - 1);
  expect((await check(token)).body).toEqual({ works: true, username: 'nora', isInvited: true });
  expect((await confirm(token)).status).toBe(200);
  expect([(await signIn('the wheel turns')).status, (await person())?.isInvited]).toEqual([200, false]);
  expect((await confirm(token)).status).toBe(404);
});

test('replaces an expired invitation until a password is set', async () => {
  const { app, tokenFromMail, check, confirm, again } = await invite();
  const first = await tokenFromMail();
  app.clock.advance(72 * 60 * minute);
  expect((await check(first)).body.error.message).toMatch(
    /^This link no longer works\. .* invitations after 72 hours\. Please ask for a new one\.$/,
  );
  expect(await again()).toBe(200);
  const second = await tokenFromMail();
  expect((await confirm(second)).status).toBe(200);
  expect(await again()).toBe(409);
});

test('hides an invited reader from orders and site without a password', async () => {
  const { app, tokenFromMail, confirm } = await invite();
  const token = await tokenFromMail();
  const readerOfNext = async () => {
    const id = storedOrder(app, (await app.buy()).orderId).assignedReaderId ?? '';
    return findUser(app.db, id)?.username;
  };
  const shown = () => app.words.read().readers.map(({ displayName }) => displayName);
  expect([await readerOfNext(), await readerOfNext(), shown()]).toEqual(['rita', 'rita', [null]]);
  expect((await confirm(token)).status).toBe(200);
  expect([shown(), await readerOfNext()]).toEqual([[null, 'Nora Hill'], 'nora']);
});

test('replaces an invitation that is still queued', async () => {
  const { app, tokenFromMail, confirm, again } = await invite();
  expect(await again()).toBe(200);
  const token = await tokenFromMail();
  expect(app.mailer.sent).toHaveLength(1);
  expect((await confirm(token)).status).toBe(200);
});

test('mails the invitation again to an invited person who resets', async () => {
  const { app, ask } = await invite();
  await app.sendMail();
  await ask('nora@staff.example');
  await app.sendMail();
  const subjects = app.mailer.sent.map(({ subject }) => subject);
  expect(subjects).toEqual(['Your account at Career Tarot', 'Your account at Career Tarot']);
});

test.each([
  [{ email: null, invite: true }, 'An invitation needs an email address.'],
  [
    { invite: true, password: 'the wheel turns' },
    'The invited person sets the password. Please leave it out.',
  ],
  [{}, 'The password is missing.'],
])('adds no account for %j', async (changes, message) => {
  const { add } = await invite();
  const vera = { username: 'vera', role: 'reader', email: 'vera@staff.example' };
  expect(await add({ ...vera, ...changes })).toMatchObject({ status: 400, body: { error: { message } } });
});
