import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCustomerOrder } from '../../../src/server/order-views/customer-order.ts';
import { createUser } from '../../../src/server/people/staff/create-user.ts';
import { addReader, checkoutPath } from '../../../src/testing/builders.ts';
import { createTestApp, readingRequest, type TestApp } from '../../../src/testing/test-app.ts';
import { createTally, type Trial } from '../trial.ts';

const hour = 3_600_000;
const cookieName = 'session';
const adminPassword = 'seven of wands reversed';

const userPath = '/api/auth/user';

async function isSignedIn(app: TestApp, token: string): Promise<boolean> {
  const browser = app.visitor();
  browser.cookies.set(cookieName, token);
  return (await browser.get(userPath)).status === 200;
}

async function signInWith(app: TestApp, password = adminPassword, planted?: string) {
  const browser = app.visitor();
  if (planted !== undefined) browser.cookies.set(cookieName, planted);
  const { status } = await browser.post('/api/login', { username: 'boss', password });
  return { browser, status, token: browser.cookies.get(cookieName) ?? '' };
}

async function createStaffedApp(databasePath?: string): Promise<TestApp> {
  const app = createTestApp(databasePath ? { databasePath } : {});
  await createUser(app.context, { username: 'boss', password: adminPassword, role: 'admin' });
  return app;
}

/** As if all sessions had begun, and been used for the last time, so much earlier. */
function age(app: TestApp, milliseconds: number): void {
  app.db.$client
    .prepare('UPDATE sessions SET created_at = created_at - ?, expires_at = expires_at - ?')
    .run(milliseconds, milliseconds / 1_000);
}

/** @returns the secrets of a whole story, each with what it is, in the forms in which they could be stored */
async function liveThrough(app: TestApp): Promise<Map<string, string>> {
  const secrets = new Map([['the password', adminPassword]]);
  const { token } = await signInWith(app);
  secrets.set('the session token', token);
  addReader(app, 'rita');
  const { paymentIntentId } = await app.buy();
  const visitor = app.visitor();
  const opened = await visitor.post<{ clientSecret: string }>(checkoutPath);
  await visitor.post(checkoutPath, readingRequest());
  secrets.set('the checkout token', visitor.cookies.get('checkout') ?? '');
  secrets.set('the client secret', opened.body.clientSecret);
  secrets.set(
    'the client secret of a paid order',
    app.payments.payments.get(paymentIntentId)?.clientSecret ?? '',
  );
  await app.sendMail();
  const link = /\/order\/([\w-]+)/.exec(app.mailer.sent[0]?.text ?? '')?.[1] ?? '';
  secrets.set('the link to the order', link);
  if ([...secrets.values()].some((secret) => secret.length < 10)) throw new Error('a secret is missing');
  return secrets;
}

/** @returns which secrets stand in the files of a database, as they are or as the bytes they encode */
function findSecrets(folder: string, secrets: Map<string, string>): string[] {
  const found: string[] = [];
  for (const file of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, file));
    for (const [what, secret] of secrets) {
      const forms = [
        Buffer.from(secret),
        Buffer.from(secret, 'utf16le'),
        Buffer.from(Buffer.from(secret).toString('base64')),
      ];
      if (!what.includes('password')) forms.push(Buffer.from(secret, 'base64url'));
      if (forms.some((form) => form.length >= 8 && bytes.includes(form)))
        found.push(`${file} contains ${what}`);
    }
  }
  return found;
}

const fixation: Trial = {
  table: 'attack',
  name: 'session fixation',
  promise: 'a new token at every login; what was planted opens nothing',
  counts: { quick: 4, full: 100 },
  async run(count, progress) {
    const tally = createTally();
    const app = await createStaffedApp();
    const tokens = new Set<string>();
    for (let i = 0; i < count; i++) {
      const planted = ['planted', 'A'.repeat(43), [...tokens].at(-1) ?? '', '../../etc'][i % 4] ?? '';
      const wasOpen = await isSignedIn(app, planted);
      const { token } = await signInWith(app, adminPassword, planted);
      const isNew = /^[\w-]{43}$/.test(token) && token !== planted && !tokens.has(token);
      tally.count(isNew ? null : `login ${i + 1} gave a token that was there before`);
      tally.count((await isSignedIn(app, token)) ? null : `login ${i + 1} gave a token that opens nothing`);
      const isOpen = planted !== '' && (await isSignedIn(app, planted));
      tally.count(isOpen ? `the planted ${planted} is signed in${wasOpen ? ' still' : ''}` : null);
      tokens.add(token);
      progress(i + 1);
    }
    return tally.outcome();
  },
};

