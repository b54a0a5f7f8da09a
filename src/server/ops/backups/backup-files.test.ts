import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours } from '../../../shared/durations.ts';
import {
  backupIntervalMs,
  backupName,
  chooseExpired,
  isPartialBackup,
  parseBackupTime,
} from './backup-files.ts';

const monday = Date.parse('2026-03-02T00:00:00Z');

test('keeps the last copy of 24 hours, 7 days and 8 weeks', () => {
  const times = Array.from({ length: 2_400 }, (_, hour) => monday + hours(hour));
  const expired = new Set(chooseExpired(times, { hourly: 24, daily: 7, weekly: 8 }));
  const kept = times.filter((time) => !expired.has(time));
  const inWords = kept.map((time) => new Date(time).toISOString().slice(0, 13));
  // The last day's copy is an hour's too, the last week's a day's.
  expect(inWords).toHaveLength(24 + 6 + 7 - 1);
  expect(inWords.at(-1)).toBe('2026-06-09T23');
  expect(inWords.slice(0, 3)).toEqual(['2026-04-26T23', '2026-05-03T23', '2026-05-10T23']);
});

test('deletes no old copies after months without a backup', () => {
  const old = Array.from({ length: 7 }, (_, day) => monday + days(day));
  const times = [...old, monday + days(200)];
  expect(chooseExpired(times, { hourly: 0, daily: 8, weekly: 0 })).toEqual([]);
});

const keeping = fc.record({ hourly: fc.nat(30), daily: fc.nat(10), weekly: fc.nat(10) });
const someTimes = fc.uniqueArray(fc.integer({ min: monday, max: monday + days(100) }), { minLength: 1 });

test('always keeps the newest copy and expires nothing on a second pass', () => {
  fc.assert(
    fc.property(someTimes, keeping, (times, settings) => {
      const expired = chooseExpired(times, settings);
      expect(expired).not.toContain(Math.max(...times));
      const kept = times.filter((time) => !expired.includes(time));
      expect(chooseExpired(kept, settings)).toEqual([]);
    }),
  );
});

test.each([
  [{ hourly: 1, daily: 7 }, hours(1)],
  [{ hourly: 0, daily: 7 }, days(1)],
  [{ hourly: 0, daily: 0 }, days(7)],
])('sets the interval between copies for %o', (settings, pause) => {
  expect(backupIntervalMs(settings)).toBe(pause);
});

test('reads the time from a backup’s name and ignores other files', () => {
  const at = Date.parse('2026-11-23T06:15:09Z');
  expect(backupName('/data/career-tarot.db', at)).toBe('career-tarot-20261123T061509Z.db');
  expect(parseBackupTime('/data/career-tarot.db', 'career-tarot-20261123T061509Z.db')).toBe(at);
  const named = (end: string) => `career-tarot-${end}`;
  const whole = [
    'other-20261123T061509Z.db',
    named('20269923T061509Z.db'),
    named('keep-20261123T061509Z.db'),
  ];
  const parts = ['20261123T061509Z.db-wal', '20261123T061509Z (1).db', '20261123T061509Z.db.12.part'].map(
    named,
  );
  for (const other of ['career-tarot.db', ...whole, ...parts]) {
    expect([other, parseBackupTime('/data/career-tarot.db', other)]).toEqual([other, null]);
  }
  const isPartial = (name: string) => isPartialBackup('/data/career-tarot.db', name);
  expect(isPartial('career-tarot-20261123T061509Z.db.12.part')).toBe(true);
  expect(isPartial('career-tarot-20261123T061509Z.db.12.part.345.part-journal')).toBe(true);
  expect(isPartial('career-tarot-20261123T061509Z.db')).toBe(false);
  expect(isPartial('letters.12.part')).toBe(false);
});
