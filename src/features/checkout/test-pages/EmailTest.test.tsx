import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { answerCalls } from '../../../../tests/kit/components/answered-calls.ts';
import { expectDone, expectRefused } from '../../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../../lib/store-testing.ts';
import { EmailTest } from './EmailTest.tsx';
import '../../../styles/desk.css';

const field = page.getByLabelText('Email address');
const button = page.getByRole('button', { name: 'Send Test Email' });

test('refuses an invalid address, then shows Sending... until the mail is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = answerCalls({ 'POST /api/test-email': () => promise.then(() => ({ sent: true })) });
  await render(<EmailTest />);
  await field.fill('ada');
  await button.click();
  await expectRefused('Invalid Email', 'Please enter a valid email address.');
  await expect.element(field).toHaveAccessibleDescription('The address should look like name@example.com.');
  await field.fill(' ada@example.com ');
  await button.click();
  await expect.element(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  resolve();
  await expectDone('Email Sent!', 'Check your inbox for the test email');
  await expect.element(button).toBeEnabled();
  expect(sent['POST /api/test-email']).toEqual([{ email: 'ada@example.com' }]);
});

test('shows the mail server’s answer until the next try', async () => {
  const refusals = [
    anApiError(502, 'email_failed', 'No.', { words: '535 5.7.8 Bad login' }),
    anApiError(429, 'x', 'Wait.'),
  ];
  answerCalls({ 'POST /api/test-email': () => Promise.reject(refusals.shift()) });
  await render(<EmailTest />);
  await field.fill('ada@example.com');
  await button.click();
  await expectRefused('Email Failed', 'Could not send test email. Check SMTP configuration.');
  await expect.element(page.getByText('535 5.7.8 Bad login')).toBeVisible();
  await button.click();
  await expectRefused('Email Failed', 'Wait.');
  await expect.element(page.getByText('535 5.7.8 Bad login')).not.toBeInTheDocument();
});
