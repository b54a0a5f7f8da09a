import Sqlite from 'better-sqlite3';
import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import { readingRequest } from '../../kit/test-app.ts';
import {
  type Browser,
  buy,
  checkoutPath,
  openBrowser,
  send,
  signIn,
  until,
} from '../running-service/browser.ts';
import { exchange } from '../running-service/raw.ts';
import { type AttackedService, startService } from '../running-service/service.ts';
import { type AcceptedMail, startMailServer } from '../servers/mail-server.ts';
import type { Trial } from '../trial.ts';

/* A whole story, with everything that can go wrong in it, on a service that logs at every level. */

const login = { user: 'mailer-account', password: 'smtp-pass-7h3w4nds' };
const texts = {
  readingType: 'other',
  customerName: 'Wilhelmina Privatperson',
  customerEmail: 'wilhelmina.private@customers.example',
  readingAddresseeName: 'Wilhelmina Addressee',
  customQuestion: 'Will my secret question be repeated?',
  backgroundContext: 'My secret background is that I want to leave.',
} as const;
const refusedEmail = 'refused.private@customers.example';
const reading = 'Your secret reading begins with the Tower.';
const notes = 'A secret internal note.';
const feedback = 'A secret feedback of the admin.';
const comment = 'A secret comment on its first words.';
const guessed = 'a-wrong-but-private-password';
const newPassword = 'the-new-secret-words';
const reported = 'card of Wilhelmina declined, number 4000000000000002';

/** Secrets that no log may contain; cookies, links, and client secrets are added on the way. */
const knownSecrets = [
  ...Object.values(texts).filter((text) => text !== 'other'),
  ...[refusedEmail, reading, notes, feedback, comment, 'demo-admin-pass', 'demo-reader-pass', newPassword],
  ...[guessed, login.password, sandboxKeys.secretKey, sandboxKeys.webhookSecret, reported],
];

async function liveThrough({ url }: AttackedService, accepted: AcceptedMail[], secrets: Set<string>) {
  const before = accepted.length;
  const { customer, order } = await buy(url, texts);
  const admin = await signIn(url, 'admin');
  for (const { cookies } of [customer, admin]) for (const value of cookies.values()) secrets.add(value);
  secrets.add(order.clientSecret ?? '');
  const written = { orderId: order.orderId, content: reading, internalNotes: notes };
  const { id }: { id: string } = JSON.parse((await admin.call('POST', '/api/readings', written)).text);
  const comments = [{ from: 0, to: 11, text: comment }];
  await admin.call('PUT', `/api/readings/${id}/reject`, { feedback, revision: 1, comments });
  await admin.call('PUT', `/api/readings/${id}`, { content: `${reading} It ends well.` });
  await admin.call('PUT', `/api/readings/${id}/approve`);
  await admin.call('PUT', `/api/readings/${id}/approve`);
  await until('both mails', 20_000, () => accepted.length >= before + 2);
  for (const path of ['/api/orders?q=Wilhelmina', '/api/readings', '/api/orders?cursor=Wilhelmina'])
    await admin.call('GET', path);
  const found = accepted.map(({ raw }) => /\/order\/([\w-]{22})/.exec(raw.replace(/=\r?\n/g, ''))?.[1] ?? '');
  const links = found.filter((link) => link !== '');
  for (const link of links) secrets.add(link);
  return { admin, links };
}

