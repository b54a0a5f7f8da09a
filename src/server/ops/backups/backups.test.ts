import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { backUpDatabase } from '../../../../db/copy.ts';
import { DatabaseUnusable } from '../../../../db/files.ts';
import { addPerson, addSignedIn, setEmail } from '../../../../tests/kit/builders.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { days, hours, minutes, seconds } from '../../../shared/durations.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';
import type { BackupState } from '../../../shared/ops/backup-schema.ts';
import { writeLastBackup } from '../../shop/facts-repository.ts';
import { listAlerts } from '../alerts.ts';
import type { BackupPorts } from './backups.ts';
import { copyInChildProcess } from './database-child-process.ts';

const root = folderOfFile();

let folder: string;
let databasePath: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  databasePath = join(folder, 'tarot.db');
});

const inBackups = () => readdirSync(join(folder, 'backups')).sort();
const usual = { isOn: true, hourly: 2, daily: 2, weekly: 0 };
const onlyLast = { isOn: true, hourly: 1, daily: 0, weekly: 0 };
const programs = { PATH: process.env.PATH ?? '' };

/** Of a test whose processes may start slowly on a busy machine. */
const withProcesses = { timeout: 60_000 };

/** Copies without a process of its own. */
const copyHere: BackupPorts['copy'] = async ({ from, to }) => backUpDatabase(from, to);

/** A shop on a file, with an admin. @param settings null: as in the beginning */
async function openShop(
  env: Record<string, string> = {},
  settings: object | null = usual,
  backups: Partial<BackupPorts> = { copy: copyHere },
) {
  const now = '2026-03-04T10:00:00Z';
  const app = createTestApp({ databasePath, now, env: { ...programs, ...env }, backups });
  const admin = await addSignedIn(app, 'admin', 'admin');
  if (settings) expect((await admin.put('/api/settings/backups', settings)).status).toBe(200);
  const state = async () => (await admin.get<BackupState>('/api/settings/backups')).body;
  return { app, admin, state };
}

/** Makes the copy that is due, if one is. */
async function makeDue({ backups }: TestApp): Promise<void> {
  backups.makeDue();
  await backups.settled();
}
/** @returns the messages of the alerts about backups */
const backupAlerts = ({ context, troubles }: TestApp) =>
  listAlerts(context, troubles).flatMap(({ code, message }) => (code === 'backup_failed' ? [message] : []));
/** A folder elsewhere, and what the service needs to name it in BACKUP_COMMAND. */
function sendElsewhere(command: string) {
  const target = mkdtempSync(join(folder, 'elsewhere-'));
  return { env: { BACKUP_COMMAND: command, TARGET: target }, sent: () => readdirSync(target) };
}

test('makes a private copy every hour and deletes the oldest ones', async () => {
  const { app, state } = await openShop();
  for (let hour = 0; hour < 4; hour++) {
    await makeDue(app);
    await makeDue(app);
    app.clock.advance(hours(1));
  }
  expect(inBackups()).toEqual(['tarot-20260304T120000Z.db', 'tarot-20260304T130000Z.db']);
  const file = join(folder, 'backups', 'tarot-20260304T130000Z.db');
  const [ofFile, ofFolder] = [file, join(folder, 'backups')].map((path) => statSync(path).mode & 0o777);
  expect([ofFile, ofFolder]).toEqual([0o600, 0o700]);
  const copy = new Sqlite(file, { readonly: true });
  expect(copy.prepare('SELECT username FROM users').pluck().all()).toEqual(['admin']);
  copy.close();
  const { last, failed, files } = await state();
  expect(last).toMatchObject({ at: Date.parse('2026-03-04T13:00:00Z'), file, bytes: statSync(file).size });
  expect(failed).toBe(null);
  expect(files.map(({ name }) => name)).toEqual(inBackups().reverse());
  expect(backupAlerts(app)).toEqual([]);
});

