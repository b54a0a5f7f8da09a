import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, beforeEach } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { copyDatabase } from '../../db/copy.ts';
import { run } from '../../src/server/app/commands/restore-command.ts';
import { callCommand } from './commands.ts';
import { folderOfFile } from './temporary-folder.ts';

/** The end of a trigger with which the copy refuses something. */
export const refuses = "BEGIN SELECT RAISE(ABORT, 'no room'); END";

/** Begins each test of a file with a database and a copy that was made of it before the price changed. */
export function prepareRestore() {
  const root = folderOfFile();
  const changed = join(root, 'changed');
  const folder = join(root, 'case');
  const databasePath = join(folder, 'data', 'tarot.db');
  const copy = join(folder, 'copy.db');

  beforeAll(() => {
    const db = openDatabase(join(changed, 'data', 'tarot.db'));
    setPrice(db.$client, 'of the copy');
    copyDatabase(db.$client, join(changed, 'copy.db'));
    setPrice(db.$client, 'of today');
    db.$client.close();
  });
  beforeEach(() => begin(changed));

  /** Begins a test with what is in another folder. */
  function begin(from: string): void {
    rmSync(folder, { recursive: true, force: true });
    cpSync(from, folder, { recursive: true });
  }

  return {
    ...{ root, folder, databasePath, copy, begin },
    /** Calls `npm run restore -- FILE`. */
    restore: (file = copy) => callCommand(run, [file], { env: { DATABASE_PATH: databasePath } }),
    inCopy: (sql: string) => void new Sqlite(copy).exec(sql).close(),
    inData: () => readdirSync(join(folder, 'data')).sort(),
  };
}

function setPrice(client: Sqlite.Database, value: string): void {
  client
    .prepare("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES ('price_cents', ?, 1)")
    .run(value);
}

export function settingIn(path: string, name: string): unknown {
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    return db.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(name);
  } finally {
    db.close();
  }
}
export const priceIn = (path: string) => settingIn(path, 'price_cents');
