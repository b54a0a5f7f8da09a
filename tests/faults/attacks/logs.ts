import Sqlite from 'better-sqlite3';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import {
  type Browser,
  buy,
  checkoutPath,
  openBrowser,
  send,
  signIn,
  until,
} from '../attacks-support/browser.ts';
import { exchange } from '../attacks-support/raw.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { startSmtpSink, type TakenMail } from '../attacks-support/smtp-sink.ts';
import { createTally, type Trial } from '../trial.ts';

/* A whole story, with everything that can go wrong in it, of a service that logs all it has to say. */

const login = { user: 'mailer-account', password: 'smtp-pass-7h3w4nds' };
const texts = {
  customerName: 'Wilhelmina Privatperson',
  customerEmail: 'wilhelmina.private@customers.example',
  readingAddresseeName: 'Wilhelmina Addressee',
  customQuestion: 'Will my secret question be repeated?',
  backgroundContext: 'My secret background is that I want to leave.',
};
const refusedEmail = 'refused.private@customers.example';
const reading = 'Your secret reading begins with the Tower.';
const notes = 'A secret internal note.';
const feedback = 'A secret feedback of the admin.';
const comment = 'A secret comment on its first words.';
const guessed = 'a-wrong-but-private-password';
const reported = 'card of Wilhelmina declined, number 4000000000000002';

/** What must stand in no log, by what it is. Cookies, links and client secrets are added on the way. */
function firstSecrets(): Map<string, string> {
  return new Map([
    ...Object.entries(texts),
    ['another email address', refusedEmail],
    ['the reading', reading],
    ['the notes', notes],
    ['the feedback', feedback],
    ['the comment', comment],
    ['a password', 'demo-admin-pass'],
    ['a password of a reader', 'demo-reader-pass'],
    ['a new password', 'the-new-secret-words'],
    ['a wrong password', guessed],
    ['the password of the mail server', login.password],
    ['the secret key', sandboxKeys.secretKey],
    ['the webhook secret', sandboxKeys.webhookSecret],
    ['what a browser reported', reported],
  ]);
}

function keepCookies(secrets: Map<string, string>, who: string, browser: Browser): void {
  for (const [name, value] of browser.cookies) secrets.set(`the cookie ${name} of ${who}`, value);
}

/** An order, from the checkout to its delivery. @returns its reading's id */
async function liveThrough(service: AttackedService, taken: TakenMail[], secrets: Map<string, string>) {
  const { url } = service;
  const before = taken.length;
  const { customer, order } = await buy(url, { readingType: 'other', ...texts });
  keepCookies(secrets, 'the customer', customer);
  secrets.set('a client secret', order.clientSecret ?? '');
  const admin = await signIn(url, 'admin');
  keepCookies(secrets, 'the admin', admin);
  const written = { orderId: order.orderId, content: reading, internalNotes: notes };
  const { id }: { id: string } = JSON.parse((await admin.call('POST', '/api/readings', written)).text);
  const comments = [{ from: 0, to: 11, text: comment }];
  await admin.call('PUT', `/api/readings/${id}/reject`, { feedback, revision: 1, comments });
  await admin.call('PUT', `/api/readings/${id}`, { content: `${reading} It ends well.` });
  await admin.call('PUT', `/api/readings/${id}/approve`);
  await admin.call('PUT', `/api/readings/${id}/approve`);
  await until('both mails', 20_000, () => (taken.length >= before + 2 ? true : null));
  for (const { raw } of taken) {
    const link = /\/order\/([\w-]{22})/.exec(raw.replace(/=\r?\n/g, ''))?.[1];
    if (link) secrets.set(`the link ${secrets.size}`, link);
  }
  for (const path of ['/api/orders?q=Wilhelmina', '/api/readings', '/api/orders?cursor=Wilhelmina']) {
    await admin.call('GET', path);
  }
  return admin;
}

