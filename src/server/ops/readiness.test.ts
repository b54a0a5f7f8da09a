import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addSignedIn, openCheckoutPage } from '../../../tests/kit/builders.ts';
import { folderOfTest } from '../../../tests/kit/temporary-folder.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../tests/kit/test-app.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { DomainError } from '../base/domain-error.ts';
import { MailRejected } from '../base/mailer.ts';
import { ProviderFailure } from '../base/provider-failure.ts';
import { reconcilePayments } from '../payments/missed-webhooks.ts';
import { listAlerts } from './alerts.ts';
import { judgeReadiness } from './readiness.ts';

const minute = 60_000;

async function readiness(app: TestApp) {
  app.clock.advance(1_000);
  const { status, body } = await app.visitor().get<{ status: string; problems: string[] }>('/readyz');
  return { code: status, ...body };
}
const ok = { code: 200, status: 'ok', problems: [] };
const unavailable = (problem: string) => ({ code: 503, status: 'unavailable', problems: [problem] });

const alertsOf = async (app: TestApp) =>
  (await (await addSignedIn(app, 'admin', 'admin')).get<Alert[]>('/api/alerts')).body;

test('reports the service as unready while a job does not run', async () => {
  expect(await readiness(openOnDisk().app)).toEqual(ok);
  const problems = ['the job "outbox" isn’t running'];
  expect(judgeReadiness(['outbox'], null)).toEqual({ status: 'unavailable', problems });
});

/** A shop on a disk. */
function openOnDisk(options: TestAppOptions = {}) {
  const databasePath = join(folderOfTest(), 'tarot.db');
  const app = createTestApp({ databasePath, ...options });
  onTestFinished(() => void app.db.$client.close());
  return { app, databasePath };
}

test('reports a full disk as unready while signed-in staff can still read', async () => {
  let free = 8_000_000;
  const { app } = openOnDisk({ freeBytes: () => free });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const alerts = async () => {
    app.clock.advance(1_000);
    const { status, body } = await admin.get<Alert[]>('/api/alerts');
    return [status, ...(status === 200 ? body.map(({ code, message }) => [code, message]) : [])];
  };
  expect([await alerts(), await readiness(app)]).toEqual([[200], ok]);
  free = 7_999_999;
  expect(await readiness(app)).toEqual(unavailable('the disk is full'));
  // This session has been idle for long, so that its next use is to be noted.
  app.db.$client.prepare('UPDATE sessions SET expires_at = ?').run(Math.floor(Date.now() / 1000) + 60);
  app.db.$client.pragma('query_only = ON');
  const full = expect.stringMatching(/^Nothing can be saved: the disk is full\. /);
  expect(await alerts()).toEqual([200, ['storage_failed', full]]);
  free = 8_000_000;
  const readOnly = 'the database cannot be written (SQLITE_READONLY)';
  expect(await alerts()).toEqual([200, ['storage_failed', expect.stringContaining(readOnly)]]);
  expect(await readiness(app)).toEqual(unavailable(readOnly));
  expect((await admin.get('/api/orders')).status).toBe(200);
  app.db.$client.pragma('query_only = OFF');
  expect([await alerts(), await readiness(app)]).toEqual([[200], ok]);
});

test('reports a moved or replaced database as unready and stops selling', async () => {
  const { app, databasePath } = openOnDisk();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const alerts = async () => (await admin.get<Alert[]>('/api/alerts')).body;
  const lost = unavailable('the database file was moved or replaced');
  expect([await readiness(app), await alerts()]).toEqual([ok, []]);
  for (const [change, told] of [
    [() => renameSync(databasePath, `${databasePath}.moved`), `${databasePath} is gone`],
    [() => writeFileSync(databasePath, 'of another program'), 'restarted'],
  ] as const) {
    change();
    expect(await readiness(app)).toEqual(lost);
    const message = expect.stringContaining(told);
    expect(await alerts()).toMatchObject([{ code: 'storage_failed', message }]);
    expect((await openCheckoutPage(app.visitor())).status).toBe(503);
  }
  renameSync(`${databasePath}.moved`, databasePath);
  expect([await readiness(app), await alerts()]).toEqual([ok, []]);
  expect((await openCheckoutPage(app.visitor())).status).toBe(200);
});

