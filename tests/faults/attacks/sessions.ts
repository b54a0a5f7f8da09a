import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCustomerOrder } from '../../../src/server/aftercare/order-page/customer-order.ts';
import { createUser } from '../../../src/server/people/create-user.ts';
import { addReader, openCheckoutPage, submitForm } from '../../kit/builders.ts';
import { createTestApp, type TestApp } from '../../kit/test-app.ts';
import type { Trial } from '../trial.ts';

const cookieName = 'session';
const adminPassword = 'seven of wands reversed';
const userPath = '/api/auth/user';

async function isSignedIn(app: TestApp, token: string): Promise<boolean> {
  const browser = app.visitor({}, new Map([[cookieName, token]]));
  return (await browser.get(userPath)).status === 200;
}

async function signInWith(app: TestApp, password = adminPassword, planted?: string) {
  const browser = app.visitor({}, new Map(planted === undefined ? [] : [[cookieName, planted]]));
  const { status } = await browser.post('/api/login', { username: 'boss', password });
  return { browser, status, token: browser.cookies.get(cookieName) ?? '' };
}

async function createStaffedApp(databasePath?: string): Promise<TestApp> {
  const app = createTestApp(databasePath ? { databasePath } : {});
  await createUser(app.context, { username: 'boss', password: adminPassword, role: 'admin' });
  return app;
}

const fixation: Trial = {
  table: 'attack',
  name: 'session fixation',
  promise: 'a new token at every login; what was planted opens nothing',
  counts: { quick: 4, full: 100 },
  async run(times, { count }) {
    const app = await createStaffedApp();
    const tokens = new Set<string>();
    for (let i = 0; i < times; i++) {
      const planted = ['planted', 'A'.repeat(43), [...tokens].at(-1) ?? '', '../../etc'][i % 4] ?? '';
      const { token } = await signInWith(app, adminPassword, planted);
      const isNew = /^[\w-]{43}$/.test(token) && token !== planted && !tokens.has(token);
      count(isNew ? null : `login ${i + 1} gave a token that was there before`);
      count((await isSignedIn(app, token)) ? null : `login ${i + 1} gave a token that opens nothing`);
      const isOpen = planted !== '' && (await isSignedIn(app, planted));
      count(isOpen ? `the planted ${planted} is signed in` : null);
      tokens.add(token);
    }
    return '';
  },
};

async function liveThrough(app: TestApp): Promise<Map<string, string>> {
  const { token } = await signInWith(app);
  addReader(app, 'rita');
  const { paymentIntentId } = await app.buy();
  const visitor = app.visitor();
  const opened = await openCheckoutPage(visitor);
  await submitForm(visitor);
  await app.sendMail();
  const secrets = new Map([
    ['the password', adminPassword],
    ['the session token', token],
    ['the checkout token', visitor.cookies.get('checkout') ?? ''],
    ['the client secret', opened.body.clientSecret ?? ''],
    ['the client secret of a paid order', app.payments.find(paymentIntentId)?.clientSecret ?? ''],
    ['the link to the order', /\/order\/([\w-]+)/.exec(app.mailer.sent[0]?.text ?? '')?.[1] ?? ''],
  ]);
  if ([...secrets.values()].some((secret) => secret.length < 10)) throw new Error('a secret is missing');
  return secrets;
}

/** @returns whether a database's files contain a secret, as it is or as the bytes it encodes */
function isIn(folder: string, secret: string): boolean {
  const base64 = Buffer.from(secret).toString('base64');
  const encoded = secret === adminPassword ? [] : [Buffer.from(secret, 'base64url')];
  const forms = [Buffer.from(secret), Buffer.from(secret, 'utf16le'), Buffer.from(base64), ...encoded];
  return readdirSync(folder).some((file) => {
    const bytes = readFileSync(join(folder, file));
    return forms.some((form) => form.length >= 8 && bytes.includes(form));
  });
}

const theft: Trial = {
  table: 'attack',
  name: 'stolen database',
  promise: 'only hashes stored: nothing in it opens a session, a checkout or an order',
  counts: { quick: 1, full: 20 },
  async run(times, { count, after }) {
    for (let i = 0; i < times; i++) {
      const folder = mkdtempSync(join(tmpdir(), 'career-tarot-theft-'));
      after(() => rmSync(folder, { recursive: true, force: true }));
      const app = await createStaffedApp(join(folder, 'stolen.db'));
      const { $client: client } = app.db;
      after(() => client.close());
      for (const [what, secret] of await liveThrough(app))
        count(isIn(folder, secret) ? `the files contain ${what}` : null);
      const column = (query: string) => client.prepare(query).pluck().all().map(String);
      for (const id of column('SELECT id FROM sessions'))
        count((await isSignedIn(app, id)) ? 'what is stored of a session signs in' : null);
      for (const id of column('SELECT id FROM order_links'))
        count(readCustomerOrder(app.context, id) ? 'what is stored of a link opens the order' : null);
      for (const hash of column("SELECT password_hash FROM users WHERE username = 'boss'")) {
        const isCostly = hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
        count(isCostly ? null : `a password is kept as ${hash.slice(0, 12)}…`);
        const { status } = await signInWith(app, hash);
        count(status === 401 ? null : 'what is stored of a password signs in');
      }
    }
    return '';
  },
};

export const trials: Trial[] = [fixation, theft];