/** Everything that is refused or fails, with private data in it. */
async function fail(service: AttackedService, admin: Browser, secrets: Map<string, string>): Promise<void> {
  const { url } = service;
  const stranger = openBrowser(url);
  await stranger.call('POST', '/api/login', { username: 'admin', password: guessed });
  await stranger.call('POST', '/api/login', { username: guessed, password: guessed, extra: guessed });
  await stranger.call(
    'POST',
    checkoutPath,
    readingRequest({ ...texts, customerEmail: `${texts.customerEmail},x` }),
  );
  await stranger.call('POST', '/api/payment-failure', { ...pick(texts), errorMessage: reported });
  const error = { name: 'TypeError', part: 'page', page: 'other', at: null };
  for (const told of [
    { name: texts.customerName },
    { message: texts.customQuestion },
    { at: `/${guessed}:1:1` },
    { page: `/order/${guessed}` },
  ]) {
    await stranger.call('POST', '/api/client-errors', { ...error, ...told });
  }
  await stranger.call('POST', '/api/test-email', { email: texts.customerEmail });
  await stranger.call('POST', '/api/test-email', { email: refusedEmail });
  await stranger.call('POST', '/api/login', texts, { origin: 'https://evil.example' });
  const json = { origin: url, 'content-type': 'application/json' };
  await send(url, 'POST', checkoutPath, json, JSON.stringify(texts).slice(0, -3));
  await send(url, 'POST', checkoutPath, json, JSON.stringify({ ...texts, big: 'x'.repeat(70_000) }));
  await send(url, 'POST', '/api/stripe/webhook', { 'stripe-signature': 't=1,v1=0' }, JSON.stringify(texts));
  for (const link of [...secrets].filter(([what]) => what.startsWith('the link'))) {
    await send(url, 'GET', `/order/${link[1]}`);
  }
  await send(url, 'GET', `/order/${encodeURIComponent(texts.customerName)}%`);
  await exchange(service.port, `GET /${guessed} HTTP/1.1\r\nCookie: session=${guessed}\r\n\r\n`);
  const change = { currentPassword: guessed, newPassword: 'the-new-secret-words' };
  await admin.call('PUT', '/api/admin/password', change);
  // A confirmation that the mail server refuses, with the address in its answer.
  await buy(url, { ...texts, readingType: 'other', customerEmail: refusedEmail });
  await until('the refused mail', 20_000, () => countFailed(service));
}

function pick({ customerName, customerEmail }: typeof texts) {
  return { customerName, customerEmail };
}

function countFailed({ databasePath }: AttackedService): number | null {
  const client = new Sqlite(databasePath, { readonly: true });
  const count = client.prepare("SELECT count(*) FROM outbox WHERE state = 'failed'").pluck().get();
  client.close();
  return Number(count) || null;
}

/** Has the database fail under an order: because it is busy, which takes a while, and because a column is gone. */
async function breakDatabase(service: AttackedService, secrets: Map<string, string>, isPatient: boolean) {
  const statuses: number[] = [];
  const client = new Sqlite(service.databasePath);
  const customer = openBrowser(service.url);
  let forms = 0;
  // The same form again would only be looked up.
  const order = () => {
    const form = { ...texts, readingType: 'other' as const, readingAddresseeName: `Maya ${++forms}` };
    return customer.call('POST', checkoutPath, readingRequest(form));
  };
  await order();
  keepCookies(secrets, 'a late customer', customer);
  if (isPatient) {
    client.exec('BEGIN IMMEDIATE');
    statuses.push((await order()).status);
    client.exec('ROLLBACK');
  }
  client.exec('ALTER TABLE orders RENAME COLUMN background_context TO hidden_context');
  statuses.push((await order()).status);
  client.close();
  return statuses;
}

export const trials: Trial[] = [
  {
    table: 'attack',
    name: 'logs searched for secrets',
    promise: 'no secrets, client secrets, cookies, email addresses or texts, at the most talkative level',
    counts: { quick: 1, full: 25 },
    async run(count, progress) {
      const tally = createTally();
      const sink = await startSmtpSink(login);
      const isBuilt = count >= 25;
      const env = {
        LOG_LEVEL: 'trace',
        RATE_LIMITS: 'off',
        APPROVAL_UNDO_SECONDS: '0',
        SMTP_URL: sink.url,
        MAIL_FROM: 'Career Tarot <tarot@career-tarot.example>',
      };
      const service = await startService({ env, isBuilt });
      try {
        const secrets = firstSecrets();
        for (let i = 0; i < count; i++) {
          const admin = await liveThrough(service, sink.taken, secrets);
          await fail(service, admin, secrets);
          progress(i + 1);
        }
        const statuses = await breakDatabase(service, secrets, isBuilt);
        const isRight = String(statuses) === (isBuilt ? '503,500' : '500');
        tally.count(isRight ? null : `a failing database was answered ${statuses}`);
        const output = await until('the log of the failures', 5_000, () =>
          service.output().includes('failed unexpectedly') ? service.output() : null,
        );
        const lines = output.trim().split('\n');
        for (const [what, secret] of secrets) {
          const line =
            secret.length >= 8 ? lines.find((text) => text.includes(secret)) : 'too short to be sought';
          tally.count(line === undefined ? null : `${what} stands in the log: ${line.slice(0, 300)}`);
        }
        return tally.outcome(`${secrets.size} secrets, ${lines.length} lines`);
      } finally {
        await service.stop();
        await sink.close();
      }
    },
  },
];
