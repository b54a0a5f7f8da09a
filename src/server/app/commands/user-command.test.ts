import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { callCommand, runCommand } from '../../../../tests/kit/commands.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { listUsers } from '../../people/people-repository.ts';
import { readIdentity } from '../../shop/read-business.ts';
import { run } from './user-command.ts';

const folder = folderOfFile();
const databasePath = join(folder, 'tarot.db');

/** Calls `npm run user -- …` with a password on standard input. */
const user = (words: string[], password = '', env: Record<string, string> = {}) =>
  callCommand(run, words, { input: password, env: { DATABASE_PATH: databasePath, ...env } });

async function signIn(username: string, password: string) {
  const app = createTestApp({ databasePath });
  const answer = await app.visitor().post('/api/login', { username, password });
  app.db.$client.close();
  return answer;
}

const used = `Database: ${databasePath}\n`;

beforeAll(async () => {
  openDatabase(databasePath).$client.close();
  const options = { input: 'the wheel turns\n', env: { DATABASE_PATH: databasePath } };
  expect(await runCommand(['user', 'create', 'admin', 'ada'], options)).toEqual({
    code: 0,
    out: `${used}ada can sign in now (admin).
Add an email address for ada in the account, for notices and password resets.
The contact address is still hello@career-tarot.example: customers’ replies are lost. Set yours in Settings, or CONTACT_EMAIL.
`,
    err: '',
  });
}, 60_000);

/** A database of its own, and what a service on it would read. */
function newShop(env: Record<string, string> = {}) {
  const path = join(folder, `${shops++}.db`);
  openDatabase(path).$client.close();
  const call = (words: string[], how: { input?: string; typed?: string[] }) =>
    callCommand(run, words, { ...how, env: { DATABASE_PATH: path, ...env } });
  const read = () => {
    const app = createTestApp({ databasePath: path, env });
    const { siteName, contactEmail, billingDescriptor } = readIdentity(app.context);
    const people = listUsers(app.db).map(({ username, email }) => ({ username, email }));
    app.db.$client.close();
    return { siteName, contactEmail, billingDescriptor, people };
  };
  return { call, read };
}
let shops = 0;

const asked = {
  siteName: 'Quiet Cards',
  contactEmail: 'hello@quiet.example',
  billingDescriptor: 'QUIET CARDS',
  people: [{ username: 'ada', email: 'ada@quiet.example' }],
};

test('stores the email, contact address and business name with the first admin', async () => {
  const { call, read } = newShop();
  const details = ['--email', 'ada@quiet.example', '--contact', 'hello@quiet.example'];
  const words = ['create', 'admin', 'ada', ...details, '--business', 'Quiet  Cards'];
  const { code, out } = await call(words, { input: 'the wheel turns\n' });
  expect([code, out.split('\n').slice(1)]).toEqual([0, ['ada can sign in now (admin).', '']]);
  expect(read()).toEqual(asked);
});

test('asks for the details in a terminal, again after a mistake', async () => {
  const { call, read } = newShop();
  const typed = ['the wheel turns', 'ada@', 'ada@quiet.example', 'hello@quiet.example', 'Quiet Cards'];
  const { code, out } = await call(['create', 'admin', 'ada'], { typed });
  expect(code).toBe(0);
  expect(out).toContain('Contact address, for customers’ replies, or press Enter to skip: ');
  expect(out).not.toContain('the wheel turns');
  expect(read()).toEqual(asked);
});

test('lets the details be skipped and keeps the current settings', async () => {
  const { call, read } = newShop({ CONTACT_EMAIL: 'ada@cards.com', SITE_NAME: 'Cards' });
  const { code, out } = await call(['create', 'admin', 'ada'], { typed: ['the wheel turns'] });
  expect([code, out]).toEqual([0, expect.stringContaining('or press Enter for ada@cards.com: ')]);
  expect(out).not.toContain('replies are lost');
  const people = [{ username: 'ada', email: null }];
  expect(read()).toMatchObject({ siteName: 'Cards', contactEmail: 'ada@cards.com', people });
});

test.each<[string, string[], RegExp]>([
  ['half an address', ['--email', 'ada@'], /^--email: The email address/],
  ['half a contact address', ['--contact', 'hello'], /^--contact: The contact address/],
  ['a business name alone', ['--business', 'Quiet Cards'], /^--contact is missing/],
])('refuses %s before creating an account', async (_what, details, message) => {
  const { call, read } = newShop();
  const { code, err } = await call(['create', 'admin', 'ada', ...details], { input: 'the wheel turns' });
  expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  expect(read().people).toEqual([]);
});

