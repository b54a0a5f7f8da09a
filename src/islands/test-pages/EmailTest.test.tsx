import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { answerCalls } from '../../testing/components/answered-calls.ts';
import { EmailTest } from './EmailTest.tsx';
import '../../styles/desk.css';

test('the button says that the mail is being sent until it is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answerCalls({ 'POST /api/test-email': () => promise.then(() => ({ sent: true })) });
  await render(<EmailTest />);
  await page.getByLabelText('Email address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send Test Email' }).click();
  await expect.element(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  resolve();
  await expect.element(page.getByRole('button', { name: 'Send Test Email' })).toBeEnabled();
});
