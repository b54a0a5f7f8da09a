import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { DatabaseUnusable } from '../../../../db/files.ts';
import {
  backupAlerts,
  copyHere,
  makeDue,
  onlyLast,
  prepareBackups,
  withProcesses,
} from '../../../../tests/kit/backup-shop.ts';
import { addPerson, setEmail } from '../../../../tests/kit/builders.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { days, hours, minutes, seconds } from '../../../shared/durations.ts';
import { copyInChildProcess } from './database-child-process.ts';

const { folder, databasePath, inBackups, openShop } = prepareBackups();

test('reports a failed copy, retries after 15 minutes and clears the alert', async () => {
  const inTheWay = join(folder, 'backups');
  writeFileSync(inTheWay, '');
  const { app, state } = await openShop();
  await makeDue(app);
  expect((await state()).failed?.why).toContain(inTheWay);
  const failed = /^The last backup failed: .*file already exists/;
  expect(backupAlerts(app)).toEqual([expect.stringMatching(failed)]);
  rmSync(inTheWay);
  await makeDue(app);
  expect((await state()).last).toBe(null);
  app.clock.advance(minutes(15));
  await makeDue(app);
  expect((await state()).last).not.toBe(null);
  expect(backupAlerts(app)).toEqual([]);
});

describe('admins', () => {
  const mails = async (app: TestApp) => {
    await app.sendMail();
    return app.mailer.sent.splice(0).map(({ to, subject, text }) => ({ to: to.address, subject, text }));
  };
  const addAdmin = (app: TestApp, name: string) => setEmail(app, addPerson(app, name, 'admin').id);

  test('get one mail for each streak of failures', async () => {
    const copy = vi.fn(copyHere);
    const { app } = await openShop({}, onlyLast, { copy });
    const addresses = [addAdmin(app, 'nora'), addAdmin(app, 'otto')].sort();
    const attempt = async (why: string | null) => {
      if (why !== null) copy.mockRejectedValueOnce(new DatabaseUnusable(why));
      await makeDue(app);
      app.clock.advance(hours(1));
      return mails(app);
    };
    expect(await attempt(null)).toEqual([]);
    const first = await attempt('The disk is full.');
    expect(first.map(({ to }) => to).sort()).toEqual(addresses);
    const text = expect.stringContaining('“The disk is full.”');
    expect(first[0]).toMatchObject({ subject: 'A backup failed', text });
    expect(await attempt('The disk is full.')).toEqual([]);
    expect(await attempt('The copy is damaged.')).toEqual([]);
    expect(await attempt(null)).toEqual([]);
    expect(await attempt('The folder is gone.')).toHaveLength(2);
  });

  test('get one mail while BACKUP_COMMAND keeps failing', withProcesses, async () => {
    const { app } = await openShop({ BACKUP_COMMAND: 'echo no route; exit 7' });
    addAdmin(app, 'nora');
    await makeDue(app);
    expect(await mails(app)).toMatchObject([{ text: expect.stringContaining('“no route”') }]);
    app.clock.advance(hours(1));
    await makeDue(app);
    expect(await mails(app)).toEqual([]);
  });

  test('get no mail about a failure that was resolved', async () => {
    const copy = vi.fn(copyHere).mockRejectedValueOnce(new DatabaseUnusable('No room.'));
    const { app } = await openShop({}, {}, { copy });
    addAdmin(app, 'nora');
    await makeDue(app);
    app.clock.advance(hours(1));
    await makeDue(app);
    expect(await mails(app)).toEqual([]);
  });
});

test('survives a backup failure that cannot be stored', async () => {
  writeFileSync(join(folder, 'backups'), '');
  const { app, state } = await openShop();
  app.db.$client.exec(
    "CREATE TRIGGER full BEFORE INSERT ON service_facts BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
  );
  app.backups.makeNow();
  await expect(app.backups.settled()).resolves.toBe(undefined);
  expect(await state()).toMatchObject({ isRunning: false, failed: null });
});

test('keeps the last good copy when the database is damaged', withProcesses, async () => {
  const { app } = await openShop({}, onlyLast);
  await makeDue(app);
  const [whole] = inBackups();
  app.db.$client.close();
  spoilTable(databasePath, 'customer_notes');
  const now = '2026-03-04T11:00:00Z';
  const again = createTestApp({ databasePath, now, backups: { copy: copyInChildProcess } });
  await makeDue(again);
  expect(inBackups()).toEqual([whole]);
  expect(backupAlerts(again)).toHaveLength(1);
});

test('raises an alert and keeps every copy while BACKUP_COMMAND fails', withProcesses, async () => {
  const command = 'echo "no route to host" >&2; exit 7';
  const { app, state } = await openShop({ BACKUP_COMMAND: command }, { ...onlyLast, isOn: false });
  for (let copies = 1; copies <= 3; copies += 1) {
    app.backups.makeNow();
    await app.backups.settled();
    expect(inBackups()).toHaveLength(copies);
    const told = /no route to host.* no older backup is deleted\.$/;
    expect(backupAlerts(app)).toEqual([expect.stringMatching(told)]);
    expect((await state()).last?.sent?.status).toBe(7);
    app.clock.advance(hours(1));
  }
});

test('tells the admin that the disk hangs and lists the folder once', async () => {
  const list = vi.fn(() => new Promise<never>(() => {}));
  const { app } = await openShop({}, null, { list });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const states = [app.backups.state(), app.backups.state()];
  vi.advanceTimersByTime(seconds(6));
  vi.useRealTimers();
  for (const state of states) {
    const why = expect.stringContaining('isn’t responding');
    expect(await state).toMatchObject({ files: [], failed: { why } });
  }
  expect(list).toHaveBeenCalledOnce();
});

test('alerts when no backup is made or the last is old', async () => {
  const { app } = await openShop();
  app.clock.advance(hours(6));
  expect(backupAlerts(app)).toEqual([]);
  app.clock.advance(hours(2));
  expect(backupAlerts(app)).toEqual([expect.stringMatching(/on, but none has been made yet/)]);
  await makeDue(app);
  app.clock.advance(hours(3));
  expect(backupAlerts(app)).toEqual([]);
  app.clock.advance(1);
  expect(backupAlerts(app)).toEqual([expect.stringMatching(/^The last backup is older/)]);
});

const live = stripeKeys('live');

test.each<[string, Record<string, string>, object | null, RegExp | null]>([
  ['a real shop with backups switched off', live, { isOn: false }, /^No backup has been made/],
  ['a real shop in which none was made since the start', live, null, /but none has been made yet/],
  ['a trial', {}, { isOn: false }, null],
  ['a trial since the start', {}, null, null],
])('alerts only real shops after three days without backups: %s', async (_what, env, settings, words) => {
  const { app } = await openShop(env, settings);
  await app.buy();
  expect(backupAlerts(app)).toEqual([]);
  app.clock.advance(days(3) + 1);
  expect(backupAlerts(app)).toEqual(words ? [expect.stringMatching(words)] : []);
});
