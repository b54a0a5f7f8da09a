import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { examineDatabase, openToRead } from '../../../../db/examine.ts';
import type { FailedBackup } from '../../../shared/backups.ts';
import { days, hours } from '../../../shared/durations.ts';
import { type Expected, expectFinding, noRandom } from '../../../testing/findings.ts';
import { spoilTable } from '../../../testing/spoiled-file.ts';
import { parseConfig } from '../../config/config.ts';
import { readUsableSettings } from '../../config/usable-settings.ts';
import { realSurroundings } from '../surroundings.ts';
import { checkBackup } from './check-backup.ts';
import { checkDatabase, checkMigrations } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkFiles, type FileFacts } from './check-files.ts';
import { checkNode } from './check-node.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';

/* What doctor knows of the machine itself: each failure is brought about. */

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const engines = '^22.14.0 || >=24.0.0';
test.each<[string, ...Expected]>([
  ['22.14.0', 'ok', /Node 22\.14\.0/],
  ['22.20.1', 'ok', /22\.20\.1/],
  ['24.0.0', 'ok', /24\.0\.0/],
  ['26.1.0', 'ok', /26\.1\.0/],
  ['22.13.9', 'failed', /22\.13\.9.*needs \^22\.14\.0 or >=24\.0\.0/, /Install a Node/],
  ['23.5.0', 'failed', /23\.5\.0/, /Install/],
  ['20.19.0', 'failed', /20\.19\.0/, /Install/],
])('Node %s', (version, ...expected) => {
  expectFinding(checkNode({ version, engines }), expected);
});

describe('the settings', () => {
  const check = (env: Record<string, string>) => checkSettings(readUsableSettings(env, parseConfig));
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_hunter2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  };
  test.each<[string, Record<string, string>, ...Expected]>([
    ['of a first try are fine', {}, 'ok', /127\.0\.0\.1:4321, payments in the sandbox/],
    [
      'with keys and a mail server say so and show neither',
      { ...keys, SMTP_URL: 'smtp://a:hunter2@mail.example.com', MAIL_FROM: 'a@example.com' },
      'ok',
      /^[^h]*http:.*Stripe in test mode, mail by SMTP\.$/,
    ],
    ['with a bad value', { PORT: 'http' }, 'failed', /^PORT must be/, /environment of the service/],
    [
      'that the shell has set otherwise are named',
      { PORT: '4400', CAREER_TAROT_OVERRIDDEN: 'PORT\nSMTP_URL' },
      'warning',
      /^http:\/\/127\.0\.0\.1:4400, .*PORT, SMTP_URL come from the shell that called this/,
      /unset PORT SMTP_URL/,
    ],
    [
      'with a bad value from the shell',
      { PORT: 'http', CAREER_TAROT_OVERRIDDEN: 'PORT' },
      'failed',
      /^PORT must be.* PORT comes from the shell/,
      /environment of the service/,
    ],
    ['with a misspelt name', { DATABASE_PAHT: 'x' }, 'failed', /DATABASE_PAHT is no setting/],
    [
      'without production at a public address',
      { PUBLIC_URL: 'https://tarot.example.com' },
      'warning',
      /NODE_ENV is not production/,
      /NODE_ENV=production/,
    ],
  ])('%s', (_what, env, ...expected) => {
    const finding = check(env);
    expectFinding(finding, expected);
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });
});

