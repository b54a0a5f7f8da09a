import { expect, test } from 'vitest';
import { addSignedIn, orderIn, storedMail, storedOrder, timelineOf } from '../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../tests/kit/failing-commits.ts';
import { beginSending, holdDeliveries } from '../../../tests/kit/held-deliveries.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { noControl } from '../base/context.ts';
import { MailRejected } from '../base/mailer.ts';
import { systemRandom } from '../base/random.ts';
import { retryDelay, sendDueMail } from './send-due-mail.ts';

const second = 1000;
const hour = 3_600_000;
const refused = new MailRejected('451 Try again later', { isPermanent: false, responseCode: 451 });

async function createAppWithMail(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  const { orderId, orderNumber } = await app.buy();
  const mail = () => storedMail(app, orderId)[0];
  return { app, orderId, orderNumber, mail };
}

test('sends a confirmation once, with number, amount and one recipient', async () => {
  const { app, orderNumber, orderId, mail } = await createAppWithMail();
  expect(await app.sendMail()).toBe(1);
  expect(await app.sendMail()).toBe(0);
  expect(app.mailer.sent).toHaveLength(1);
  const [sent] = app.mailer.sent;
  expect(sent?.to).toEqual({ name: 'Maya Lindqvist', address: 'maya@customers.example' });
  expect(`${sent?.subject} ${sent?.text}`).toContain(orderNumber);
  expect(sent?.text).toContain('$60.00');
  expect(sent?.messageId).toMatch(/^<[\w-]{36}@127\.0\.0\.1>$/);
  expect(mail()).toMatchObject({ state: 'sent', attempts: 1, sentAt: app.clock.now(), lastError: null });
  expect(timelineOf(app, orderId).at(-1)).toBe('mail_sent');
});

test('retries a refused mail as the same message', async () => {
  const { app, mail } = await createAppWithMail();
  app.mailer.failWith(refused);
  expect(await app.sendMail()).toBe(0);
  const lastError = '451 Try again later';
  expect(mail()).toMatchObject({ state: 'queued', attempts: 1, lastError, response: null, sentAt: null });
  const { messageId } = mail() ?? {};
  app.mailer.failWith(null);
  expect(await app.sendMail()).toBe(0);
  app.clock.advance(30 * second);
  expect(await app.sendMail()).toBe(1);
  expect(app.mailer.sent.map((sent) => sent.messageId)).toEqual([messageId]);
  expect(mail()).toMatchObject({ state: 'sent', attempts: 2, lastError: null, response: '250 accepted' });
});

test('doubles the retry pause up to an hour, with some randomness', () => {
  for (const [attempts, longest] of [
    [1, 30],
    [2, 60],
    [7, 1920],
    [8, 3600],
    [500, 3600],
  ] as const) {
    const delays = Array.from({ length: 50 }, () => retryDelay(attempts, systemRandom) / second);
    for (const delay of delays) {
      expect(delay).toBeLessThanOrEqual(longest);
      expect(delay).toBeGreaterThanOrEqual(longest * 0.75);
    }
    expect(new Set(delays).size).toBeGreaterThan(1);
  }
});

test('marks a permanently refused mail as failed and never retries it', async () => {
  const { app, mail, orderId } = await createAppWithMail();
  const words = '550 5.1.1 <maya@customers.example>: user unknown';
  app.mailer.failWith(new MailRejected(words, { isPermanent: true, responseCode: 550 }));
  await app.sendMail();
  expect(mail()).toMatchObject({ state: 'failed', lastError: words });
  expect(timelineOf(app, orderId).at(-1)).toBe('mail_failed');
  app.mailer.failWith(null);
  app.clock.advance(24 * hour);
  expect(await app.sendMail()).toBe(0);
});

test('gives up on a mail after 72 hours of refusals', async () => {
  const { app, mail, orderId } = await createAppWithMail();
  app.mailer.failWith(refused);
  for (let hours = 0; hours < 72; hours++) {
    await app.sendMail();
    expect(mail()?.state).toBe('queued');
    app.clock.advance(hour);
  }
  app.clock.advance(1);
  await app.sendMail();
  expect(mail()).toMatchObject({ state: 'failed', lastError: '451 Try again later' });
  expect(timelineOf(app, orderId).filter((type) => type === 'mail_failed')).toHaveLength(1);
});

test('retries a mail ten times even if its first attempt was late', async () => {
  const { app, mail } = await createAppWithMail();
  app.clock.advance(100 * hour);
  app.mailer.failWith(refused);
  await app.sendMail();
  expect(mail()).toMatchObject({ state: 'queued', attempts: 1 });
  for (let attempts = 2; attempts < 10; attempts++) {
    app.clock.advance(hour);
    await app.sendMail();
    expect(mail()).toMatchObject({ state: 'queued', attempts });
  }
  app.clock.advance(hour);
  await app.sendMail();
  expect(mail()?.state).toBe('failed');
});

