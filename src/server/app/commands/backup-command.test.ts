import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { callCommand, runCommand } from '../../../../tests/kit/commands.ts';
import { leaveForeignWal } from '../../../../tests/kit/foreign-wal.ts';
import { processEnv } from '../../../../tests/kit/process-env.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { run } from './backup-command.ts';

const root = folderOfFile();

let folder: string;
let databasePath: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  databasePath = join(folder, 'tarot.db');
  const { $client } = openDatabase(databasePath);
  $client.exec("INSERT INTO settings (name, value, updated_at) VALUES ('price_cents', '4900', 1)");
  $client.close();
});

/** Calls `npm run backup -- …`. */
const backup = (words: string[], env: Record<string, string> = {}) =>
  callCommand(run, words, { env: { DATABASE_PATH: databasePath, ...env } });

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const files = () => readdirSync(folder).sort();

test('writes a complete copy that only its owner can read', async () => {
  const target = join(folder, 'copy.db');
  expect(await runCommand(['backup', target], { env: { DATABASE_PATH: databasePath } })).toEqual({
    code: 0,
    out: `${target} is a complete copy of ${databasePath}.\n`,
    err: '',
  });
  expect(files()).toEqual(['copy.db', 'tarot.db']);
  expect(mode(target)).toBe('600');
  const copy = new Sqlite(target, { readonly: true });
  expect(copy.prepare('SELECT value FROM settings').pluck().all()).toEqual(['4900']);
  copy.close();
});

test('leaves no file behind after a failed backup', async () => {
  spoilTable(databasePath, 'settings');
  const { code, out, err } = await backup([join(folder, 'copy.db')]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toBe('database disk image is malformed\n');
  expect(files()).toEqual(['tarot.db']);
});

test('discards a copy with broken references', async () => {
  const db = new Sqlite(databasePath);
  db.exec(
    "PRAGMA foreign_keys = OFF; INSERT INTO order_links (id, order_id, expires_at) VALUES ('l', 'none', 1)",
  );
  db.close();
  const err = 'The copy is damaged: some rows refer to others that are missing.\n';
  expect(await backup([join(folder, 'copy.db')])).toEqual({ code: 1, out: '', err });
  expect(files()).toEqual(['tarot.db']);
});

test('refuses a bad target in one line and keeps existing files', async () => {
  const target = join(folder, 'copy.db');
  writeFileSync(target, 'of last night');
  const place = join(folder, 'no', 'such');
  const complaints = {
    [target]: `${target} already exists. Choose another name.`,
    [join(place, 'copy.db')]:
      `There is no folder ${place}, or this user cannot access it. Create it first, or choose another place.`,
    [folder]: `${folder} is a folder. Name a file in it, like ${join(folder, 'NAME')}.`,
  };
  for (const [to, complaint] of Object.entries(complaints))
    expect(await backup([to])).toEqual({ code: 1, out: '', err: `${complaint}\n` });
  expect(readFileSync(target, 'utf8')).toBe('of last night');
  expect(files()).toEqual(['copy.db', 'tarot.db']);
});

test('refuses to copy a missing database', async () => {
  const DATABASE_PATH = join(folder, 'elsewhere.db');
  const err = `There is no database ${DATABASE_PATH}. Check DATABASE_PATH.\n`;
  expect(await backup([join(folder, 'a.db')], { DATABASE_PATH })).toMatchObject({ code: 1, err });
});

const onlyDatabasePath = { NODE_ENV: 'production', PORT: 'http', STRIPE_SECRET_KEY: 'sk_live_1' };

test('backs up even when other settings are invalid', async () => {
  const target = join(folder, 'copy.db');
  expect(await backup([target], onlyDatabasePath)).toMatchObject({ code: 0, err: '' });
});

test('migrates despite invalid settings and names the database file', async () => {
  const env = { ...processEnv, DATABASE_PATH: relative(process.cwd(), databasePath) };
  const migrate = fileURLToPath(new URL('./migrate-command.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [migrate], {
    env: { ...env, ...onlyDatabasePath },
  });
  expect(stdout).toBe(`${databasePath} is up to date.\n`);
});

test('refuses a database beside another file’s -wal and changes nothing', async () => {
  leaveForeignWal(databasePath);
  const before = ['', '-wal'].map((part) => readFileSync(databasePath + part));
  const { code, err } = await backup([join(folder, 'copy.db')]);
  expect([code, err]).toEqual([1, expect.stringContaining('is left over from the old file')]);
  expect(['', '-wal'].map((part) => readFileSync(databasePath + part))).toEqual(before);
  expect(files()).toEqual(['tarot.db', 'tarot.db-wal']);
});

test.each([
  [7, { status: 7, words: 'no route to host' }],
  [0, undefined],
])('keeps the record of a failed upload only (status %i)', async (status, sent) => {
  const db = new Sqlite(databasePath);
  const before = { at: 1, file: 'old.db', sent: { status, words: 'no route to host' } };
  db.prepare("INSERT INTO service_facts (name, value) VALUES ('backup.last', ?)").run(JSON.stringify(before));
  const target = join(folder, 'copy.db');
  expect(await backup([target])).toMatchObject({ code: 0 });
  const value = db.prepare("SELECT value FROM service_facts WHERE name = 'backup.last'").pluck().get();
  db.close();
  const noted = JSON.parse(String(value));
  expect([noted.file, noted.sent]).toEqual([target, sent]);
});