test('copies hourly into `backups` beside the database until backups are switched off', async () => {
  const { app, admin, state } = await openShop({}, null);
  await makeDue(app);
  expect(inBackups()).toEqual(['tarot-20260304T100000Z.db']);
  const { settings, folder: shown } = await state();
  expect(settings).toEqual({ isOn: true, hourly: 24, daily: 7, weekly: 8 });
  expect(shown).toBe(join(folder, 'backups'));
  await admin.put('/api/settings/backups', { isOn: false });
  app.clock.advance(hours(1));
  await makeDue(app);
  expect(inBackups()).toHaveLength(1);
});

test('makes and deletes copies in the folder a linked `backups` names', async () => {
  const elsewhere = join(folder, 'other disk');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(folder, 'backups'));
  const { app } = await openShop({}, onlyLast);
  await makeDue(app);
  app.clock.advance(hours(1));
  await makeDue(app);
  expect(readdirSync(elsewhere)).toEqual(['tarot-20260304T110000Z.db']);
});

test('deletes partial copies, leaves foreign files and tolerates an undeletable old copy', async () => {
  const { app, state } = await openShop({}, onlyLast);
  const stuck = 'tarot-20260303T000000Z.db';
  mkdirSync(join(folder, 'backups', stuck, 'in the way'), { recursive: true });
  const others = ['by-hand.db', 'tarot-20260101T000000Z.db.bak', 'other-20260101T000000Z.db'];
  for (const name of others) writeFileSync(join(folder, 'backups', name), '');
  writeFileSync(join(folder, 'backups', `${stuck}.77.part`), 'half');
  // A copy that was made by hand puts off none.
  const byHand = { at: app.clock.now(), file: join(folder, 'by-hand.db'), bytes: 1, seconds: 1 };
  writeNow(app.db, (tx) => writeLastBackup(tx, byHand));
  await makeDue(app);
  expect(inBackups()).toEqual([...others, stuck, 'tarot-20260304T100000Z.db'].sort());
  const { last, failed, files } = await state();
  expect([last?.at, failed, backupAlerts(app)]).toEqual([app.clock.now(), null, []]);
  expect(files.map(({ name }) => name)).toEqual(['tarot-20260304T100000Z.db', stuck]);
});

test('refuses to keep no copy at all', async () => {
  const { admin } = await openShop();
  const none = { hourly: 0, daily: 0, weekly: 0 };
  const refused = { status: 400, body: { error: { message: 'Keep at least one copy.' } } };
  expect(await admin.put('/api/settings/backups', none)).toMatchObject(refused);
});

test('makes a copy only on request while backups are switched off', withProcesses, async () => {
  const { app, admin, state } = await openShop({}, { ...usual, isOn: false }, { copy: copyInChildProcess });
  await makeDue(app);
  expect(existsSync(join(folder, 'backups'))).toBe(false);
  expect((await admin.post('/api/settings/backups/now')).status).toBe(200);
  const second = await admin.post<ErrorBody>('/api/settings/backups/now');
  expect([second.status, second.body.error.message]).toEqual([409, 'A backup is already running.']);
  await app.backups.settled();
  expect((await state()).files).toHaveLength(1);
});

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
    const { app } = await openShop({}, usual, { copy });
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

test('passes the copy to BACKUP_COMMAND and keeps its output', withProcesses, async () => {
  const { env, sent } = sendElsewhere('cp "$1" "$TARGET/" && echo "taken $BACKUP_FILE"');
  const { app, state } = await openShop(env);
  await makeDue(app);
  const { last, isSent } = await state();
  expect([isSent, last?.sent]).toMatchObject([true, { status: 0, words: `taken ${last?.file}` }]);
  expect([sent().length, backupAlerts(app)]).toEqual([1, []]);
});

test('keeps its copies and its pace when the clock is set back', async () => {
  const { env, sent } = sendElsewhere('cp "$1" "$TARGET/"');
  const { app } = await openShop(env, onlyLast);
  const ahead = 'tarot-20260304T100000Z.db';
  await makeDue(app);
  app.clock.advance(-hours(5));
  await makeDue(app);
  app.clock.advance(minutes(1));
  await makeDue(app);
  expect(inBackups()).toEqual(['tarot-20260304T050000Z.db', ahead]);
  app.clock.advance(hours(1));
  await makeDue(app);
  expect(inBackups()).toEqual(['tarot-20260304T060100Z.db', ahead]);
  expect(sent()).toHaveLength(3);
});

