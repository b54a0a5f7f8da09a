import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DatabaseUnusable } from '../../../../db/files.ts';
import { submitForm } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';

/** An app whose payments fail in a given way; what it logs is kept. */
function createFailingApp(error: Error) {
  const app = createTestApp();
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  app.context.log.error = log.error.bind(log);
  app.context.log.warn = log.warn.bind(log);
  app.context.payments.openPayment = () => Promise.reject(error);
  return { app, lines };
}

test.each([
  ['a bug', new TypeError('it failed at /srv/secret.ts')],
  ['a broken constraint', Object.assign(new Error('it failed'), { code: 'SQLITE_CONSTRAINT_UNIQUE' })],
])('answers 500 without details to %s and logs it once', async (_what, error) => {
  const { app, lines } = createFailingApp(error);
  const { status, body } = await submitForm(app.visitor());
  expect(status).toBe(500);
  expect(body.error).toEqual({
    code: 'internal_error',
    message: expect.stringMatching(
      /^Something went wrong on our end\. Nothing was lost\. Please try again in a moment\. If it happens again, please tell us this number: \w{12}\.$/,
    ),
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('it failed');
  expect(lines[0]).not.toContain('maya@customers.example');
});

const withCode = (code: string) => Object.assign(new Error('disk is full'), { code });
const codes = ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'];
const storageFailures: [string, Error][] = [
  ...codes.map((code): [string, Error] => [code, withCode(code)]),
  ['a file that was moved', new DatabaseUnusable('it is gone')],
];
test.each(storageFailures)('answers %s with a 503 that asks to retry', async (_what, error) => {
  const { app } = createFailingApp(error);
  const { status, body } = await submitForm(app.visitor());
  expect(status).toBe(503);
  expect(body.error).toEqual({
    code: 'unavailable',
    message: 'We can’t save this right now. Please try again in a minute.',
  });
});
