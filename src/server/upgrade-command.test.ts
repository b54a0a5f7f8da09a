import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { migrationNames } from '../../db/migration-files.ts';
import { callCommand, runCommand, startCommand } from '../testing/commands.ts';
import { leaveForeignWal } from '../testing/foreign-wal.ts';
import { createOldDatabase } from '../testing/old-database.ts';
import { folderOfFile } from '../testing/temporary-folder.ts';
import { run } from './upgrade-command.ts';

const root = folderOfFile();

let folder: string;
let databasePath: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  databasePath = join(folder, 'tarot.db');
});

/** Calls `npm run upgrade -- check`. */
const check = () => callCommand(run, ['check'], { env: { DATABASE_PATH: databasePath } });

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('a database of this version: a start changes nothing', async () => {
  openDatabase(databasePath).$client.close();
  const { code, out, err } = await runCommand(['upgrade', 'check'], { env: { DATABASE_PATH: databasePath } });
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(`This program is Career Tarot ${version}, migrations up to ${migrationNames().at(-1)}.
The database ${databasePath} has 0 orders, migrations up to ${migrationNames().at(-1)}.
Its tables are those of this program: a start changes nothing.
Safe to start.
`);
  expect(readdirSync(folder)).toEqual(['tarot.db']);
});

test('an older one is migrated as a copy, and what became of it is told; it stays as it is', async () => {
  createOldDatabase(databasePath, '0019_polled-indexes');
  const before = readFileSync(databasePath);
  const { code, out, err } = await check();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/migrations up to 0019_polled-indexes\.$/m);
  expect(out).toMatch(/^\d+ migrations are to be done: 0020_lean-writes, 0021_readers-away, /m);
  expect(out).toMatch(/^Done to a copy: it took \d+\.\d s, .* it is whole, .* \d+ orders\.$/m);
  expect(out).toMatch(/^ {2}order_problems: new, 0 rows$/m);
  expect(out).toContain(`What is new in ${version}`);
  expect(out).toMatch(/Safe to start\.\n$/);
  expect(readdirSync(folder)).toEqual(['tarot.db']);
  expect(readFileSync(databasePath).equals(before)).toBe(true);
});

const later = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)";
test.each([
  ['of a newer version', later, 'was written by a newer version of Career Tarot'],
  ['on which a migration fails', 'CREATE TABLE order_problems (id)', 'could not be migrated ('],
])('a database %s is not safe to start with', async (_what, statement, complaint) => {
  createOldDatabase(databasePath, '0019_polled-indexes');
  new Sqlite(databasePath).exec(statement).close();
  const { code, out, err } = await check();
  expect([code, err]).toEqual([1, expect.stringMatching(`^Not safe to start: .*${databasePath}`)]);
  expect(err).toContain(complaint);
  expect(out).not.toContain('Safe to start');
  expect(readdirSync(folder)).toEqual(['tarot.db']);
});

test('a database with the -wal of another file beside it is not safe to start with, and stays as it is', async () => {
  openDatabase(databasePath).$client.close();
  await leaveForeignWal(databasePath);
  const before = ['', '-wal'].map((part) => readFileSync(databasePath + part));
  const { code, err } = await check();
  expect([code, err]).toEqual([1, expect.stringContaining('is left of the file that was there before')]);
  expect(['', '-wal'].map((part) => readFileSync(databasePath + part))).toEqual(before);
  expect(readdirSync(folder)).toEqual(['tarot.db', 'tarot.db-wal']);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'stopped by %s it takes its copy away, and what a killed one has left',
  async (signal) => {
    openDatabase(databasePath).$client.close();
    const left = `${databasePath}.upgrade-check-4194999-abcdef`;
    mkdirSync(left);
    writeFileSync(join(left, 'copy.db'), 'half');
    const child = startCommand(['upgrade', 'check'], { DATABASE_PATH: databasePath });
    let err = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => (err += text));
    const ended = once(child, 'close');
    const own = `tarot.db.upgrade-check-${child.pid}-`;
    // Told by the system: whoever looks now and then may miss it.
    const watcher = watch(folder, (_event, name) => {
      if (!name?.startsWith(own)) return;
      watcher.close();
      child.kill(signal);
    });
    expect(await ended).toEqual([1, null]);
    expect(err).toMatch(/^(.+…( \d+ s)?\n)*Not tried to the end: it was stopped\. Nothing was changed\.\n$/);
    expect(readdirSync(folder)).toEqual(['tarot.db']);
  },
);

test('what CHANGELOG.md says first is about this version', () => {
  const changes = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  expect(/^## (\S+)/m.exec(changes)?.[1]).toBe(version);
});