test('sends waiting mail as soon as another mail succeeds', async () => {
  const { app, mail } = await createAppWithMail();
  await app.buy({ customerEmail: 'second@customers.example' });
  const options = { isPermanent: false, responseCode: 535, fault: 'sign_in' } as const;
  app.mailer.failWith(new MailRejected('535 Bad login', options));
  for (let hours = 0; hours < 12; hours++) {
    await app.sendMail();
    app.clock.advance(hour);
  }
  await app.sendMail();
  app.mailer.failWith(null);
  expect(await app.sendMail()).toBe(0);
  expect((await app.visitor().post('/api/test-email', { email: 'me@customers.example' })).status).toBe(200);
  expect(await app.sendMail()).toBe(2);
  expect(mail()?.state).toBe('sent');
});

test('keeps a mail that cannot be written without stopping the others', async () => {
  const { app, mail } = await createAppWithMail();
  await app.buy({ customerEmail: 'second@customers.example' });
  app.mailer.failWith(null);
  const { send } = app.context.mailer;
  app.context.mailer.send = async (outgoing) => {
    if (outgoing.to.address.startsWith('maya')) throw new TypeError('secret detail');
    return send(outgoing);
  };
  expect(await app.sendMail()).toBe(1);
  expect(mail()).toMatchObject({ state: 'queued', lastError: 'The email could not be written.' });
});

test('sends a mail once with two workers at the same time', async () => {
  const { app } = await createAppWithMail();
  const held = holdDeliveries(app);
  const { sending } = await beginSending(app, held);
  expect(await app.sendMail()).toBe(0);
  held[0]?.accept();
  expect(await sending).toBe(1);
});

test('sends a dead worker’s mail once after its lease expires', async () => {
  const { app, mail } = await createAppWithMail();
  const held = holdDeliveries(app);
  const late = await beginSending(app, held);
  app.clock.advance(179 * second);
  expect(await app.sendMail()).toBe(0);
  app.clock.advance(second);
  const next = await beginSending(app, held);
  held[1]?.accept();
  expect(await next.sending).toBe(1);
  expect(held[1]?.mail.messageId).toBe(held[0]?.mail.messageId);
  held[0]?.refuse(refused);
  await late.sending;
  expect(mail()?.state).toBe('sent');
  app.clock.advance(hour);
  expect(await app.sendMail()).toBe(0);
});

test('wakes the worker when mail is queued', async () => {
  let woken = 0;
  const app = createTestApp({ wakeMailWorker: () => void woken++ });
  await app.buy();
  expect(woken).toBeGreaterThan(0);
});

test.each(['is being sent', 'was refused for now', 'was sent'])(
  'refuses to undo an approval once its mail %s',
  async (what) => {
    const app = createTestApp();
    const admin = await addSignedIn(app, 'admin', 'admin');
    const { orderId, readingId } = await orderIn(app, 'approved', admin.person);
    await app.sendMail();
    app.clock.advance(60 * second);
    const held = holdDeliveries(app);
    const { sending } = await beginSending(app, held);
    if (what === 'was refused for now') held[0]?.refuse(refused);
    if (what === 'was sent') held[0]?.accept();
    if (what !== 'is being sent') await sending;
    const undo = await admin.put<ErrorBody>(`/api/readings/${readingId}/undo-approval`);
    expect(undo.status).toBe(409);
    expect(undo.body.error.message).toBe('The reading is already on its way to the customer.');
    expect(storedOrder(app, orderId).status).toBe('approved');
  },
);

test('sends a heartbeat between batches', async () => {
  const app = createTestApp();
  for (let i = 0; i < 12; i++) await app.buy();
  const sentAtSign: number[] = [];
  const heartbeat = () => void sentAtSign.push(app.mailer.sent.length);
  await sendDueMail(app.context, { ...noControl, heartbeat });
  expect(sentAtSign).toEqual([0, 5, 10, 12]);
});

test('leaves mail for the next run when it cannot be claimed', async () => {
  const { app, mail } = await createAppWithMail();
  const makeRoom = failCommitsOf(app, 'outbox', 'UPDATE');
  let rounds = 0;
  const stop = new AbortController();
  const heartbeat = () => {
    rounds += 1;
    if (rounds === 3) stop.abort();
  };
  const run = sendDueMail(app.context, { stop: stop.signal, heartbeat });
  await expect(run).rejects.toThrow('FOREIGN KEY');
  expect(rounds).toBe(1);
  expect(app.mailer.sent).toEqual([]);
  makeRoom();
  expect(await app.sendMail()).toBe(1);
  expect(mail()).toMatchObject({ state: 'sent', attempts: 1 });
});