describe('the files', () => {
  const path = '/srv/tarot/tarot.db';
  const ours = { kind: 'file', mode: 0o100600, owner: 7 } as const;
  const wal = `${path}-wal`;

  function check({
    files = {},
    user = 7,
    unreadable = '',
    unwritable = '',
    leftovers = null,
  }: {
    files?: Record<string, FileFacts | null>;
    user?: number | null;
    unreadable?: string;
    unwritable?: string;
    leftovers?: string | null;
  }): Finding {
    const all: Record<string, FileFacts | null> = {
      '/srv/tarot': { kind: 'folder', mode: 0o40700, owner: 7 },
      [path]: ours,
      [wal]: ours,
      ...files,
    };
    return checkFiles({
      path,
      user,
      userName: user === 0 ? 'root' : 'tarot',
      look: (name) => all[name] ?? null,
      mayRead: (name) => name !== unreadable,
      mayWrite: (name) => name !== unwritable,
      findLeftovers: () => leftovers,
    });
  }

  test.each<[string, Parameters<typeof check>[0], ...Expected]>([
    ['of one user, who may read and write them', {}, 'ok', /tarot\.db in \/srv\/tarot/],
    ['on a system without users', { user: null }, 'ok', /tarot\.db/],
    [
      'in a folder that is not there',
      { files: { '/srv/tarot': null } },
      'failed',
      /no folder \/srv\/tarot/,
      /DATABASE_PATH.*user of the service/,
    ],
    [
      'that are not there',
      { files: { [path]: null } },
      'failed',
      /no database/,
      /DATABASE_PATH.*npm run migrate/,
    ],
    [
      'in a folder that only another user may look into',
      { files: { [path]: null }, user: 8 },
      'failed',
      /user 8 may not see it: \/srv\/tarot belongs to user 7/,
      /as the user of the service/,
    ],
    [
      'that are a folder',
      { files: { [path]: { ...ours, kind: 'folder' } } },
      'failed',
      /is no file/,
      /DATABASE_PATH/,
    ],
    [
      'of which one belongs to somebody else, as after a command as root',
      { files: { [wal]: { ...ours, owner: 0 } } },
      'failed',
      /-wal belongs to user 0, .* folder .* user 7/,
      /user of the service\. If this is that user: sudo chown -R tarot: \/srv\/tarot$/,
    ],
    [
      'of which one belongs to somebody else, looked at by root',
      { files: { [wal]: { ...ours, owner: 0 } }, user: 0 },
      'failed',
      /-wal belongs to user 0/,
      /^Give everything to the user of the service: run as that user, doctor names the command\.$/,
    ],
    [
      'of another user',
      { user: 8 },
      'failed',
      /belongs to user 7, and this is user 8/,
      /as the user of the service\. If this is that user: sudo chown -R tarot: \/srv\/tarot$/,
    ],
    ['that cannot be read', { unreadable: path }, 'failed', /cannot be read by user 7/, /chmod 600/],
    ['that cannot be written', { unwritable: wal }, 'failed', /-wal cannot be written/, /chmod u\+w/],
    [
      'in a folder that cannot be written',
      { unwritable: '/srv/tarot' },
      'failed',
      /tarot cannot be written/,
      /mounted/,
    ],
    [
      'that others may read',
      { files: { [path]: { ...ours, mode: 0o100644 } } },
      'warning',
      /read by others.*644/,
      /chmod 600 .*tarot\.db/,
    ],
    ['looked at by root', { user: 0 }, 'warning', /doctor runs as root/, /as the user of the service/],
    [
      'that belong to root',
      {
        user: 0,
        files: {
          '/srv/tarot': { kind: 'folder', mode: 0o700, owner: 0 },
          [path]: { ...ours, owner: 0 },
          [wal]: null,
        },
      },
      'warning',
      /belongs to user 0/,
      /a user of its own/,
    ],
    [
      'with what is left of another file',
      { leftovers: 'x-wal is left of the file that was there before. Delete it, and start again.' },
      'failed',
      /^x-wal is left of the file that was there before\.$/,
      /^Delete it, and start again\.$/,
    ],
  ])('%s', (_what, options, ...expected) => {
    expectFinding(check(options), expected);
  });

  const around = realSurroundings({
    clock: { now: () => 0 },
    random: noRandom,
  });
  const checkReal = (name: string) => checkFiles({ ...around, path: name, look: around.lookAtFile });

  test('on a real disk: an empty file, a lost one, and a log of another', () => {
    const empty = join(folder, 'empty.db');
    writeFileSync(empty, '');
    expectFinding(checkReal(empty), ['failed', /empty\.db is empty/, /Restore a copy/]);
    const lost = join(folder, 'lost.db');
    writeFileSync(`${lost}-wal`, 'changes');
    expectFinding(checkReal(lost), [
      'failed',
      /lost\.db is not there, but .*-wal is/,
      /Put the database back/,
    ]);
    const restored = join(folder, 'restored.db');
    const copy = new Sqlite(restored);
    copy.exec('CREATE TABLE a (b)');
    copy.close();
    writeFileSync(`${restored}-wal`, 'changes');
    expectFinding(checkReal(restored), ['failed', /is left of the file that was there before/, /Delete it/]);
  });
});

