import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { broken, failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import type { HealthReport } from '../../shared/ops/health.ts';
import { aBackupState } from './system-testing.ts';

const search = '?tab=settings&section=health';
const health = page.getByRole('region', { name: 'Health check' });
const backups = page.getByRole('region', { name: 'Backups' });

const report: HealthReport = {
  checkedAt: '2026-11-20T09:00:00.000Z',
  findings: [
    { check: 'address', state: 'ok', found: 'It is ready.', advice: null },
    { check: 'backup', state: 'warning', found: 'There is none.', advice: 'Make one.' },
    { check: 'stripe', state: 'ok', found: 'This is the sandbox.', advice: null },
    { check: 'disk', state: 'error', found: 'It is full.', advice: 'Make room.' },
  ],
};

test('runs the health check on request and lists each result', async () => {
  const answers = [() => report, broken];
  const sent = answerCalls({ 'GET /api/health-report': () => answers.shift()?.() });
  await openAdmin({}, { search });
  await expect.element(health.getByRole('button', { name: 'Check now' })).toBeVisible();
  expect(sent['GET /api/health-report']).toBeUndefined();
  await health.getByRole('button', { name: 'Check now' }).click();
  await expect.element(health.getByRole('status')).toMatchTextContent('1 failed, 1 warning.');
  const results = () => health.getByRole('listitem').elements();
  expect(results().map(({ textContent }) => textContent)).toEqual([
    'FinePublic addressIt is ready.',
    'WarningBackupThere is none.What to do: Make one.',
    'FineStripeThis is the sandbox.',
    'FailedFree diskIt is full.What to do: Make room.',
  ]);
  await health.getByRole('button', { name: 'Check again' }).click();
  await expect.element(health.getByRole('alert')).toMatchTextContent('The check could not be run.');
  await expect.element(health.getByRole('listitem')).toHaveLength(4);
});

test('refuses an invalid number of backups and saves what changed', async () => {
  const answered = { ...aBackupState, settings: { isOn: false, hourly: 24, daily: 7, weekly: 0 } };
  const sent = answerCalls({
    'GET /api/settings/backups': () => answered,
    'PUT /api/settings/backups': failOnce(async () => answered),
  });
  await openAdmin({}, { search });
  await expect.element(backups.getByRole('status')).toHaveTextContent('There is no backup yet.');
  await backups.getByRole('checkbox', { name: 'Make backups automatically' }).click();
  const days = backups.getByLabelText('Daily');
  for (const field of ['Hourly', 'Daily']) await backups.getByLabelText(field).fill('0');
  const save = backups.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(days).toHaveAccessibleDescription('Keep at least one backup.');
  await expect.element(days).toHaveFocus();
  await days.fill('14');
  await save.click();
  await expectRefused('Update Failed', 'Failed to update the settings');
  await expect.element(days).toHaveValue('14');
  await save.click();
  await expectDone('Settings Updated', 'The backup settings were saved.');
  expect(sent['PUT /api/settings/backups']?.at(-1)).toEqual({ isOn: true, hourly: 0, daily: 14 });
});