test('changes no business details with later accounts', async () => {
  const { call, read } = newShop();
  await call(['create', 'admin', 'ada'], { input: 'the wheel turns' });
  const contact = ['--contact', 'eve@quiet.example'];
  expect(await call(['create', 'admin', 'eve', ...contact], { input: 'ten of swords' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('are for the first admin'),
  });
  const { out } = await call(['create', 'reader', 'rita'], { typed: ['nine of cups', 'rita@quiet.example'] });
  expect(out).not.toContain('Contact address');
  expect(read().people).toEqual([
    { username: 'ada', email: null },
    { username: 'rita', email: 'rita@quiet.example' },
  ]);
});

test('creates the first admin in a new database and closes the set-up', async () => {
  const { body } = await signIn('ada', 'the wheel turns');
  expect(body).toMatchObject({ username: 'ada', role: 'admin', writes: false });
  const db = openDatabase(databasePath);
  const closed = db.$client.prepare("SELECT value FROM service_facts WHERE name = 'set_up_closed'").get();
  db.$client.close();
  expect(closed).toBeDefined();
});

test('creates a reader and trims spaces around the name', async () => {
  await user(['create', 'reader', '  Rita  Hayes '], 'nine of cups\r\n');
  const { body } = await signIn('Rita Hayes', 'nine of cups');
  expect(body).toMatchObject({ username: 'Rita Hayes', role: 'reader' });
});

test('creates an admin who also writes only with --writes', async () => {
  await user(['create', 'admin', 'Sol', '--writes'], 'nine of cups');
  expect((await signIn('Sol', 'nine of cups')).body).toMatchObject({ role: 'admin', writes: true });
});

const refusals: [string, string[], string, string][] = [
  ['another role', ['create', 'owner', 'eve'], '', 'Usage:'],
  ['a blank name', ['create', 'admin', '   '], 'the wheel turns', 'Usage:'],
  ['a name that is taken', ['create', 'reader', 'ADA'], 'the wheel turns', 'already an account called ADA'],
  ['a long password', ['create', 'admin', 'eve'], 'x'.repeat(257), '6 to 256 characters'],
];
test.each(['first one\nfirst one\n', 'first one\r\nfirst one', 'first one\n\n', '\u2028first one'])(
  'refuses the password %j because it has more than one line',
  async (password) => {
    const { code, err } = await user(['create', 'reader', 'eve'], password);
    expect([code, err]).toEqual([1, expect.stringContaining('more than one line')]);
  },
);

test.each(refusals)('refuses %s in one message', async (_what, words, password, message) => {
  const { code, err } = await user(words, password);
  expect([code, err]).toEqual([message === 'Usage:' ? 2 : 1, expect.stringContaining(message)]);
  expect(err).not.toContain('    at ');
  expect((await signIn('eve', password)).status).not.toBe(200);
});

test('replaces a forgotten password and ends all sessions', async () => {
  await user(['create', 'reader', 'Nora'], 'the words of nora');
  const app = createTestApp({ databasePath });
  const browser = app.visitor();
  await browser.post('/api/login', { username: 'nora', password: 'the words of nora' });
  expect((await user(['password', 'nora'], 'short')).err).toContain('6 to 256 characters');
  expect((await browser.get('/api/auth/user')).status).toBe(200);
  const out = `${used}Nora has a new password and is signed out everywhere.\n`;
  expect(await user(['password', ' NORA '], 'ten of swords\n')).toEqual({ code: 0, out, err: '' });
  expect((await browser.get('/api/auth/user')).status).toBe(401);
  app.db.$client.close();
  expect((await signIn('nora', 'ten of swords')).status).toBe(200);
});

test('says that there are no accounts yet', async () => {
  const { call } = newShop();
  const { out } = await call(['list'], {});
  expect(out).toContain('There are no accounts yet. Create the first: npm run user -- create admin NAME\n');
});

test('switches off a user’s second factor', async () => {
  await user(['create', 'reader', 'Tom'], 'the words of tom');
  const app = createTestApp({ databasePath });
  app.db.$client
    .prepare("UPDATE users SET totp_secret = 'JBSWY3DPEHPK3PXP', totp_enabled_at = 1 WHERE username = 'Tom'")
    .run();
  app.db.$client.close();
  expect((await signIn('tom', 'the words of tom')).body).toMatchObject({ error: { code: 'code_required' } });
  expect((await user(['list'])).out).toMatch(/^Tom, reader, no address, two-factor sign-in$/m);
  expect((await user(['two-factor-off', 'tom'])).out).toBe(
    `${used}Tom now signs in with just the password.\n`,
  );
  expect((await signIn('tom', 'the words of tom')).status).toBe(200);
});

test('audits commands as the command line, without an account', () => {
  const db = openDatabase(databasePath);
  const rows = db.$client
    .prepare("SELECT action FROM audit WHERE actor_name = 'command line' AND actor_id IS NULL")
    .pluck()
    .all();
  db.$client.close();
  expect(new Set(rows)).toEqual(new Set(['person_created', 'password_changed', 'two_factor_off']));
});

test('reports an unknown name in one message', async () => {
  const err = 'There is no account called unknown. npm run user -- list shows all accounts.\n';
  expect(await user(['password', 'unknown'], 'ten of swords')).toMatchObject({ code: 1, err });
});

test('ignores other invalid settings', async () => {
  const env = { NODE_ENV: 'production', PORT: 'http', STRIPE_SECRET_KEY: 'sk_live_1' };
  const { out, err } = await user(['list'], '', {
    ...env,
    DATABASE_PATH: relative(process.cwd(), databasePath),
  });
  expect([out, err]).toEqual([expect.stringContaining(used), '']);
});

test('refuses a mistyped DATABASE_PATH', async () => {
  const err = 'DATABASE_PAHT is not a setting, but DATABASE_PATH is. Correct the name or remove it.\n';
  expect(await user(['list'], '', { DATABASE_PAHT: databasePath })).toMatchObject({ code: 1, err });
});

test('never creates a database', async () => {
  const elsewhere = join(folder, 'elsewhere', 'tarot.db');
  const { code, err } = await user(['create', 'admin', 'eve'], 'ten of swords', { DATABASE_PATH: elsewhere });
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^There is no database ${elsewhere}\\. .*DATABASE_PATH.*npm run migrate`));
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});
