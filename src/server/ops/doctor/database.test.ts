import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { examineDatabase, openToRead } from '../../../../db/examine.ts';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import {
  checkDisk,
  checkFiles,
  checkIntegrity,
  checkMigrations,
  createFileView,
  type FileFacts,
} from './check-database.ts';
import type { Finding } from './finding.ts';

const folder = folderOfFile();

describe('checkFiles', () => {
  const home = '/srv/tarot';
  const path = `${home}/tarot.db`;
  const wal = `${path}-wal`;
  const folderOf7 = { isFile: false, mode: 0o40700, owner: 7 };
  const ours = { isFile: true, mode: 0o100600, owner: 7 };
  const ofRoot = { ...ours, owner: 0 };
  const open = (mode: number) => ({ [path]: { ...ours, mode } });

  interface Machine {
    files?: Record<string, FileFacts | null>;
    user?: number | null;
    barred?: string;
    leftovers?: string;
    isNew?: boolean;
    trace?: string;
  }
  function check({ files, user = 7, barred, leftovers, isNew = false, trace }: Machine): Finding {
    const all: Record<string, FileFacts | null> = { [home]: folderOf7, [path]: ours, [wal]: ours, ...files };
    return checkFiles(path, {
      user,
      userName: user === 0 ? 'root' : 'tarot',
      look: (name) => all[name] ?? null,
      mayUse: (name) => name !== barred,
      findLeftovers: () => leftovers ?? null,
      isBeforeFirstStart: () => isNew,
      findEarlierShop: () => trace ?? null,
    });
  }

  const isMissing = { [path]: null };
  const isAllMissing = { [home]: null };
  const ofRootAlone = { [home]: { ...folderOf7, owner: 0 }, [path]: ofRoot, [wal]: null };
  const giveBack = String.raw`→.*owner of everything\. If .* run: sudo chown -R tarot: /srv/tarot$`;
  test.each<[Machine, RegExp]>([
    [{}, /^ok: .*tarot\.db in \/srv\/tarot/],
    [{ user: null }, /^ok: .*tarot\.db/],
    [{ files: isAllMissing }, /^error: .*no folder \/srv\/tarot.*→.*DATABASE_PATH.*service’s user/],
    [{ files: isMissing }, /^error: .*no database .* user 7 cannot access it.*→.*migrate.*DATABASE_PATH/],
    [{ isNew: true, files: isMissing }, /^warning: .*no database yet\. → .*first start .* creates it/],
    [{ isNew: true, files: isAllMissing }, /^warning: .*no database yet\. → .*first start .* creates it/],
    [
      { isNew: true, files: isMissing, barred: home },
      /^error: .*user 7 cannot write to \/srv\/tarot.*→.*sudo chown -R tarot: \/srv\/tarot$/,
    ],
    [
      { trace: 'there is the backup x', files: isAllMissing },
      /^error: .*no database \/srv\/tarot\/tarot\.db, but a shop has run here: there is the backup x\. → Mount its disk.* restore -- FILE.* start -- --new-shop\.$/,
    ],
    [{ files: { [path]: { ...ours, isFile: false } } }, /^error: .*is not a file.*→.*DATABASE_PATH/],
    // As after a command as root.
    [
      { files: { [wal]: ofRoot } },
      new RegExp(`^error: .*-wal belongs to user 0, .* folder .* user 7.*${giveBack}`),
    ],
    [
      { files: { [wal]: ofRoot }, user: 0 },
      /^error: .*-wal belongs to user 0.* → Make the service’s user the owner of everything\. Run doctor as that user to see the command\.$/,
    ],
    [{ user: 8 }, new RegExp(`^error: .*belongs to user 7, .* and doctor is running as user 8.*${giveBack}`)],
    [{ barred: wal }, /^error: User 7 needs permission to read and write .*-wal.*→.*chmod u\+rw/],
    [{ barred: home }, /^error: .*needs permission to read and write .*tarot.*→.*mounted/],
    [{ files: open(0o100640) }, /^warning: .*read by other users.*640.*→.*chmod 600 .*tarot\.db/],
    [{ files: open(0o100604) }, /^warning: .*read by other users.*604.*→.*chmod 600 .*tarot\.db/],
    [{ user: 0 }, /^warning: .*doctor is running as root.*→.*as the service’s user/],
    [{ user: 0, files: ofRootAlone }, /^warning: .*belongs to user 0.*→.*as its own user/],
    [{ leftovers: 'x-wal is left. Delete it.' }, /^error: x-wal is left\. → Delete it\.$/],
  ])('%#: leads to the finding $1', (machine, expected) => {
    expectFinding(check(machine), expected);
  });

  test.each<[what: string, arrange: (path: string) => void, RegExp]>([
    ['an empty file', (file) => writeFileSync(file, ''), /^error: .*is empty.*→.*Restore a backup/],
    [
      'a lost file',
      (file) => writeFileSync(`${file}-wal`, 'changes'),
      /^error: .*is missing, but .*-wal is there.*→.*Put the database back/,
    ],
    [
      'a leftover log',
      (file) => {
        new Sqlite(file).exec('CREATE TABLE a (b)').close();
        writeFileSync(`${file}-wal`, 'changes');
      },
      /^error: .*is left over from the old file.*→.*Delete it/,
    ],
    [
      'a file that others can read',
      (file) => {
        new Sqlite(file).exec('CREATE TABLE a (b)').close();
        chmodSync(file, 0o644);
      },
      /^warning: .*(read by other users|running as root).*→.*(chmod 600|as the service’s user)/,
    ],
  ])('shows %s on a real disk', (what, arrange, expected) => {
    const file = join(folder, `${what}.db`);
    arrange(file);
    expectFinding(checkFiles(file, createFileView(null)), expected);
  });
});