describe('the disk', () => {
  const check = (freeBytes: number, databaseBytes = 5e6, freeFiles: number | null = null) =>
    checkDisk({ folder: '/srv/tarot', databaseBytes, look: () => ({ freeBytes, freeFiles }) });
  test.each<[string, Finding, ...Expected]>([
    ['with room', check(20e9), 'ok', /20\.0 GB are free, the database has 5 MB/],
    ['that is nearly full', check(50e6), 'failed', /50 MB are free/, /Make room on the disk of \/srv\/tarot/],
    ['without room for a copy', check(2e9, 3e9), 'failed', /A copy of it/, /Make room/],
    ['that will be full', check(500e6), 'warning', /500 MB/, /Make room/],
    ['of a large shop', check(4e9, 2e9), 'warning', /4\.0 GB/, /Make room/],
    ['without room for another file', check(20e9, 5e6, 0), 'failed', /No more files/, /Make room/],
  ])('%s', (_what, finding, ...expected) => {
    expectFinding(finding, expected);
  });
});

describe('the database', () => {
  const original = join(folder, 'whole.db');
  openDatabase(original).$client.close();

  /** A copy to do something to. */
  function copied(name: string, change: (db: Sqlite.Database) => void = () => {}): string {
    const path = join(folder, name);
    copyFileSync(original, path);
    const db = new Sqlite(path);
    change(db);
    db.close();
    return path;
  }
  const both = async (path: string) => {
    const examine = async () => examineDatabase(path, true);
    return { database: await checkDatabase(examine), migrations: await checkMigrations(examine) };
  };

  test('that is whole and of this version', async () => {
    const { database, migrations } = await both(copied('fine.db'));
    expectFinding(database, ['ok', /nothing is missing/]);
    expectFinding(migrations, ['ok', /of this version/]);
  });

  test('whose disk has failed', async () => {
    const path = copied('damaged.db');
    spoilTable(path, 'orders');
    const { database, migrations } = await both(path);
    expectFinding(database, ['failed', /damaged|cannot be read/, /restore the last backup/]);
    expect(migrations.state).not.toBe('failed');
  });

  test('that is no database at all', async () => {
    const path = join(folder, 'letter.db');
    writeFileSync(path, 'Dear Sir or Madam, '.repeat(300));
    const { database, migrations } = await both(path);
    expectFinding(database, ['failed', /cannot be read \(file is not a database\)/, /restore/]);
    expectFinding(migrations, ['skipped', /could not be read/]);
  });

  test('that may not be opened is not said to be broken', async () => {
    const { database } = await both(join(folder, 'nowhere.db'));
    expectFinding(database, ['failed', /cannot be opened \(unable to open/, /files first: it may be whole/]);
  });

  test('from which somebody has taken rows', async () => {
    const path = copied('poorer.db', (db) => {
      db.pragma('foreign_keys = OFF');
      db.exec("INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('s', 'nobody', 1, 2)");
    });
    const { database } = await both(path);
    expectFinding(database, ['failed', /1 rows refer to others/, /by other means/]);
  });

  test('that is locked or too large to be read in time', async () => {
    expectFinding(await checkDatabase(async () => null), ['warning', /too large/, /npm run doctor/]);
    expectFinding(await checkMigrations(async () => null), ['skipped', /could not be read/]);
  });

  test('of another program', async () => {
    const path = join(folder, 'other.db');
    const db = new Sqlite(path);
    db.exec('CREATE TABLE recipes (name TEXT)');
    db.close();
    const { database, migrations } = await both(path);
    expectFinding(database, ['ok', /read/]);
    expectFinding(migrations, ['failed', /none of Career Tarot/, /DATABASE_PATH/]);
  });

  test('of a newer version, and of an older one', async () => {
    const newer = copied('newer.db', (db) =>
      db.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)"),
    );
    expectFinding((await both(newer)).migrations, ['failed', /newer version/, /Start the newer version/]);
    const older = copied('older.db', (db) =>
      db.exec(
        'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)',
      ),
    );
    expectFinding((await both(older)).migrations, ['warning', /lacks 1 migration /, /next start/]);
  });

  test('is looked at while somebody writes, and nothing of it changes', async () => {
    const path = copied('busy.db');
    const busy = openDatabase(path);
    const { database } = await both(path);
    expect(database.state).toBe('ok');
    const { $client } = openToRead(path);
    expect(() => $client.exec('DELETE FROM settings')).toThrow(/readonly|query_only/i);
    $client.close();
    busy.$client.close();
    const quiet = openToRead(path);
    expect(() => quiet.$client.exec('DELETE FROM settings')).toThrow(/readonly|query_only/i);
    quiet.$client.close();
    expect(realSurroundingsFile(`${path}-wal`)).toBeNull();
  });

  const realSurroundingsFile = (path: string) =>
    realSurroundings({
      clock: { now: () => 0 },
      random: noRandom,
    }).lookAtFile(path);
});

