import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { hours, minutes } from '../../shared/durations.ts';
import { keepInProcess } from '../../testing/keep-in-process.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { listAlerts } from '../alerts/find-alerts.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { createBackupFolder, type FolderCalls } from './backup-folder.ts';
import { readFailedBackup, readLastBackup } from './backup-repository.ts';
import { backupSettings } from './backup-settings.ts';
import { createBackups } from './backups.ts';
import type { Keeper } from './keep-apart.ts';

/** A disk that answers nothing to some calls, until it is let go. */
function hangingDisk(...hanging: (keyof FolderCalls)[]) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const answer =
    <T>(name: keyof FolderCalls, result: T) =>
    async () => {
      asked.push(name);
      if (hanging.includes(name)) await new Promise<void>((resolve) => waiting.push(resolve));
      return result;
    };
  const calls: FolderCalls = {
    names: answer('names', []),
    list: answer('list', []),
    make: answer('make', undefined),
    freeBytes: answer('freeBytes', 1e12),
    sizeOf: answer('sizeOf', 7),
    remove: answer('remove', undefined),
  };
  const letGo = () => {
    hanging.splice(0);
    for (const answer of waiting.splice(0)) answer();
  };
  return { calls, letGo, asked };
}

const net = '/net/copies';
const all = () => true;
const impatient = { desk: 20, job: 40 };

test('while one call hangs all others fail at once, and none is added to it', async () => {
  const disk = hangingDisk('list');
  const { desk } = createBackupFolder(net, disk.calls, impatient);
  const [first, second] = await Promise.allSettled([desk.list(net, all), desk.list(net, all)]);
  for (const { status } of [first, second]) expect(status).toBe('rejected');
  await expect(desk.sizeOf('/net/copies/a')).rejects.toThrow('The disk of /net/copies does not answer.');
  expect(disk.asked).toEqual(['list']);
  disk.letGo();
  await vi.waitFor(async () => expect(await desk.sizeOf('/net/copies/a')).toBe(7));
});

test('a disk that is too slow for the desk is not for the job', async () => {
  const disk = hangingDisk('list');
  const { desk, job } = createBackupFolder(net, disk.calls, { desk: 20, job: 60_000 });
  await expect(desk.list(net, all)).rejects.toThrow('does not answer');
  const names = job.names(net);
  await expect(desk.list(net, all)).rejects.toThrow('does not answer');
  expect(disk.asked).toEqual(['list']);
  disk.letGo();
  expect(await names).toEqual([]);
  expect(await desk.list(net, all)).toEqual([]);
});

/** A shop whose copies are on such a disk. */
async function openShop(
  disk: ReturnType<typeof hangingDisk>,
  keeper: Keeper,
  env: Record<string, string> = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'career-tarot-folder-'));
  const app = createTestApp({ databasePath: join(root, 'tarot.db'), env });
  const folder = join(root, 'backups');
  const backups = createBackups(app.context, keeper, createBackupFolder(folder, disk.calls, impatient));
  const admin = { id: 'a', username: 'ada', role: 'admin' } as const;
  await changeSettings(app.context, admin, backupSettings, { isOn: true, hourly: 1, daily: 1, weekly: 1 });
  return {
    ...{ app, backups, folder },
    makeDue: () => backups.makeDue(new AbortController().signal, () => {}),
    async close() {
      await backups.close();
      app.db.$client.close();
      rmSync(root, { recursive: true });
    },
  };
}

test('with a disk that hangs the admin is told so, and no copy is begun', async () => {
  const copy = vi.fn(keepInProcess.copy);
  const { backups, makeDue, close } = await openShop(hangingDisk('names', 'list'), {
    ...keepInProcess,
    copy,
  });
  const why = expect.stringContaining('does not answer');
  expect(await backups.state()).toMatchObject({ files: [], failed: { why } });
  await makeDue();
  expect(copy).not.toHaveBeenCalled();
  expect(await backups.state()).toMatchObject({ failed: { why } });
  await close();
});

test('a copy that is there is taken elsewhere, though the disk is silent after it', async () => {
  const disk = hangingDisk('sizeOf');
  const env = { BACKUP_COMMAND: 'echo "taken $1"', PATH: process.env.PATH ?? '' };
  const { app, backups, folder, makeDue, close } = await openShop(disk, keepInProcess, env);
  mkdirSync(folder);
  await makeDue();
  const last = readLastBackup(app.db);
  expect(last).toMatchObject({ sent: { status: 0, words: `taken ${last?.file}` } });
  expect(last).not.toHaveProperty('bytes');
  expect(readFailedBackup(app.db)).toBe(null);
  disk.letGo();
  await vi.waitFor(async () => expect(await backups.state()).toMatchObject({ failed: null }));
  await close();
});

test('a copy that hangs is told of once the next one is due, until it is made after all', async () => {
  let goOn = () => {};
  const hangs = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const copy = vi.fn(async (from: string, to: string) => {
    await hangs;
    await keepInProcess.copy(from, to);
  });
  const { app, folder, makeDue, close } = await openShop(hangingDisk(), { ...keepInProcess, copy });
  mkdirSync(folder);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const made = makeDue();
  const told = () =>
    listAlerts(app.context)
      .filter(({ code }) => code === 'backup_failed')
      .map(({ message }) => message);
  await vi.waitFor(() => expect(copy).toHaveBeenCalled());
  app.clock.advance(hours(1) - 1);
  vi.advanceTimersByTime(minutes(1));
  expect(told()).toEqual([]);
  app.clock.advance(1);
  vi.advanceTimersByTime(minutes(1));
  expect(told()).toEqual([
    expect.stringMatching(/^No backup could be made, for one takes too long: “.* is not done/),
  ]);
  vi.useRealTimers();
  goOn();
  await made;
  expect(told()).toEqual([]);
  await close();
});
