import { expect, test } from 'vitest';
import { type HealthState, summarizeHealth } from './health.ts';

test.each<[HealthState[], string]>([
  [['ok', 'ok'], 'All is well.'],
  [['ok', 'warning'], 'Nothing failed, 1 to check.'],
  [['error', 'error', 'ok'], '2 failed.'],
  [['error', 'warning', 'warning'], '1 failed, 2 to check.'],
])('summarizes %j as: %s', (states, summary) => {
  const findings = states.map((state) => ({
    check: 'node' as const,
    state,
    found: 'This is Node.',
    advice: null,
  }));
  expect(summarizeHealth(findings)).toBe(summary);
});
