import { expect, test } from 'vitest';
import { type HealthState, summarizeHealth } from './health.ts';

test.each<[HealthState[], string]>([
  [['ok', 'ok'], 'All is well.'],
  [['ok', 'warning'], 'Nothing failed, 1 warning.'],
  [['error', 'error', 'ok'], '2 failed.'],
  [['error', 'warning', 'warning'], '1 failed, 2 warnings.'],
])('summarizes %j as: %s', (states, summary) => {
  const finding = { check: 'node', found: 'This is Node.', advice: null } as const;
  expect(summarizeHealth(states.map((state) => ({ ...finding, state })))).toBe(summary);
});