test('waits an hour for the next copy after BACKUP_COMMAND moved one', async () => {
  const { env, sent } = sendElsewhere('mv "$1" "$TARGET/"');
  const { app } = await openShop(env);
  await makeDue(app);
  app.clock.advance(minutes(1));
  await makeDue(app);
  expect([inBackups(), sent()]).toEqual([[], ['tarot-20260304T100000Z.db']]);
  app.clock.advance(minutes(59));
  await makeDue(app);
  expect(sent()).toHaveLength(2);
});

test('raises an alert and keeps every copy while BACKUP_COMMAND fails', withProcesses, async () => {
  const command = 'echo "no route to host" >&2; exit 7';
  const { app, state } = await openShop({ BACKUP_COMMAND: command }, { ...onlyLast, isOn: false });
  for (let copies = 1; copies <= 3; copies += 1) {
    app.backups.makeNow();
    await app.backups.settled();
    expect(inBackups()).toHaveLength(copies);
    const told = /no route to host.* no older copy is deleted\.$/;
    expect(backupAlerts(app)).toEqual([expect.stringMatching(told)]);
    expect((await state()).last?.sent?.status).toBe(7);
    app.clock.advance(hours(1));
  }
});

test('stops the service even if a copy hangs', async () => {
  const copy = vi.fn(() => new Promise<never>(() => {}));
  const { app } = await openShop({}, usual, { copy });
  app.backups.makeDue();
  await vi.waitFor(() => expect(copy).toHaveBeenCalled());
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closing = app.backups.close();
  vi.advanceTimersByTime(seconds(9));
  vi.useRealTimers();
  await closing;
  expect(inBackups()).toEqual([]);
});

test('tells the admin that the disk hangs and lists the folder once', async () => {
  const list = vi.fn(() => new Promise<never>(() => {}));
  const { app } = await openShop({}, null, { list });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const states = [app.backups.state(), app.backups.state()];
  vi.advanceTimersByTime(seconds(6));
  vi.useRealTimers();
  for (const state of states) {
    const why = expect.stringContaining('does not answer');
    expect(await state).toMatchObject({ files: [], failed: { why } });
  }
  expect(list).toHaveBeenCalledOnce();
});

test('keeps file names out of BACKUP_COMMAND and secrets from its environment', async () => {
  const strange = join(folder, '$(touch injected) "; touch injected; #');
  mkdirSync(strange);
  databasePath = join(strange, 'tarot.db');
  const { app, state } = await openShop({
    BACKUP_COMMAND: 'printf %s "$1"; env | grep -c "sk_test\\|whsec" >&2; cd "$(dirname "$1")" && ls',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  });
  await makeDue(app);
  const { last } = await state();
  expect(last?.sent?.words).toContain(last?.file);
  expect(last?.sent?.words).toMatch(/(^|\s|b)0(\s|$)/);
  expect(readdirSync(folder)).not.toContain('injected');
  expect(existsSync('injected')).toBe(false);
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

const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test.each<[string, Record<string, string>, object | null, RegExp | null]>([
  ['a real shop with backups switched off', live, { ...usual, isOn: false }, /^No backup has been made/],
  ['a real shop in which none was made since the start', live, null, /but none has been made yet/],
  ['a trial', {}, { ...usual, isOn: false }, null],
  ['a trial since the start', {}, null, null],
])('alerts only real shops after three days without backups: %s', async (_what, env, settings, words) => {
  const { app } = await openShop(env, settings);
  await app.buy();
  expect(backupAlerts(app)).toEqual([]);
  app.clock.advance(days(3) + 1);
  expect(backupAlerts(app)).toEqual(words ? [expect.stringMatching(words)] : []);
});