async function fail(service: AttackedService, admin: Browser, links: string[]): Promise<void> {
  const { url } = service;
  const stranger = openBrowser(url);
  const post = (path: string, body: unknown) => stranger.call('POST', path, body);
  await post('/api/login', { username: 'admin', password: guessed });
  await post('/api/login', { username: guessed, password: guessed, extra: guessed });
  await post(checkoutPath, readingRequest({ ...texts, customerEmail: `${texts.customerEmail},x` }));
  const { customerName, customerEmail } = texts;
  await post('/api/payment-failure', { customerName, customerEmail, errorMessage: reported });
  const error = { name: 'TypeError', part: 'page', page: 'other', at: null };
  const at = { at: `/${guessed}:1:1` };
  for (const told of [{ name: customerName }, { message: reading }, at, { page: `/order/${guessed}` }])
    await post('/api/client-errors', { ...error, ...told });
  for (const email of [customerEmail, refusedEmail]) await post('/api/test-email', { email });
  await stranger.call('POST', '/api/login', texts, { origin: 'https://evil.example' });
  const json = { origin: url, 'content-type': 'application/json' };
  await send(url, 'POST', checkoutPath, json, JSON.stringify(texts).slice(0, -3));
  await send(url, 'POST', checkoutPath, json, JSON.stringify({ ...texts, big: 'x'.repeat(70_000) }));
  await send(url, 'POST', '/api/stripe/webhook', { 'stripe-signature': 't=1,v1=0' }, JSON.stringify(texts));
  for (const link of [...links, `${encodeURIComponent(customerName)}%`])
    await send(url, 'GET', `/order/${link}`);
  await exchange(service.port, `GET /${guessed} HTTP/1.1\r\nCookie: session=${guessed}\r\n\r\n`);
  await admin.call('PUT', '/api/admin/password', { currentPassword: guessed, newPassword });
  // A confirmation that the mail server refuses with the address in its answer.
  await buy(url, { ...texts, customerEmail: refusedEmail });
  const client = new Sqlite(service.databasePath, { readonly: true });
  const failed = client.prepare("SELECT 1 FROM outbox WHERE state = 'failed'");
  await until('the refused mail', 20_000, () => failed.get());
  client.close();
}

/** Makes the database fail during an order by removing a column. @returns the answer to the order */
async function breakDatabase({ databasePath, url }: AttackedService, secrets: Set<string>): Promise<number> {
  const customer = openBrowser(url);
  await customer.call('POST', checkoutPath, {});
  for (const value of customer.cookies.values()) secrets.add(value);
  const client = new Sqlite(databasePath);
  client.exec('ALTER TABLE orders RENAME COLUMN background_context TO hidden_context');
  client.close();
  return (await customer.call('POST', checkoutPath, readingRequest(texts))).status;
}

const logs: Trial = {
  table: 'attack',
  name: 'logs searched for secrets',
  promise: 'no secrets, client secrets, cookies, email addresses or texts, at the most talkative level',
  counts: { quick: 1, full: 25 },
  async run(times, { count, after, isBundle }) {
    const { accepted, url, close } = await startMailServer(login);
    after(close);
    const env = {
      LOG_LEVEL: 'trace',
      RATE_LIMITS: 'off',
      APPROVAL_UNDO_SECONDS: '0',
      SMTP_URL: url,
      MAIL_FROM: 'Career Tarot <tarot@career-tarot.example>',
    };
    const service = await startService({ isBundle, env, isBuilt: times >= this.counts.full });
    after(service.stop);
    const secrets = new Set<string>(knownSecrets);
    for (let i = 0; i < times; i++) {
      const { admin, links } = await liveThrough(service, accepted, secrets);
      await fail(service, admin, links);
    }
    const status = await breakDatabase(service, secrets);
    count(status === 500 ? null : `a failing database was answered ${status}`);
    const output = () => service.output();
    await until('the log of the failures', 5_000, () => output().includes('failed unexpectedly'));
    // The demo prints its accounts on purpose.
    const isOfDemo = (line: string) => /^ +(admin|reader) +\w+ \/ demo-/.test(line);
    const lines = output()
      .trim()
      .split('\n')
      .filter((line) => !isOfDemo(line));
    for (const secret of secrets) {
      const line = lines.find((text) => text.includes(secret));
      if (secret.length < 8) count(`${secret} is too short to be sought`);
      else count(line === undefined ? null : `${secret} stands in the log: ${line.slice(0, 300)}`);
    }
    return `${secrets.size} secrets, ${lines.length} lines`;
  },
};

export const trials: Trial[] = [logs];
