import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { examineDatabase, openToRead } from '../../../../db/examine.ts';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { days, hours, minutes } from '../../../shared/durations.ts';
import type { FailedBackup, LastBackup } from '../../../shared/ops/backup-schema.ts';
import { parseConfig } from '../../base/config/config.ts';
import type { BackupFacts } from '../backups/backup-problems.ts';
import { checkBackup, programsOf } from './check-backup.ts';
import {
  checkDisk,
  checkFiles,
  checkIntegrity,
  checkMigrations,
  createFileView,
  type FileFacts,
} from './check-database.ts';
import { checkNode, checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';

/* What doctor knows of the machine itself: each failure is brought about. */

const folder = folderOfFile();

const engines = '^22.14.0 || >=24.0.0';
test.each<[string, RegExp]>([
  ['22.14.0', /^ok: .*Node 22\.14\.0/],
  ['22.20.1', /^ok: .*22\.20\.1/],
  ['24.0.0', /^ok: .*24\.0\.0/],
  ['26.1.0', /^ok: .*26\.1\.0/],
  ['22.13.9', /^error: .*22\.13\.9.*needs \^22\.14\.0 or >=24\.0\.0.*→.*Install one of these/],
  ['23.5.0', /^error: .*23\.5\.0.*→.*Install/],
  ['20.19.0', /^error: .*20\.19\.0.*→.*Install/],
])('judges Node %s', (version, expected) => {
  expectFinding(checkNode(version, engines), expected);
});

describe('the settings', () => {
  const check = (env: Record<string, string>, hasAccount = true) => {
    const { contactEmail } = parseConfig(env).site;
    return checkSettings(parseConfig(env), { contactEmail, hasAccount, namesakes: [] });
  };
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_hunter2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  };
  const mail = { SMTP_URL: 'smtp://a:hunter2@mail.example.com', MAIL_FROM: 'a@example.com' };
  const fromShell = (port: string) => ({ PORT: port, CAREER_TAROT_OVERRIDDEN: 'PORT\nSMTP_URL' });
  test.each<[Record<string, string>, RegExp]>([
    [{}, /^ok: .*127\.0\.0\.1:4321, payments in the sandbox/],
    [{ ...keys, ...mail }, /^ok: [^h]*http:.*Stripe in test mode, mail by SMTP\.$/],
    [fromShell('4400'), /^warning: .*1:4400, .*PORT, SMTP_URL come from this shell.*→.*unset PORT SMTP_URL/],
    [
      { PUBLIC_URL: 'https://cards.com', CONTACT_EMAIL: 'a@cards.com' },
      /^warning: .*NODE_ENV is not production.*→.*NODE_ENV=production/,
    ],
    [{ PUBLIC_URL: 'https://cards.com' }, /^error: .*contact address is .*, a placeholder.*→.*CONTACT_EMAIL/],
  ])('lead to the finding $1', async (env, expected) => {
    const finding = await check(env);
    expectFinding(finding, expected);
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });

  test('only warns about a missing contact address before the first account exists', async () => {
    const finding = await check({ PUBLIC_URL: 'https://cards.com', NODE_ENV: 'test' }, false);
    expectFinding(finding, /^warning: .*no contact address yet.*→.*Setting up the shop asks for it/);
  });
});

