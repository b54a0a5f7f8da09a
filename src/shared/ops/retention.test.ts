import { expect, test } from 'vitest';
import { days } from '../durations.ts';
import {
  defaultRetention,
  durationText,
  isChoice,
  retentionChoices,
  retentionMs,
  retentionNames,
  retentionTable,
} from './retention.ts';

test('lists every retention setting once, with a default among its choices', () => {
  const names = retentionTable.flatMap((row) => ('name' in row ? [row.name] : []));
  expect(names.sort()).toEqual([...retentionNames].sort());
  for (const name of retentionNames)
    expect([name, isChoice(name, defaultRetention[name])]).toEqual([name, true]);
});

test('names each choice differently and converts it to milliseconds', () => {
  for (const name of retentionNames) {
    const words = retentionChoices[name].map((value) => durationText(name, value));
    expect(new Set(words).size).toBe(words.length);
  }
  expect(durationText('endedOrderYears', 0)).toBe('Keep');
  expect([retentionMs('endedOrderYears', 0), retentionMs('mailDays', 183)]).toEqual([null, days(183)]);
  expect(retentionMs('endedOrderYears', 2)).toBe(days(731));
});
