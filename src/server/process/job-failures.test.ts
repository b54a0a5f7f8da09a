import { expect, test } from 'vitest';
import { failure } from '../../testing/fake-payments/fake-failures.ts';
import { createFakeClock } from '../../testing/fakes.ts';
import { createFailureLog } from './job-failures.ts';
import { createLog } from './log.ts';

function createFailures() {
  const lines: Record<string, unknown>[] = [];
  const clock = createFakeClock(0);
  const log = createLog('info', false, undefined, {
    write: (line) => void lines.push(JSON.parse(line)),
  });
  return { fail: createFailureLog(clock, log), clock, lines };
}

test('a key that the payment provider does not know is one line an hour, whatever fails of it, and no stack', () => {
  const { fail, clock, lines } = createFailures();
  for (let minute = 0; minute < 60; minute++) {
    for (const job of ['reconciler', 'missed events', 'refunds']) fail(job, failure('key'));
    clock.advance(60_000);
  }
  const [line] = lines;
  expect(lines).toHaveLength(1);
  expect(line).toMatchObject({ level: 50, job: 'reconciler', err: { reason: 'key' } });
  expect(line?.err).not.toHaveProperty('stack');
  fail('refunds', failure('key'));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ job: 'refunds', repeats: 179 });
});

test('each cause is told by itself; what passes by itself is a warning', () => {
  const { fail, lines } = createFailures();
  fail('reconciler', failure('unreachable'));
  fail('reconciler', failure('permission', 'rak_event_read'));
  fail('reconciler', failure('permission', 'rak_charge_read'));
  fail('refunds', failure('unreachable'));
  expect(lines.map(({ level }) => level)).toEqual([40, 50, 50]);
});

test('a fault of our own is told each time, with its stack', () => {
  const { fail, lines } = createFailures();
  for (let run = 0; run < 2; run++) fail('reminders', new Error('no such column'));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ level: 50, err: { stack: expect.stringContaining('no such column') } });
});