test('tests at most one write a second, however often it is asked', async () => {
  const app = createTestApp();
  await readiness(app);
  app.db.$client.pragma('query_only = ON');
  expect((await app.visitor().get('/readyz')).status).toBe(200);
  expect((await readiness(app)).code).toBe(503);
});

test('alerts the admin with the provider’s words after minutes of failed calls', async () => {
  const app = createTestApp();
  const words = 'StripeAPIError, no code, status 500';
  const cause = new ProviderFailure('unreachable', words, { isAnswered: false });
  app.payments.failWith(new DomainError('payment_provider_failed', 'Please try again.', { cause }));
  await expect(reconcilePayments(app.context)).rejects.toThrow();
  app.clock.advance(3 * minute);
  await expect(reconcilePayments(app.context)).rejects.toThrow();
  // Restarting this service would not help.
  expect(await readiness(app)).toEqual(ok);
  const message = expect.stringContaining(words);
  expect(await alertsOf(app)).toMatchObject([{ code: 'payments_refused', message }]);
  app.payments.failWith(null);
  await reconcilePayments(app.context);
  expect(listAlerts(app.context, app.troubles)).toEqual([]);
  expect((await app.visitor().get('/api/alerts')).status).toBe(401);
});

test('alerts when payments cannot be opened although the reconciler gets answers', async () => {
  const app = createTestApp();
  app.payments.failWith(new DomainError('payment_provider_failed', 'No.'), 'openPayment');
  for (let i = 0; i < 3; i++) {
    expect((await openCheckoutPage(app.visitor())).status).toBe(502);
    await reconcilePayments(app.context);
    app.clock.advance(1.2 * minute);
  }
  expect(listAlerts(app.context, app.troubles)).toMatchObject([{ code: 'payments_refused' }]);
  app.clock.advance(10 * minute);
  expect(listAlerts(app.context, app.troubles)).toEqual([]);
});

const maya = { customerName: 'Maya Lindqvist', customerEmail: 'maya@customers.example' };
const failure = (words: string, fault?: 'sign_in') =>
  new MailRejected(words, { isPermanent: false, ...(fault && { fault }) });

test('alerts with the mail server’s words after the third refusal', async () => {
  const app = createTestApp();
  await app.buy(maya);
  app.mailer.failWith(failure('451 Cannot write to maya@customers.example now'));
  for (const failures of [1, 2]) {
    await app.sendMail();
    expect([failures, listAlerts(app.context, app.troubles)]).toEqual([failures, []]);
    app.clock.advance(failures * 30_000);
  }
  await app.sendMail();
  expect(await readiness(app)).toEqual(ok);
  const message = expect.stringMatching(/ The error: “451 Cannot write to … now”\.$/);
  expect(await alertsOf(app)).toMatchObject([{ code: 'mail_failed', count: 1, message }]);
  app.mailer.failWith(null);
  app.clock.advance(2 * minute);
  await app.sendMail();
  expect(listAlerts(app.context, app.troubles)).toEqual([]);
});

test('alerts at the first mail with a wrong SMTP_URL, until one leaves', async () => {
  const app = createTestApp();
  await app.buy(maya);
  const words = 'Invalid login: 535 5.7.8 Maya may not write to maya@customers.example';
  app.mailer.failWith(failure(words, 'sign_in'));
  await app.sendMail();
  const message = expect.stringMatching(
    /^No email is going out: the mail server does not accept the username and password\. Correct them in SMTP_URL.* The error: “Invalid login: 535 5\.7\.8 … may not write to …”\.$/,
  );
  expect(await alertsOf(app)).toMatchObject([{ code: 'mail_failed', count: 1, message }]);
  // Another mail that fails for itself, or for now, says nothing of the settings.
  app.mailer.failWith(failure('421 Too many at once'));
  app.clock.advance(minute);
  await app.sendMail();
  expect(listAlerts(app.context, app.troubles)).toMatchObject([{ code: 'mail_failed' }]);
  app.mailer.failWith(null);
  app.clock.advance(2 * minute);
  await app.sendMail();
  expect(listAlerts(app.context, app.troubles)).toEqual([]);
});
