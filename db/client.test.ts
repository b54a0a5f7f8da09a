import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { folderOfFile } from '../tests/kit/temporary-folder.ts';
import { type Database, openDatabase, requireInPlace, writeNow } from './client.ts';
import { copyDatabase } from './copy.ts';
import { DatabaseUnusable } from './files.ts';
import { migrationNames } from './migration-files.ts';
import { settings } from './schema.ts';

const root = folderOfFile();

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  path = join(folder, 'tarot.db');
});

const addOrder = `INSERT INTO orders (id, order_number, reading_type, customer_name, customer_email,
  reading_addressee_name, amount_minor, created_at) VALUES ('o1', 'CT-1', 'other', 'Maya', 'm@x.example', 'M', 6000, 1)`;
const addEvent = `INSERT INTO order_events (order_id, type, actor, data, created_at)
  VALUES ('o1', 'order_placed', 'customer', '{}', 1)`;

/** @returns who may do what with each file of the folder */
const modes = () =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

function failure(file = path, migrationsFolder?: string): DatabaseUnusable {
  try {
    openDatabase(file, migrationsFolder).$client.close();
  } catch (error) {
    if (error instanceof DatabaseUnusable) return error;
    throw error;
  }
  throw new Error('The database was opened.');
}

test.each(['a new file', 'an existing file', 'memory'])(
  'opens %s with safe settings and migrates it once',
  (what) => {
    const file = what === 'memory' ? ':memory:' : join(folder, 'not', 'yet', 'tarot.db');
    if (what === 'an existing file') openDatabase(file).$client.close();
    const { $client } = openDatabase(file);
    const expected = {
      synchronous: 2,
      foreign_keys: 1,
      trusted_schema: 0,
      busy_timeout: 0,
      journal_mode: what === 'memory' ? 'memory' : 'wal',
      integrity_check: 'ok',
    };
    for (const [name, value] of Object.entries(expected))
      expect([name, $client.pragma(name, { simple: true })]).toEqual([name, value]);
    const ran = $client.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get();
    expect(ran).toBe(migrationNames().length);
    $client.close();
    if (what !== 'memory') expect(readdirSync(dirname(file))).toEqual(['tarot.db']);
  },
);

test('removes other users’ access to the database’s files and no others', () => {
  openDatabase(path).$client.close();
  const beside = ['tarot.db', 'tarot.db.before-migration-20260101T000000000Z', 'tarot.db.sandbox'];
  const others = ['tarot.dbx', 'notes.txt'];
  for (const name of [...beside.slice(1), ...others]) writeFileSync(join(folder, name), '');
  for (const name of [...beside, ...others]) chmodSync(join(folder, name), 0o644);
  const writer = new Sqlite(path);
  writer.exec('CREATE TABLE t (x); DROP TABLE t');
  expect(modes()).toMatchObject({ 'tarot.db-wal': '644' });
  const { $client } = openDatabase(path);
  expect(modes()).toEqual({
    ...Object.fromEntries([...beside, 'tarot.db-wal', 'tarot.db-shm'].map((name) => [name, '600'])),
    ...Object.fromEntries(others.map((name) => [name, '644'])),
  });
  $client.close();
  writer.close();
});

