import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import {
  backupAlerts,
  makeDue,
  onlyLast,
  prepareBackups,
  withProcesses,
} from '../../../../tests/kit/backup-shop.ts';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';
import { hours, minutes, seconds } from '../../../shared/durations.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';
import { writeLastBackup } from '../../shop/facts-repository.ts';
import { copyInChildProcess } from './database-child-process.ts';

const { folder, inBackups, openShop, sendElsewhere } = prepareBackups();

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
  const refused = { status: 400, body: { error: { message: 'Keep at least one backup.' } } };
  expect(await admin.put('/api/settings/backups', none)).toMatchObject(refused);
});

test('makes a copy only on request while backups are switched off', withProcesses, async () => {
  const { app, admin, state } = await openShop({}, { isOn: false }, { copy: copyInChildProcess });
  await makeDue(app);
  expect(existsSync(join(folder, 'backups'))).toBe(false);
  expect((await admin.post('/api/settings/backups/now')).status).toBe(200);
  const second = await admin.post<ErrorBody>('/api/settings/backups/now');
  expect([second.status, second.body.error.message]).toEqual([409, 'A backup is already running.']);
  await app.backups.settled();
  expect((await state()).files).toHaveLength(1);
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

test('stops the service even if a copy hangs', async () => {
  const copy = vi.fn(() => new Promise<never>(() => {}));
  const { app } = await openShop({}, {}, { copy });
  app.backups.makeDue();
  await vi.waitFor(() => expect(copy).toHaveBeenCalled());
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closing = app.backups.close();
  vi.advanceTimersByTime(seconds(9));
  vi.useRealTimers();
  await closing;
  expect(inBackups()).toEqual([]);
});

test('keeps file names out of BACKUP_COMMAND and secrets from its environment', async () => {
  const strange = join(folder, '$(touch injected) "; touch injected; #');
  mkdirSync(strange);
  const command = 'printf %s "$1"; env | grep -c "sk_test\\|whsec" >&2; cd "$(dirname "$1")" && ls';
  const env = { BACKUP_COMMAND: command, ...stripeKeys('test') };
  const { app, state } = await openShop(env, {}, { databasePath: join(strange, 'tarot.db') });
  await makeDue(app);
  const { last } = await state();
  expect(last?.sent?.words).toContain(last?.file);
  expect(last?.sent?.words).toMatch(/(^|\s|b)0(\s|$)/);
  expect(readdirSync(folder)).not.toContain('injected');
  expect(existsSync('injected')).toBe(false);
});
