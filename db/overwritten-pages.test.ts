import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createOldDatabase } from '../tests/kit/old-database.ts';
import { folderOfFile } from '../tests/kit/temporary-folder.ts';
import { openDatabase } from './client.ts';

const folder = folderOfFile();

test('overwrites deleted data that earlier versions left in free pages', () => {
  const path = join(folder, 'old.db');
  createOldDatabase(path, '0034_lean-list');
  const old = new Sqlite(path);
  old.pragma('secure_delete = FAST');
  old.exec(
    "INSERT INTO service_facts (name, value) VALUES ('long', printf('%.200000c', 'x') || 'erased question')",
  );
  old.exec("DELETE FROM service_facts WHERE name = 'long'");
  old.close();
  const file = () => readFileSync(path, 'latin1');
  expect(file()).toContain('erased question');
  openDatabase(path).$client.close();
  expect(file()).not.toContain('erased question');
});
