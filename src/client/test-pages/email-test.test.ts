import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { createEmailTest } from './email-test.ts';

function emailTest(send: (email: string) => Promise<unknown>) {
  const toasts: string[] = [];
  const page = createEmailTest({
    send,
    toast: ({ title, description }) => toasts.push(`${title}: ${description}`),
  });
  return { page, toasts };
}

test('a test email is sent and said to be', async () => {
  const sent: string[] = [];
  const { page, toasts } = emailTest(async (email) => sent.push(email));
  await page.send(' anna@example.com ');
  expect(sent).toEqual(['anna@example.com']);
  expect(toasts).toEqual(['Email Sent!: Check your inbox for the test email']);
});

test('an address that is none is not sent to', async () => {
  const { page, toasts } = emailTest(() => Promise.reject(new Error('was called')));
  await page.send('anna');
  expect(toasts).toEqual(['Invalid Email: Please enter a valid email address.']);
  expect(page.$errors.get()).toEqual({ email: 'The address should look like name@example.com.' });
});

test('a field that was wrong is right again once its address is', async () => {
  const { page } = emailTest(async () => undefined);
  await page.send('anna');
  await page.send('anna@example.com');
  expect(page.$errors.get()).toEqual({});
});

test('what the mail server said stands there until the next try', async () => {
  const error = { code: 'email_failed', message: 'No.', words: '535 5.7.8 Bad login' };
  const answers = [
    () => Promise.reject(new ApiError(502, JSON.stringify({ error }), '')),
    () => Promise.reject(new ApiError(502, '<html>Bad gateway</html>', '')),
    async () => undefined,
  ];
  const { page } = emailTest(() => (answers.shift() ?? (() => Promise.reject()))());
  const said: (string | null)[] = [];
  page.$serverWords.listen((words) => said.push(words));
  await page.send('anna@example.com');
  expect(page.$serverWords.get()).toBe('535 5.7.8 Bad login');
  await page.send('anna@example.com');
  await page.send('anna@example.com');
  expect(said).toEqual(['535 5.7.8 Bad login', null]);
});

test.each([
  [502, 'Could not send test email. Check SMTP configuration.'],
  [429, 'Wait an hour.'],
])('a failure with status %i is told as %j', async (status, message) => {
  const body = JSON.stringify({ error: { code: 'x', message: 'Wait an hour.' } });
  const { page, toasts } = emailTest(() => Promise.reject(new ApiError(status, body, '')));
  await page.send('anna@example.com');
  expect(toasts).toEqual([`Email Failed: ${message}`]);
});
