import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createBackupDesk, offsiteText, pollIntervalMs } from './system-store.ts';
import { aBackupState } from './system-testing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('polls a running backup until it is finished', async () => {
  let now = aBackupState;
  let reads = 0;
  const desk = createBackupDesk(
    setUpDesk({
      async backups() {
        reads++;
        return now;
      },
      async makeBackup() {
        now = { ...now, isRunning: true };
      },
    }).desk,
  );
  const known = () => desk.state.$state.get().data;
  desk.state.$state.listen(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(await desk.makeNow()).toBe(true);
  expect(known()?.isRunning).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * pollIntervalMs);
  now = { ...aBackupState, last: { at: 1, file: '/data/backups/a.db', bytes: 1, seconds: 0 } };
  await vi.advanceTimersByTimeAsync(pollIntervalMs);
  expect(known()).toMatchObject({ isRunning: false, last: { at: 1 } });
  await vi.advanceTimersByTimeAsync(pollIntervalMs);
  const readsSoFar = reads;
  await vi.advanceTimersByTimeAsync(3 * pollIntervalMs);
  expect(reads).toBe(readsSoFar);
});

test.each([
  [true, 0, /^BACKUP_COMMAND copies each one elsewhere\.$/],
  [true, 1, /Until that works/],
  [true, null, /Until that works/],
  [false, undefined, /They are not copied elsewhere/],
  [false, 0, /The next ones are not copied/],
])('describes off-site copies %j with the last result %j as %s', (isSent, status, words) => {
  const sent = { status: status ?? null, seconds: 1, words: 'no route' };
  const last = status === undefined ? null : { at: 0, file: 'a.db', bytes: 1, seconds: 1, sent };
  expect(offsiteText({ isSent, last })).toMatch(words);
});
