import { expect, test } from 'vitest';
import { backupSettingsSchema, formatSize, keptProblem } from './backup-schema.ts';

const settings = { isOn: true, hourly: 24, daily: 7, weekly: 8 };
const noNumber = 'A whole number, or 0 for none.';

test.each([
  [24, undefined],
  [0, undefined],
  [null, noNumber],
  [-1, noNumber],
  [1.5, noNumber],
  [169, 'At most 168.'],
])('checks %j hourly backups: %j', (hourly, problem) => {
  const { error } = backupSettingsSchema.safeParse({ ...settings, hourly });
  expect(error?.issues[0]?.message).toBe(problem);
});

test.each([
  [{ isOn: true, hourly: 0, daily: 0, weekly: 0 }, 'Keep at least one backup.'],
  [{ isOn: true, hourly: 0, daily: 0, weekly: 1 }, null],
  [{ isOn: false, hourly: 0, daily: 0, weekly: 0 }, null],
])('checks that %o keep at least one copy: %j', (kept, problem) => {
  expect(keptProblem(kept)).toBe(problem);
});

test.each([
  [500, '1 KB'],
  [999_900, '1.0 MB'],
  [1_540_000, '1.5 MB'],
  [10_540_000, '11 MB'],
])('writes %d bytes as %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
