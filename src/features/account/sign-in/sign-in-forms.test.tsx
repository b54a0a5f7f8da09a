import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { answerCalls } from '../../../../tests/kit/components/answered-calls.ts';
import { broken, failOnce } from '../../../../tests/kit/components/people.ts';
import { expectRefused } from '../../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../../lib/store-testing.ts';
import { $toast } from '../../../lib/toasts.ts';
import { ForgottenPasswordForm } from './ForgottenPasswordForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

const link = `#${'A'.repeat(22)}`;
const words = 'the wheel turns';
const over = anApiError(404, 'reset_not_found', 'This link no longer works.');
const field = (name: string) => page.getByLabelText(name, { exact: true });
const refuse = (error: Error) => () => Promise.reject(error);

beforeEach(async () => {
  await cleanup();
  $toast.set(null);
});

interface LinkAnswers {
  check?: () => unknown;
  confirm?: () => unknown;
}

async function openLink(answers: LinkAnswers = {}) {
  const { check = () => ({ works: true }), confirm = broken } = answers;
  answerCalls({ 'POST /api/password-reset/check': check, 'POST /api/password-reset/confirm': confirm });
  history.replaceState(null, '', link);
  await render(<NewPasswordForm />);
}

async function save(first: string, second: string) {
  await field('New password').fill(first);
  await field('Confirm new password').fill(second);
  await page.getByRole('button', { name: 'Set Password' }).click();
}

const common = 'This password is too common and easy to guess.';
test.each([
  [words, 'other words', 'Confirm new password', "New passwords don't match"],
  ['short', 'short', 'New password', 'Password must be at least 6 characters'],
  ['password123', 'password123', 'New password', common],
])('refuses the new password %s, then %s, at “%s”', async (first, second, name, reason) => {
  await openLink({ confirm: refuse(anApiError(400, 'invalid_request', common)) });
  await save(first, second);
  await expect.element(field(name)).toHaveAccessibleDescription(expect.stringContaining(reason));
  await expect.element(field(name)).toHaveFocus();
  await expect.element(field('New password')).toHaveValue(first);
});

test('keeps a new password that could not be sent', async () => {
  await openLink();
  await save(words, words);
  await expectRefused('Update Failed', 'Please try again in a moment.');
  await expect.element(field('New password')).toHaveValue(words);
});

test.each<[string, LinkAnswers]>([
  ['when opened', { check: refuse(over) }],
  ['when it was used in another tab', { confirm: refuse(over) }],
])('reports an expired link %s and focuses the link for another', async (_when, answers) => {
  await openLink(answers);
  if (answers.confirm) await save(words, words);
  await expect.element(page.getByText('This link no longer works.')).toBeVisible();
  await expect.element(field('New password')).not.toBeInTheDocument();
  const another = page.getByRole('link', { name: 'Ask for a new link' });
  await expect.element(another).toHaveFocus();
  // On a line of its own: its ring neither breaks nor touches the sentence.
  expect(another.element().previousSibling).toBeNull();
});

test('keeps the address after a failure, then shows where the link went', async () => {
  answerCalls({ 'POST /api/password-reset': failOnce(async () => ({})) });
  await render(<ForgottenPasswordForm />);
  await field('Email address').fill('rita@staff.example');
  await userEvent.keyboard('{Enter}');
  await expectRefused('Nothing Was Sent', 'Please try again in a moment.');
  await expect.element(field('Email address')).toHaveValue('rita@staff.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status').getByText('rita@staff.example')).toBeVisible();
});

test('requires both fields, then a code, and keeps a wrong one', async () => {
  const codeRequired = anApiError(401, 'code_required', 'The next one.');
  const wrong = anApiError(401, 'unauthenticated', 'Invalid credentials');
  const answers = [codeRequired, wrong, codeRequired];
  const sent = answerCalls({ 'POST /api/login': () => Promise.reject(answers.shift()) });
  await render(<LoginForm />);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(field('Username')).toHaveAccessibleDescription('Please enter your username.');
  await expect.element(field('Password')).toHaveAccessibleDescription('Please enter your password.');
  await field('Username').fill('admin');
  await field('Password').fill(words);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Code')).toHaveFocus();
  await expect.element(field('Username')).toHaveValue('admin');
  await expect.element(field('Password')).toHaveValue(words);
  await userEvent.keyboard(' {Enter}');
  await expect
    .element(field('Code'))
    .toHaveAccessibleDescription(expect.stringContaining('Please enter the code.'));
  await field('Code').fill('000000');
  await userEvent.keyboard('{Enter}');
  await expectRefused('Login Failed', 'Invalid credentials');
  await expect
    .element(field('Code'))
    .toHaveAccessibleDescription(expect.stringContaining('Invalid credentials'));
  await expect.element(field('Code')).toHaveFocus();
  await expect.element(field('Code')).toHaveValue('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Code')).toHaveAccessibleDescription(expect.stringContaining('The next one.'));
  const typed = { username: 'admin', password: words };
  expect(sent['POST /api/login']).toEqual([typed, ...Array(2).fill({ ...typed, code: '000000' })]);
});

test('asks the user to allow cookies when the browser stores none', async () => {
  answerCalls({
    'POST /api/login': () => ({ username: 'admin', role: 'admin' }),
    'GET /api/auth/user': refuse(anApiError(401, 'unauthenticated', 'Please sign in first.')),
  });
  await render(<LoginForm />);
  await field('Username').fill('admin');
  await field('Password').fill(words);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription(expect.stringContaining('Please allow cookies'));
});