/** Root may do everything: tests that it runs become another user for a moment. */
function asUser<T>(user: number, work: () => T): T {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(user);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test.each([
  ['an image', `\u0089PNG\r\n\u001a\n${'\u0000'.repeat(2000)}`, /not a database.*Check DATABASE_PATH/],
  ['an empty file', '', / is empty\. .*restore a backup.*delete/i],
])('refuses %s in one line that says what to do', (_what, content, words) => {
  writeFileSync(path, content);
  const { message } = failure();
  expect(message).toContain(path);
  expect(message).toMatch(words);
  expect(message).not.toContain('\n');
  expect(readFileSync(path, 'utf8')).toBe(content);
});

test('names a folder it cannot create and refuses a folder as database', () => {
  writeFileSync(path, 'a file where a folder should be');
  const { message } = failure(join(path, 'below', 'tarot.db'));
  expect(message).toContain(join(path, 'below', 'tarot.db'));
  expect(message).toContain('that the folder is writable');
  failure(folder);
});

/** @returns a `-wal` in which something stands that the file beside it does not have yet */
function writeAndTakeWal(): Buffer {
  const { $client } = openDatabase(path);
  $client.exec("INSERT INTO settings (name, value, updated_at) VALUES ('a', 'new', 1)");
  const wal = readFileSync(`${path}-wal`);
  $client.close();
  return wal;
}

test('refuses a restored copy beside the old file’s -wal', () => {
  const first = openDatabase(path);
  copyDatabase(first.$client, join(folder, 'copy.db'));
  first.$client.close();
  const wal = writeAndTakeWal();
  renameSync(join(folder, 'copy.db'), path);
  writeFileSync(`${path}-wal`, wal);
  const { message } = failure();
  expect(message).toContain(`${path}-wal is left over from the old file`);
  expect(message).not.toContain('\n');
  expect(readFileSync(`${path}-wal`).equals(wal)).toBe(true);
  rmSync(`${path}-wal`);
  const restored = openDatabase(path);
  expect(restored.select().from(settings).all()).toEqual([]);
  restored.$client.close();
});

test('recovers the -wal of a killed service, unless the database is gone', () => {
  const wal = writeAndTakeWal();
  writeFileSync(`${path}-wal`, wal);
  const { $client } = openDatabase(path);
  expect($client.prepare('SELECT value FROM settings').pluck().all()).toEqual(['new']);
  $client.close();
  rmSync(path);
  writeFileSync(`${path}-wal`, wal);
  expect(failure().message).toContain(`${path} is missing, but ${path}-wal is there`);
  expect(readdirSync(folder)).toEqual(['tarot.db-wal']);
});

test.each([
  ['a changed event', "UPDATE order_events SET actor = 'unknown'", 'order_events is append-only'],
  ['a deleted event', 'DELETE FROM order_events', 'order_events is append-only'],
  ['an order with a negative amount', addOrder.replace('6000', '-1'), 'CHECK constraint'],
  ['a second order with the same number', addOrder.replace("'o1'", "'o2'"), 'UNIQUE constraint'],
  ['an event of no order', addEvent.replace("'o1'", "'o9'"), 'FOREIGN KEY constraint'],
])('refuses %s at the database level', (_what, statement, reason) => {
  const { $client } = openDatabase(':memory:');
  $client.exec(`${addOrder}; ${addEvent}`);
  expect(() => $client.exec(statement)).toThrow(reason);
  $client.close();
});

test('takes the write lock at once and commits all or nothing', async () => {
  const one = openDatabase(path);
  const two = openDatabase(path);
  const rows = () => two.select().from(settings).all();
  const broken = () =>
    writeNow(one, () => {
      one.insert(settings).values({ name: 'a', value: '1', updatedAt: 1 }).run();
      expect(() => writeNow(two, () => {})).toThrow('database is locked');
      expect(rows()).toEqual([]);
      throw new Error('changed my mind');
    });
  expect(broken).toThrow('changed my mind');
  expect(rows()).toEqual([]);
  expect(() => writeNow(two, () => {})).not.toThrow();
  one.$client.close();
  two.$client.close();
});

describe('a file moved while open', () => {
  const write = async (db: Database, value: string) => {
    writeNow(db, () => {
      db.insert(settings)
        .values({ name: 'a', value, updatedAt: 1 })
        .onConflictDoUpdate({ target: settings.name, set: { value } })
        .run();
    });
  };
  const valueIn = (file: string) => {
    const db = openDatabase(file);
    try {
      return db.select().from(settings).get()?.value;
    } finally {
      db.$client.close();
    }
  };

  test('takes no writes until it is back', async () => {
    const db = openDatabase(path);
    await write(db, 'before');
    renameSync(path, `${path}.moved`);
    await expect(write(db, 'meanwhile')).rejects.toThrow(`The database ${path} is gone`);
    expect(() => requireInPlace(db)).toThrow(DatabaseUnusable);
    expect(db.select().from(settings).get()?.value).toBe('before');
    renameSync(`${path}.moved`, path);
    await write(db, 'after');
    db.$client.close();
    expect(valueIn(path)).toBe('after');
  });

  test('keeps its own data and leaves the replacing file alone', async () => {
    const older = join(folder, 'older.db');
    const first = openDatabase(older);
    await write(first, 'older');
    first.$client.close();
    const db = openDatabase(path);
    await write(db, 'newer');
    renameSync(path, `${path}.moved`);
    // One that any program left in WAL mode looks as if the -wal beside it were its own.
    renameSync(older, path);
    await expect(write(db, 'meanwhile')).rejects.toThrow('was replaced while the service was running');
    db.$client.close();
    expect([valueIn(path), valueIn(`${path}.moved`)]).toEqual(['older', 'newer']);
  });
});

test.each([
  ['a user', 65_534],
  ['a user without a name, as in a container,', 54_321],
])('tells %s without access who owns the database', (_who, user) => {
  openDatabase(path).$client.close();
  for (const place of [folder, path]) {
    chmodSync(place, 0o000);
    chmodSync(root, 0o755);
    expect(() => asUser(user, () => openDatabase(path))).toThrow(
      /^User \S+ \(\d+\) needs permission to read and write .+\. It belongs to user \d+\. .*sudo chown -R \S+ /,
    );
    chmodSync(place, 0o700);
    if (place === folder) chmodSync(folder, 0o777);
  }
});