describe('the files', () => {
  const home = '/srv/tarot';
  const path = `${home}/tarot.db`;
  const folderOf7 = { isFile: false, mode: 0o40700, owner: 7 };
  const ours = { isFile: true, mode: 0o100600, owner: 7 };
  const ofRoot = { ...ours, owner: 0 };
  const open = (mode: number) => ({ ...ours, mode });
  const wal = `${path}-wal`;

  function check({
    files = {},
    user = 7,
    barred = '',
    leftovers = null,
    isNew = false,
    trace = null,
  }: {
    files?: Record<string, FileFacts | null>;
    user?: number | null;
    barred?: string;
    leftovers?: string | null;
    isNew?: boolean;
    trace?: string | null;
  }): Finding {
    const all: Record<string, FileFacts | null> = {
      [home]: folderOf7,
      [path]: ours,
      [wal]: ours,
      ...files,
    };
    return checkFiles(path, {
      user,
      userName: user === 0 ? 'root' : 'tarot',
      look: (name) => all[name] ?? null,
      mayUse: (name) => name !== barred,
      findLeftovers: () => leftovers,
      isBeforeFirstStart: () => isNew,
      findEarlierShop: () => trace,
    });
  }

  test.each<[Parameters<typeof check>[0], RegExp]>([
    [{}, /^ok: .*tarot\.db in \/srv\/tarot/],
    [{ user: null }, /^ok: .*tarot\.db/],
    [{ files: { [home]: null } }, /^error: .*no folder \/srv\/tarot.*→.*DATABASE_PATH.*service’s user/],
    [
      { files: { [path]: null } },
      /^error: .*no database .* user 7 cannot access it.*→.*migrate.*DATABASE_PATH/,
    ],
    [{ isNew: true, files: { [path]: null } }, /^warning: .*no database yet\. → .*first start .* creates it/],
    [{ isNew: true, files: { [home]: null } }, /^warning: .*no database yet\. → .*first start .* creates it/],
    [
      { isNew: true, files: { [path]: null }, barred: home },
      /^error: .*user 7 cannot write to \/srv\/tarot.*→.*sudo chown -R tarot: \/srv\/tarot$/,
    ],
    [
      { trace: 'there is the backup x', files: { [home]: null } },
      /^error: .*no database \/srv\/tarot\/tarot\.db, but a shop has run here: there is the backup x\. → Mount its disk.* restore -- FILE.* start -- --new-shop\.$/,
    ],
    [{ files: { [path]: { ...ours, isFile: false } } }, /^error: .*is not a file.*→.*DATABASE_PATH/],
    // As after a command as root.
    [
      { files: { [wal]: ofRoot } },
      /^error: .*-wal belongs to user 0, .* folder .* user 7.*→.*own everything\. If .* user: sudo chown -R tarot: \/srv\/tarot$/,
    ],
    [
      { files: { [wal]: ofRoot }, user: 0 },
      /^error: .*-wal belongs to user 0.* → Make the service’s user own everything: run as that user, doctor shows the command\.$/,
    ],
    [
      { user: 8 },
      /^error: .*belongs to user 7, .* and this is user 8.*→.*own everything\. If .* user: sudo chown -R tarot: \/srv\/tarot$/,
    ],
    [{ barred: wal }, /^error: .*-wal cannot be read and written by user 7.*→.*chmod u\+rw/],
    [{ barred: home }, /^error: .*tarot cannot be read and written.*→.*mounted/],
    [{ files: { [path]: open(0o100640) } }, /^warning: .*read by other users.*640.*→.*chmod 600 .*tarot\.db/],
    [{ files: { [path]: open(0o100604) } }, /^warning: .*read by other users.*604.*→.*chmod 600 .*tarot\.db/],
    [{ user: 0 }, /^warning: .*doctor is running as root.*→.*as the service’s user/],
    [
      { user: 0, files: { [home]: { ...folderOf7, owner: 0 }, [path]: ofRoot, [wal]: null } },
      /^warning: .*belongs to user 0.*→.*as its own user/,
    ],
    [{ leftovers: 'x-wal is left. Delete it.' }, /^error: x-wal is left\. → Delete it\.$/],
  ])('lead to the finding $1', (options, expected) => {
    expectFinding(check(options), expected);
  });

  const checkReal = (name: string) => checkFiles(name, createFileView(null));

  test('show an empty file, a lost file and a leftover log', () => {
    const empty = join(folder, 'empty.db');
    writeFileSync(empty, '');
    expectFinding(checkReal(empty), /^error: .*empty\.db is empty.*→.*Restore a copy/);
    const lost = join(folder, 'lost.db');
    writeFileSync(`${lost}-wal`, 'changes');
    expectFinding(
      checkReal(lost),
      /^error: .*lost\.db is missing, but .*-wal is there.*→.*Put the database back/,
    );
    const restored = join(folder, 'restored.db');
    const copy = new Sqlite(restored);
    copy.exec('CREATE TABLE a (b)');
    copy.close();
    writeFileSync(`${restored}-wal`, 'changes');
    expectFinding(checkReal(restored), /^error: .*is left over from the old file.*→.*Delete it/);
  });
});

