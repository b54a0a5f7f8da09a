import { expect, test } from 'vitest';
import { type Benchmark, isMet, quantile, replaceRows, result, rowsOf } from './benchmark.ts';

const list: Benchmark = { name: 'list', comparedWith: '`node:http`', run: async () => [] };

test('meets a target that the value equals', () => {
  expect(isMet({ value: 0.6, target: { atLeast: 0.6 } })).toBe(true);
  expect(isMet({ value: 0.59, target: { atLeast: 0.6 } })).toBe(false);
  expect(isMet({ value: 80, target: { atMost: 80 } })).toBe(true);
  expect(isMet({ value: 80.1, target: { atMost: 80 } })).toBe(false);
  expect(isMet({ value: Number.NaN, target: { atMost: 80 } })).toBe(false);
});

test('returns a measured value as the quantile, the highest of few', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(quantile(values, 0.99)).toBe(198);
  expect(quantile([7, 5], 0.99)).toBe(7);
  expect(quantile([3, 1, 2])).toBe(2);
  expect(() => quantile([])).toThrow('Nothing was measured.');
});

test('lists target, value and comparison in the table and marks misses', () => {
  const results = [
    result('first', 0.5, { atLeast: 0.4 }, 'ratio', 'p99 3.1 ms'),
    result('second', 12.4, { atMost: 12 }, 'milliseconds'),
  ];
  expect(rowsOf(list, results)).toEqual([
    '| first | >= 0.40 | 0.50 (p99 3.1 ms) | `node:http` | `list` |',
    '| second | <= 12 ms | **12 ms** missed | `node:http` | `list` |',
  ]);
});

test('replaces only the rows of the same benchmark', () => {
  const document = '# Title\n\n| a | `pages` |\n| b | `list` |\n| c | `list` |\n| d | `start` |\n\nText.\n';
  const after = '# Title\n\n| a | `pages` |\n| x | `list` |\n| d | `start` |\n\nText.\n';
  expect(replaceRows(document, 'list', ['| x | `list` |'])).toBe(after);
  expect(replaceRows(after, 'desk', ['| y | `desk` |'])).toBe(
    after.replace('| d | `start` |', '| d | `start` |\n| y | `desk` |'),
  );
});