describe('checkDisk', () => {
  const path = join(folder, 'tarot.db');
  test.each<[freeBytes: number, databaseBytes: number, freeFiles: number | null, RegExp]>([
    [20e9, 5e6, null, /^ok: .*20 GB is free; the database takes up 5\.0 MB/],
    [50e6, 5e6, null, /^error: .*50 MB is free.*→.*Free up space on the disk of \//],
    [2e9, 3e9, null, /^error: .*A new version makes a copy.*→.*Free up space/],
    [500e6, 5e6, null, /^warning: .*500 MB.*→.*Free up space/],
    [4e9, 2e9, null, /^warning: .*4\.0 GB.*→.*Free up space/],
    [20e9, 5e6, 0, /^error: .*No more files.*→.*Free up space/],
  ])('judges %d free bytes beside a database of %d', (freeBytes, bytes, freeFiles, expected) => {
    const sizeOf = (name: string) => (name === path ? bytes : 0);
    expectFinding(
      checkDisk(path, () => ({ freeBytes, freeFiles }), sizeOf),
      expected,
    );
  });
});

describe('the database', () => {
  const original = join(folder, 'whole.db');
  openDatabase(original).$client.close();

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
  const current = /^ok: .*match this version/;
  const letter = 'Dear Sir or Madam, '.repeat(300);
  const orphan = "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('s', 'gone', 1, 2)";
  const later = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)";
  const last = '(SELECT max(created_at) FROM __drizzle_migrations)';
  const earlier = `DELETE FROM __drizzle_migrations WHERE created_at = ${last}`;

  test.each<[what: string, (path: string) => void, database: RegExp, migrations: RegExp | null]>([
    ['whole', () => {}, whole, current],
    ['none', (path) => writeFileSync(path, letter), /^error: .*\(file is not a.*→.*restore/, null],
    ['nowhere', rmSync, /^error: .*cannot be opened \(unable to.*→.*files first: the/, null],
    [
      'without some rows',
      execute(`PRAGMA foreign_keys = OFF; ${orphan}`),
      /^error: .*1 rows refer to rows.*→.*Another program/,
      current,
    ],
    ['of another program', replace, whole, /^error: .*but not Career Tarot.*→.*DATABASE_PATH/],
    ['of a newer version', execute(later), whole, /^error: .*newer version.*→.*Start the newer version/],
    ['of an older version', execute(earlier), whole, /^warning: .*missing 1 of.*→.*next start/],
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

  test('cannot be written by doctor, even while the service writes', () => {
    const path = copied('busy');
    const busy = openDatabase(path);
    expect(both(path).database.state).toBe('ok');
    const { $client } = openToRead(path);
    expect(() => $client.exec('DELETE FROM settings')).toThrow(/readonly|query_only/i);
    $client.close();
    busy.$client.close();
  });
});
