import { expect } from 'vitest';
import type { HealthFinding } from '../shared/health.ts';

/** What doctor is to find: how it is, in which words, and what it says to do. */
export type Expected = [state: HealthFinding['state'], found: RegExp, advice?: RegExp];

export function expectFinding(
  { state, found, advice }: Omit<HealthFinding, 'check'>,
  [expected, words, todo]: Expected,
): void {
  expect([state, found]).toEqual([expected, expect.stringMatching(words)]);
  if (todo) expect(advice).toMatch(todo);
  // Whatever is wrong, somebody is told what to do about it, and nobody otherwise.
  expect(advice === null).toBe(state === 'ok' || state === 'skipped');
}

/** Chance, where nobody looks at what it brings. */
export const noRandom = { newId: () => '', newToken: () => '', newLinkToken: () => '', fraction: () => 0 };