describe('the backup', () => {
  const now = Date.parse('2030-03-04T05:06:07Z');
  const byHand = { isOn: false, hourly: 0, daily: 0, weekly: 8 };
  const weekly = { ...byHand, isOn: true };
  const notFailed = { failed: null, settingsSince: now - days(1), now };
  const check = (fact: unknown, isLive = true, settings = byHand, failed: FailedBackup | null = null) =>
    checkBackup({
      ...notFailed,
      failed,
      settings,
      fact: fact === null ? null : JSON.stringify(fact),
      isLive,
    });
  test.each<[string, Finding, ...Expected]>([
    [
      'of last night',
      check({ at: now - hours(9), file: '/b/1.db', bytes: 12e6 }),
      'ok',
      /9 hours ago \(12 MB\)/,
    ],
    ['of this moment', check({ at: now }), 'ok', /just now/],
    ['of two weeks ago', check({ at: now - days(14) }), 'ok', /14 days ago/],
    ['of last month', check({ at: now - days(30) }), 'failed', /30 days ago/, /npm run backup/],
    ['of last month where nobody pays', check({ at: now - days(30) }, false), 'warning', /30 days ago/],
    ['of last week where it is made weekly', check({ at: now - days(7) }, true, weekly), 'ok', /7 days ago/],
    [
      'that is made weekly, of last month',
      check({ at: now - days(30) }, true, weekly),
      'failed',
      /30 days/,
      /log/,
    ],
    [
      'that was not taken elsewhere',
      check({ at: now, sent: { status: 7, seconds: 1, words: 'no route' } }, true, weekly),
      'failed',
      /BACKUP_COMMAND failed to take it elsewhere: “no route”/,
      /log/,
    ],
    [
      'that failed since',
      check({ at: now - hours(2) }, true, weekly, { at: now, why: 'no room' }),
      'failed',
      /2 hours ago\. The last attempt failed: “no room”/,
      /log/,
    ],
    [
      'that is switched on and was not made in a day',
      check(null, true, weekly),
      'failed',
      /No backup was/,
      /log/,
    ],
    ['that was never made', check(null), 'failed', /No backup was ever made/, /another machine/],
    ['that was never made where nobody pays', check(null, false), 'warning', /No backup/],
    [
      'of which nothing can be read',
      check({ when: 'yesterday' }),
      'failed',
      /cannot be read/,
      /another machine/,
    ],
  ])('%s', (_what, finding, ...expected) => {
    expectFinding(finding, expected);
  });
  test('of which the note is broken', () => {
    expectFinding(checkBackup({ ...notFailed, settings: byHand, fact: '{"at":', isLive: true }), [
      'failed',
      /cannot be read/,
    ]);
  });
});
