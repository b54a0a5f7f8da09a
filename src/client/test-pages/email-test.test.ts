import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { fakeToasts } from '../store-testing.ts';
import { createEmailTest } from './email-test.ts';

function emailTest(send: (email: string) => Promise<unknown>) {
  const { toast, shown } = fakeToasts();
  return { page: createEmailTest({ send, toast }), shown };
}

test('an address that is none is told until it is right; then a test email is sent and said to be', async () => {
  const sent: string[] = [];
  const { page, shown } = emailTest(async (email) => sent.push(email));
  await page.send('anna');
  expect(page.$errors.get()).toEqual({ email: 'The address should look like name@example.com.' });
  await page.send(' anna@example.com ');
  expect([page.$errors.get(), sent]).toEqual([{}, ['anna@example.com']]);
  expect(shown).toMatchObject([
    { title: 'Invalid Email', description: 'Please enter a valid email address.' },
    { title: 'Email Sent!', description: 'Check your inbox for the test email' },
  ]);
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
  const { page, shown } = emailTest(() => Promise.reject(new ApiError(status, body, '')));
  await page.send('anna@example.com');
  expect(shown).toMatchObject([{ title: 'Email Failed', description: message }]);
});
