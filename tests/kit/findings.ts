import { expect } from 'vitest';
import type { HealthFinding } from '../../src/shared/ops/health.ts';

/** Matches a finding as a line of text: `warning: what was found → what to do`. */
export function expectFinding(
  { state, found, advice }: Omit<HealthFinding, 'check'>,
  expected: RegExp,
): void {
  expect([`${state}: ${found}`, ...(advice === null ? [] : [advice])].join(' → ')).toMatch(expected);
  // A finding has advice only if something is wrong.
  expect(advice === null).toBe(state === 'ok');
}
