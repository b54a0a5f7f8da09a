import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BackupState } from '../../shared/ops/backup-schema.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createBackupDesk, offsiteText, pollIntervalMs } from './system-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const idle: BackupState = {
  settings: { isOn: true, hourly: 24, daily: 7, weekly: 8 },
  folder: '/data/backups',
  isSent: false,
  isRunning: false,
  last: null,
  failed: null,
  files: [],
};

test('polls a running backup until it is finished', async () => {
  let now = idle;
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
  now = { ...idle, last: { at: 1, file: '/data/backups/a.db', bytes: 1, seconds: 0 } };
  await vi.advanceTimersByTimeAsync(pollIntervalMs);
  expect(known()).toMatchObject({ isRunning: false, last: { at: 1 } });
  await vi.advanceTimersByTimeAsync(pollIntervalMs);
  const readsSoFar = reads;
  await vi.advanceTimersByTimeAsync(3 * pollIntervalMs);
  expect(reads).toBe(readsSoFar);
});

test('describes off-site copies by the result of the last one', () => {
  const sent = (status: number | null) => ({
    at: 0,
    file: 'a.db',
    bytes: 1,
    seconds: 1,
    sent: { status, seconds: 1, words: 'no route' },
  });
  expect(offsiteText({ isSent: true, last: sent(0) })).toBe('BACKUP_COMMAND copies each one elsewhere.');
  expect(offsiteText({ isSent: true, last: sent(1) })).toContain('until that works');
  expect(offsiteText({ isSent: true, last: sent(null) })).toContain('until that works');
  expect(offsiteText({ isSent: false, last: null })).toContain('They are not copied elsewhere');
  expect(offsiteText({ isSent: false, last: sent(0) })).toContain('The next ones are not copied');
});
