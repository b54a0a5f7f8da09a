import { expect, test } from 'vitest';
import { atMost } from './benchmark.ts';
import { compared, ratioOf, type Turn } from './compare.ts';
import * as format from './format.ts';
import { median, quantile } from './statistics.ts';
import { formatTable } from './table.ts';

const turn = (rate: number, cpuMicroseconds: number | null = 20): Turn => ({ rate, p99: 1, cpuMicroseconds });

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
])('the median of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

test('a quantile is a value that was measured, the last one for few', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(quantile(values, 0.99)).toBe(198);
  expect(quantile([5, 7], 0.99)).toBe(7);
  expect(() => median([])).toThrow('Nothing was measured.');
});

test('a ratio is that of rounds, so that one in which a neighbour was busy does not count', () => {
  const ours = [turn(90), turn(45), turn(9)];
  const theirs = [turn(100), turn(50), turn(100)];
  expect(ratioOf(ours, theirs).byRate).toBe(0.9);
});

test('a comparison is judged by the rate, and says what the other one did', () => {
  const theirs = { name: 'node:http', turns: [turn(1_000, 10)] };
  const finding = compared('list', [turn(600, 40)], theirs, 0.6);
  expect(finding).toMatchObject({ target: '>= 0.60', isMet: true });
  expect(finding.measured).toContain('0.60, by CPU 0.25');
  expect(finding.reference).toContain('node:http 1,000 /s');
  expect(compared('list', [turn(599)], theirs, 0.6).isMet).toBe(false);
  expect(atMost('p99', 40, 40, format.milliseconds).isMet).toBe(true);
  expect(atMost('p99', 40.01, 40, format.milliseconds).isMet).toBe(false);
  expect(compared('beside nginx', [turn(1)], theirs, null).isMet).toBeUndefined();
});

test('the table counts what was judged, and marks what missed', () => {
  const findings = [
    { what: 'a', measured: '1', target: '>= 1', isMet: true },
    { what: 'b', measured: '0', target: '>= 1', isMet: false },
    { what: '  beside b', measured: '2' },
  ].map((finding) => ({ ...finding, benchmark: 'list' }));
  const lines = formatTable(findings).split('\n');
  expect(lines.filter((line) => line.endsWith('MISSED'))).toHaveLength(1);
  expect(lines.at(-1)).toBe('1 of 2 targets are met.');
});
