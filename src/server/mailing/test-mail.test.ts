import { expect, test } from 'vitest';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { stripeKeys } from '../../../tests/kit/stripe-keys.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { MailRejected } from '../base/mailer.ts';

const path = '/api/test-email';

test('sends the test mail at once to one address', async () => {
  const app = createTestApp();
  const { status, body } = await app.visitor().post(path, { email: 'me@customers.example' });
  expect([status, body]).toEqual([200, { sent: true }]);
  expect(app.mailer.sent).toHaveLength(1);
  expect(app.mailer.sent[0]?.to).toEqual({ name: '', address: 'me@customers.example' });
  expect(app.mailer.sent[0]?.text).toContain('Career Tarot');
});

test('shows the mail server’s answer only to an admin', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const words = 'Message failed: 554 5.7.1 <me@customers.example> is spam';
  app.mailer.failWith(new MailRejected(words, { isPermanent: true }));
  const error = {
    code: 'email_failed',
    message: 'Could not send test email. Check SMTP configuration.',
  };
  const ask = async (browser: Pick<typeof admin, 'post'>) => {
    const { status, body } = await browser.post<ErrorBody>(path, { email: 'me@customers.example' });
    return [status, body.error];
  };
  expect(await ask(app.visitor())).toEqual([502, error]);
  expect(await ask(admin)).toEqual([502, { ...error, words: 'Message failed: 554 5.7.1 <…> is spam' }]);
});

test.each([
  ['the sandbox', {}, true],
  ['test keys', stripeKeys('test'), false],
  ['live keys', stripeKeys('live'), false],
  ['live keys with public test pages', { ...stripeKeys('live'), TEST_PAGES: 'public' }, true],
  ['the sandbox with test pages off', { TEST_PAGES: 'off' }, false],
])('lets admins always send a test mail, others depending on %s', async (_what, env, isOpen) => {
  const app = createTestApp({ env });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const reader = await addSignedIn(app, 'rita', 'reader');
  for (const by of [app.visitor(), reader]) {
    const { status } = await by.post(path, { email: 'me@customers.example' });
    expect(status).toBe(isOpen ? 200 : 404);
  }
  expect(app.mailer.sent).toHaveLength(isOpen ? 2 : 0);
  expect((await admin.post(path, { email: 'me@customers.example' })).status).toBe(200);
});

test('allows visitors and the admin three test mails an hour each', async () => {
  const app = createTestApp({ env: { RATE_LIMITS: 'on' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  for (const browser of [app.visitor(), admin]) {
    const send = () => browser.post<ErrorBody>(path, { email: 'me@customers.example' });
    for (let sent = 0; sent < 3; sent++) expect((await send()).status).toBe(200);
    const { status, body } = await send();
    expect([status, body.error.message]).toEqual([429, expect.stringContaining('three test emails')]);
  }
});