describe('the disk', () => {
  const path = join(folder, 'tarot.db');
  const check = (freeBytes: number, databaseBytes = 5e6, freeFiles: number | null = null) =>
    checkDisk(
      path,
      () => ({ freeBytes, freeFiles }),
      (name) => (name === path ? databaseBytes : 0),
    );
  test.each<[Finding, RegExp]>([
    [check(20e9), /^ok: .*20 GB are free, the database takes up 5\.0 MB/],
    [check(50e6), /^error: .*50 MB are free.*→.*Free up space on the disk of \//],
    [check(2e9, 3e9), /^error: .*A new version makes a copy.*→.*Free up space/],
    [check(500e6), /^warning: .*500 MB.*→.*Free up space/],
    [check(4e9, 2e9), /^warning: .*4\.0 GB.*→.*Free up space/],
    [check(20e9, 5e6, 0), /^error: .*No more files.*→.*Free up space/],
  ])('leads to the finding $1', (finding, expected) => {
    expectFinding(finding, expected);
  });
});

describe('the database', () => {
  const original = join(folder, 'whole.db');
  openDatabase(original).$client.close();

  /** A copy of it. */
  function copied(name: string): string {
    const path = join(folder, `${name}.db`);
    copyFileSync(original, path);
    return path;
  }
  const both = (path: string) => {
    const state = examineDatabase(path, true);
    return {
      database: checkIntegrity(state),
      migrations: state.problem === null ? checkMigrations(state) : null,
    };
  };
  const execute = (sql: string) => (path: string) => void new Sqlite(path).exec(sql).close();
  const replace = (path: string) => {
    rmSync(path);
    execute('CREATE TABLE recipes (name TEXT)')(path);
  };
  const whole = /^ok: .*complete and undamaged/;
  const letter = 'Dear Sir or Madam, '.repeat(300);
  const orphan = "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('s', 'gone', 1, 2)";
  const later = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)";
  const earlier =
    'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)';

  test.each<[what: string, (path: string) => void, database: RegExp, migrations: RegExp | null]>([
    ['whole', () => {}, whole, /^ok: .*match this version/],
    ['none', (path) => writeFileSync(path, letter), /^error: .*\(file is not a.*→.*restore/, null],
    ['nowhere', rmSync, /^error: .*cannot be opened \(unable to.*→.*files first: the/, null],
    [
      'without some rows',
      execute(`PRAGMA foreign_keys = OFF; ${orphan}`),
      /^error: .*1 rows refer to rows.*→.*Another program/,
      /^ok: .*match this version/,
    ],
    ['of another program', replace, whole, /^error: .*but not Career Tarot.*→.*DATABASE_PATH/],
    ['of a newer version', execute(later), whole, /^error: .*newer version.*→.*Start the newer version/],
    ['of an older version', execute(earlier), whole, /^warning: .*lacks 1 migration .*→.*next start/],
  ])('gets the expected findings: %s', (what, change, ofDatabase, ofMigrations) => {
    const path = copied(what);
    change(path);
    const { database, migrations } = both(path);
    expectFinding(database, ofDatabase);
    if (migrations && ofMigrations) expectFinding(migrations, ofMigrations);
    else expect([migrations, ofMigrations]).toEqual([null, null]);
  });

  test('is reported when its pages are damaged', () => {
    const path = copied('damaged');
    spoilTable(path, 'orders');
    const { database, migrations } = both(path);
    expectFinding(database, /^error: .*(damaged|cannot be read).*→.*restore the last backup/);
    expect(migrations?.state).not.toBe('error');
  });

  test('causes only a warning when it takes too long to read', () => {
    expectFinding(checkIntegrity(null), /^warning: .*too large.*→.*npm run doctor/);
  });

  test('is checked read-only while another connection writes', () => {
    const path = copied('busy');
    const busy = openDatabase(path);
    const { database } = both(path);
    expect(database.state).toBe('ok');
    const { $client } = openToRead(path);
    expect(() => $client.exec('DELETE FROM settings')).toThrow(/readonly|query_only/i);
    $client.close();
    busy.$client.close();
    const quiet = openToRead(path);
    expect(() => quiet.$client.exec('DELETE FROM settings')).toThrow(/readonly|query_only/i);
    quiet.$client.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

describe('the backup', () => {
  const now = Date.parse('2030-03-04T05:06:07Z');
  const path = join(folder, 'no-backups-yet', 'tarot.db');
  const byHand = { isOn: false, hourly: 0, daily: 0, weekly: 8 };
  const weekly = { ...byHand, isOn: true };
  const recorded = join(folder, 'recorded.db');
  writeFileSync(recorded, 'a copy');
  const examine = async (file: string) => examineDatabase(file, false);
  const tools = { examine, command: null, env: {} };
  const judge = (
    last: BackupFacts['last'],
    isLive = true,
    settings = byHand,
    failed: FailedBackup | null = null,
  ) => checkBackup(path, { last, settings, failed, settingsSince: now - days(1), now }, isLive, tools);
  const check = (
    last: Partial<LastBackup> & { at: number },
    ...others: [isLive?: boolean, settings?: typeof byHand, failed?: FailedBackup]
  ) => judge({ file: recorded, seconds: 1, ...last }, ...others);
  const unsent = { at: now, sent: { status: 7, seconds: 1, words: 'no route' } };
  const noRoom = { at: now, why: 'no room' };
  test.each<[Promise<Finding>, RegExp]>([
    [check({ at: now - hours(9), bytes: 12e6 }), /^ok: .*9 hours ago \(12 MB\)/],
    [check({ at: now }), /^ok: .*just now/],
    [check({ at: now - days(14) }), /^ok: .*14 days ago/],
    [check({ at: now - days(30) }), /^error: .*30 days ago.*→.*npm run backup/],
    [check({ at: now - days(30) }, false), /^warning: .*30 days ago/],
    [check({ at: now - days(7) }, true, weekly), /^ok: .*7 days ago/],
    [check({ at: now - days(30) }, true, weekly), /^error: .*30 days.*→.*log/],
    [
      check(unsent, true, weekly),
      /^error: .*BACKUP_COMMAND failed to copy it to another place: “no route”.*→.*log/,
    ],
    [
      check({ at: now - hours(2) }, true, weekly, noRoom),
      /^error: .*2 hours ago\. The last attempt failed: “no room”.*→.*log/,
    ],
    [judge(null, true, weekly), /^error: .*No backup has.*→.*log/],
    [judge(null), /^error: .*No backup has been made yet.*→.*another machine/],
    [judge(null, false), /^warning: .*No backup/],
  ])('leads to the finding $1', async (finding, expected) => {
    expectFinding(await finding, expected);
  });

  /** Doctor before the first start, with a folder for backups made by `arrange`. */
  const look = (arrange: (backups: string) => void, mayUse = true, user = process.getuid?.()) => {
    const place = mkdtempSync(join(folder, 'place-'));
    arrange(join(place, 'backups'));
    return checkBackup(join(place, 'tarot.db'), null, true, tools, { mayUse: async () => mayUse, user });
  };
  test.each<[what: string, (backups: string) => void, mayUse: boolean, RegExp]>([
    ['not there yet', () => {}, true, /^ok: .*begin with the first start/],
    ['there', mkdirSync, true, /^ok: .*begin with the first start/],
    [
      'not writable',
      mkdirSync,
      false,
      /^error: .*cannot write to .*backups: no.*→.*chmod u\+rwx .*\. If that is so already, .*ReadWritePaths=/,
    ],
    [
      'a link to nothing',
      (path) => symlinkSync('/nowhere/x', path),
      true,
      /^error: .*link to a folder.*→.*mount/,
    ],
    ['a file', (path) => writeFileSync(path, ''), true, /^error: .*is not a folder.*→.*Rename or remove/],
  ])('folder that is %s is judged before the first copy', async (_what, arrange, mayUse, expected) => {
    expectFinding(await look(arrange, mayUse), expected);
  });

  test('folder of another user comes with the command that changes its owner', async () => {
    const finding = await look(mkdirSync, false, 4711);
    expectFinding(finding, /^error: .*cannot write to .*backups: no.*→.*sudo chown -R \S+ \/.*backups$/);
  });

  const asRecorded = 'tarot-20300304T045507Z.db';
  const whole = (path: string) => openDatabase(path).$client.close();
  const spoiled = (path: string) => {
    whole(path);
    spoilTable(path, 'customer_notes');
  };
  const empty = (path: string) => writeFileSync(path, '');
  test.each<[what: string, files: Record<string, (path: string) => void>, sent: number | null, RegExp]>([
    ['none', {}, null, /^error: .*last one, .*045507Z\.db, is not there anymore\. → .*log/],
    ['whole', { [asRecorded]: whole }, null, /^ok: The last one was made 11 minutes ago\.$/],
    [
      'only an older one',
      { 'tarot-20300303T050607Z.db': whole },
      null,
      /^error: .*is not there anymore\. The last one was made 1 day ago.*→.*log/,
    ],
    [
      'only the one before',
      { 'tarot-20300304T040607Z.db': whole },
      null,
      /^ok: .*not there anymore\. .* 1 hour ago/,
    ],
    [
      'damaged',
      { [asRecorded]: spoiled },
      null,
      /^error: .*The newest backup, .*045507Z\.db, is damaged.*→.*now/,
    ],
    [
      'empty',
      { [asRecorded]: empty },
      null,
      /^error: .*The newest backup, .*, is empty\..*→.*npm run backup/,
    ],
    [
      'at the database’s new place',
      { 'tarot-20300304T050607Z.db': whole },
      null,
      /^ok: The last one was made just now \([^)]*\)\.$/,
    ],
    ['moved away by BACKUP_COMMAND', {}, 0, /^ok: .*11 minutes ago/],
    ['lost before BACKUP_COMMAND took it', {}, 7, /^error: .*not there anymore.*→.*log/],
  ])('is judged by its files: %s', async (_what, files, status, expected) => {
    const database = join(mkdtempSync(join(folder, 'place-')), 'tarot.db');
    const backups = join(database, '..', 'backups');
    mkdirSync(backups);
    for (const [name, make] of Object.entries(files)) make(join(backups, name));
    const last = { at: now - minutes(11), file: join(backups, asRecorded), seconds: 1 };
    const sent = status === null ? {} : { sent: { status, seconds: 1, words: 'no route' } };
    const settings = { ...weekly, hourly: 24 };
    const facts = { last: { ...last, ...sent }, settings, failed: null, settingsSince: null, now };
    expectFinding(await checkBackup(database, facts, true, tools), expected);
  });

  test('shows where a manual copy was when its file is gone', async () => {
    const gone = { at: now, file: '/media/stick/1.db', seconds: 1 };
    expectFinding(await judge(gone), /^ok: .*\/media\/stick\/1\.db, is not there anymore\. .*just now/);
  });

  test.each([
    ['rclone copy "$1" elsewhere:x', ['rclone']],
    ["restic backup --host a '$1' && restic forget --keep 'a; b'", ['restic', 'restic']],
    ['A=1 B="a b" exec /opt/x.sh "$1" >>/var/log/x 2>&1 | logger', ['/opt/x.sh', 'logger']],
    ['if test -d /mnt/x; then cp "$1" /mnt/x; fi', ['test', 'cp']],
    ['gpg -e <"$1" | aws s3 cp - "s3://x/$(date +%F)"', ['gpg', 'aws']],
    ['time nohup send "$1" && timeout 60 restic check', ['send', 'restic']],
    ['"/opt/my tools/send" "$1"', []],
    ['$HOME/bin/send "$1"', []],
    ['send() { cp "$1" /mnt; }; send "$1"', []],
  ])('command %s calls %j', (line, programs) => {
    expect(programsOf(line)).toEqual(programs);
  });

  test('folder is not checked while backups are switched off', async () => {
    const place = mkdtempSync(join(folder, 'place-'));
    mkdirSync(join(place, 'backups'));
    const last = { at: now, file: '/b/1.db', seconds: 1 };
    const facts = { last, settings: byHand, failed: null, settingsSince: null, now };
    const view = { mayUse: async () => false, user: 4711 };
    expectFinding(await checkBackup(join(place, 'tarot.db'), facts, true, tools, view), /^ok: .*just now/);
  });
});