const theft: Trial = {
  table: 'attack',
  name: 'stolen database',
  promise: 'only hashes stored: nothing in it opens a session, a checkout or an order',
  counts: { quick: 1, full: 20 },
  async run(count, progress) {
    const tally = createTally();
    for (let i = 0; i < count; i++) {
      const folder = mkdtempSync(join(tmpdir(), 'career-tarot-theft-'));
      const app = await createStaffedApp(join(folder, 'stolen.db'));
      try {
        const secrets = await liveThrough(app);
        const found = findSecrets(folder, secrets);
        for (const [what] of secrets) tally.count(found.find((loss) => loss.endsWith(what)) ?? null);
        const { $client: client } = app.db;
        const column = (query: string) => client.prepare(query).pluck().all().map(String);
        for (const id of column('SELECT id FROM sessions')) {
          tally.count((await isSignedIn(app, id)) ? 'what is stored of a session signs in' : null);
        }
        for (const id of column('SELECT id FROM order_links')) {
          tally.count(readCustomerOrder(app.context, id) ? 'what is stored of a link opens the order' : null);
        }
        for (const hash of column("SELECT password_hash FROM users WHERE username = 'boss'")) {
          const isCostly = hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
          tally.count(isCostly ? null : `a password is kept as ${hash.slice(0, 12)}…`);
          const { status } = await signInWith(app, hash);
          tally.count(status === 401 ? null : 'what is stored of a password signs in');
        }
      } finally {
        app.db.$client.close();
        rmSync(folder, { recursive: true, force: true });
      }
      progress(i + 1);
    }
    return tally.outcome();
  },
};

const passwordChange: Trial = {
  table: 'attack',
  name: 'password change',
  promise: 'all other sessions of that person end, nobody else’s',
  counts: { quick: 5, full: 100 },
  async run(count, progress) {
    const tally = createTally();
    const app = await createStaffedApp();
    const reader = await app.signIn('reader');
    const others: string[] = [];
    for (let i = 0; i < count; i++) others.push((await signInWith(app)).token);
    const { browser, token } = await signInWith(app);
    const change = { currentPassword: adminPassword, newPassword: 'the moon, upright' };
    const wrong = await browser.put('/api/admin/password', { ...change, currentPassword: 'a guess' });
    tally.count(wrong.status < 400 ? 'the password was changed without the current one' : null);
    const { status } = await browser.put('/api/admin/password', change);
    tally.count(status === 200 ? null : `the change was answered ${status}`);
    for (const [i, other] of others.entries()) {
      tally.count((await isSignedIn(app, other)) ? `session ${i + 1} is still open` : null);
      progress(i + 1);
    }
    tally.count((await isSignedIn(app, token)) ? null : 'the own session ended too');
    tally.count((await reader.get(userPath)).status === 200 ? null : "a reader's session ended too");
    tally.count((await signInWith(app)).status === 401 ? null : 'the old password still signs in');
    return tally.outcome();
  },
};

const ageing: Trial = {
  table: 'attack',
  name: 'forgotten sessions',
  promise: 'a session ends after 8 hours without a call, and after 24 hours in any case',
  counts: { quick: 3, full: 50 },
  async run(count, progress) {
    const tally = createTally();
    const app = await createStaffedApp();
    for (let i = 0; i < count; i++) {
      const idle = await signInWith(app);
      age(app, 8 * hour - 60_000);
      tally.count((await isSignedIn(app, idle.token)) ? null : 'a session ended before 8 idle hours');
      age(app, 8 * hour + 1_000);
      tally.count((await isSignedIn(app, idle.token)) ? 'a session outlived 8 idle hours' : null);

      const busy = await signInWith(app);
      for (let passed = 0; passed < 24; passed++) {
        tally.count(
          (await isSignedIn(app, busy.token)) ? null : `a busy session ended after ${passed} hours`,
        );
        age(app, hour);
      }
      age(app, 1_000);
      tally.count((await isSignedIn(app, busy.token)) ? 'a busy session outlived 24 hours' : null);
      progress(i + 1);
    }
    return tally.outcome();
  },
};

export const trials: Trial[] = [fixation, theft, passwordChange, ageing];
