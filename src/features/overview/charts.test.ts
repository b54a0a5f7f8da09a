import { expect, test } from 'vitest';
import { groupDays, ticksUpTo } from './charts.ts';
import { aPeriod } from './overview-testing.ts';

const daysFrom = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aPeriod(new Date(Date.parse(start) + index * 86_400_000).toISOString().slice(0, 10)),
  );

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [9, [0, 5, 10]],
  [38, [0, 10, 20, 30, 40]],
  [220.5, [0, 100, 200, 300]],
  [1234.5, [0, 500, 1000, 1500]],
  [987_654, [0, 500_000, 1_000_000]],
])('an axis up to %s has round values', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks);
});

test.each([
  [31, 'day', 31, 'Oct 1', 'Oct 1', 'Oct 31'],
  [90, 'week', 13, 'Oct 1 – Oct 7', 'Oct 1', 'Dec 24 – Dec 29'],
  [120, 'month', 4, 'Oct 2026', 'Oct 2026', 'Jan 2027'],
] as const)('groups %s days by %s', (count, unit, columns, name, start, last) => {
  const shown = groupDays(daysFrom('2026-10-01', count));
  expect([shown.unit, shown.stretches.length]).toEqual([unit, columns]);
  expect(shown.stretches[0]).toMatchObject({ name, start });
  expect(shown.stretches.at(-1)?.name).toBe(last);
  expect(shown.stretches.flatMap(({ days }) => days)).toHaveLength(count);
});
