import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { beforeEach, expect, test } from 'vitest';
import { spoilTable } from '../tests/kit/spoiled-file.ts';
import { folderOfFile } from '../tests/kit/temporary-folder.ts';
import { openDatabase } from './client.ts';
import { DatabaseUnusable } from './files.ts';

const root = folderOfFile();

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  path = join(folder, 'tarot.db');
});

const addOrder = `INSERT INTO orders (id, order_number, reading_type, customer_name, customer_email,
  reading_addressee_name, amount_minor, created_at) VALUES ('o1', 'CT-1', 'other', 'Maya', 'm@x.example', 'M', 6000, 1)`;

const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') });

/** What tables, indexes and triggers a database has. */
const schemaOf = (db: Sqlite.Database) =>
  db.prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '%drizzle%' ORDER BY name").all();
const newSchema = schemaOf(openDatabase(':memory:').$client);

/** Writes the file as a version did that knew only the first migrations, and puts an order into it. */
function createOlderFile(known: number): void {
  const old = new Sqlite(path);
  old.exec('BEGIN');
  old.exec(
    'CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  for (const { sql, hash, folderMillis } of migrations.slice(0, known)) {
    for (const statement of sql) old.exec(statement);
    old.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run(hash, folderMillis);
  }
  old.exec(known < 40 ? addOrder.replace('amount_minor', 'amount_cents') : addOrder);
  old.exec('COMMIT');
  old.close();
}

const copies = () => readdirSync(folder).filter((name) => name.includes('before-migration'));

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

test.each(migrations.slice(1).map((_, index) => index + 1))(
  'copies a file with the first %d migrations before migrating it',
  (known) => {
    createOlderFile(known);
    const before = readFileSync(path);
    const migrated = openDatabase(path);
    const read = (query: string) => migrated.$client.prepare(query).pluck().all();
    expect(read('SELECT customer_name FROM orders')).toEqual(['Maya']);
    const found = "SELECT search_text FROM orders_search WHERE orders_search MATCH 'aya'";
    expect(read(found)).toEqual([expect.stringContaining('maya')]);
    expect(read('SELECT count FROM order_tallies')).toEqual([1]);
    expect(schemaOf(migrated.$client)).toEqual(newSchema);
    migrated.$client.close();
    const [name = ''] = copies();
    expect(name).toMatch(/^tarot\.db\.before-migration-\d{8}T\d{9}Z$/);
    expect(modes()).toEqual({ 'tarot.db': '600', [name]: '600' });
    const copy = new Sqlite(join(folder, name), { readonly: true });
    const older = new Sqlite(before);
    expect(schemaOf(copy)).toEqual(schemaOf(older));
    expect(copy.prepare('SELECT * FROM orders').all()).toEqual(older.prepare('SELECT * FROM orders').all());
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    copy.close();
  },
);

test.each([
  ['Đặng Thị Hường', 'đặng thị hường', 'dang thi huong'],
  ['Ŋuyen Ƙasim', 'ŋuyen ƙasim', 'nuyen kasim'],
])('finds an older order of %s without its accents', (name, stored, found) => {
  createOlderFile(45);
  const old = new Sqlite(path);
  old.prepare('UPDATE orders SET customer_name = ?, search_text = ?').run(name, stored);
  old.close();
  const { $client } = openDatabase(path);
  const [customer] = String($client.prepare('SELECT search_text FROM orders').pluck().get()).split('\n');
  expect(customer).toBe(found);
  $client.close();
});

test('fills search texts in batches and continues after a power cut', () => {
  const { $client } = openDatabase(path);
  const insert = $client.prepare(addOrder.replace("'o1', 'CT-1'", '?, ?'));
  $client.exec('BEGIN');
  for (let n = 1; n <= 2_500; n++) insert.run(`o${n}`, `CT-${n}`);
  $client.exec('COMMIT');
  $client.exec(`CREATE TRIGGER power_cut BEFORE UPDATE ON orders WHEN new.id = 'o2500'
    BEGIN SELECT RAISE(ABORT, 'no power'); END`);
  const count = $client.prepare("SELECT count(*) FROM orders WHERE search_text = ''").pluck();
  expect(failure().message).toContain('no power');
  expect(count.get()).toBe(500);
  $client.exec('DROP TRIGGER power_cut');
  openDatabase(path).$client.close();
  expect(count.get()).toBe(0);
  $client.close();
});

test('removes an unfinished copy and migrates nothing', () => {
  createOlderFile(1);
  spoilTable(path, 'orders');
  expect(failure().message).toContain('malformed');
  expect(readdirSync(folder).filter((name) => !name.startsWith('tarot.db-'))).toEqual(['tarot.db']);
});

test('leaves the file unchanged and keeps the copy when a migration fails', () => {
  createOlderFile(1);
  const spoiled = new Sqlite(path);
  spoiled.exec(`CREATE TRIGGER order_events_no_delete BEFORE DELETE ON order_events BEGIN SELECT 1; END`);
  const before = schemaOf(spoiled);
  spoiled.close();
  const { message } = failure();
  expect(message).toContain('could not be migrated');
  expect(message).toContain('Nothing was changed');
  expect(copies()).toHaveLength(1);
  const after = new Sqlite(path);
  expect(schemaOf(after)).toEqual(before);
  after.close();
});

test('refuses the file of a newer version and leaves it alone', () => {
  const newer = openDatabase(path);
  newer.$client.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)");
  newer.$client.close();
  const before = readFileSync(path);
  expect(failure().message).toContain('written by a newer version');
  expect(copies()).toEqual([]);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test.each(['0003_missed-webhooks.sql', 'meta/_journal.json'])(
  'refuses to run without its file %s and touches no database',
  (missing) => {
    createOlderFile(1);
    const before = readFileSync(path);
    const incomplete = join(folder, 'migrations');
    cpSync(join(import.meta.dirname, 'migrations'), incomplete, { recursive: true });
    rmSync(join(incomplete, missing));
    const { message } = failure(path, incomplete);
    expect(message).toContain(missing);
    expect(message).toContain('not complete');
    expect(message).not.toMatch(/restore|unchanged/);
    expect(copies()).toEqual([]);
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);
