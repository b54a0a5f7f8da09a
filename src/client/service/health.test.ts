import { expect, test } from 'vitest';
import type { HealthReport, HealthState } from '../../shared/health.ts';
import { summaryOf } from './health.ts';

const reportOf = (...states: HealthState[]): HealthReport => ({
  checkedAt: '2030-03-04T05:06:07.000Z',
  findings: states.map((state) => ({ check: 'node', state, found: 'This is Node.', advice: null })),
});

test.each<[HealthState[], string]>([
  [['ok', 'skipped'], 'All is well.'],
  [['ok', 'warning'], 'Nothing failed, 1 to look at.'],
  [['failed', 'failed', 'ok'], '2 failed.'],
  [['failed', 'warning', 'warning'], '1 failed, 2 to look at.'],
])('%j comes to: %s', (states, summary) => {
  expect(summaryOf(reportOf(...states))).toBe(summary);
});
