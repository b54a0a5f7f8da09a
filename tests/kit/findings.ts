import { expect } from 'vitest';
import type { HealthFinding } from '../../src/shared/ops/health.ts';

export type Expected = [state: HealthFinding['state'], found: RegExp, advice?: RegExp];

export function expectFinding(
  { state, found, advice }: Omit<HealthFinding, 'check'>,
  [expected, words, todo]: Expected,
): void {
  expect([state, found]).toEqual([expected, expect.stringMatching(words)]);
  if (todo) expect(advice).toMatch(todo);
  // A finding has advice exactly when something is wrong.
  expect(advice === null).toBe(state === 'ok');
}
