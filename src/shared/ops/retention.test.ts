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

test('whatever can be set stands in the table once, and begins with one of its choices', () => {
  const names = retentionTable.flatMap((row) => ('name' in row ? [row.name] : []));
  expect(names.sort()).toEqual([...retentionNames].sort());
  for (const name of retentionNames)
    expect([name, isChoice(name, defaultRetention[name])]).toEqual([name, true]);
});

test('each choice has words of its own', () => {
  for (const name of retentionNames) {
    const words = retentionChoices[name].map((value) => durationText(name, value));
    expect(new Set(words).size).toBe(words.length);
  }
  expect(durationText('endedOrderYears', 0)).toBe('Keep');
  expect([retentionMs('endedOrderYears', 0), retentionMs('mailDays', 183)]).toEqual([null, days(183)]);
  expect(retentionMs('endedOrderYears', 2)).toBe(days(731));
});
