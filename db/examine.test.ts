import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../tests/kit/temporary-folder.ts';
import { openDatabase } from './client.ts';
import { withDatabase } from './examine.ts';

const countUsers = (path: string) =>
  withDatabase(path, ({ $client }) => $client.prepare('SELECT count(*) FROM users').pluck().get());

test('reads with withDatabase while another connection writes', () => {
  const path = join(folderOfTest(), 'tarot.db');
  const { $client } = openDatabase(path);
  $client.exec('BEGIN IMMEDIATE');
  expect(countUsers(path)).toBe(0);
  $client.close();
});

test('moves a -wal into its database with withDatabase', () => {
  const path = join(folderOfTest(), 'tarot.db');
  openDatabase(path).$client.close();
  const walDuring = withDatabase(path, ({ $client }) => {
    $client.exec('CREATE TABLE added (id)');
    const hadWal = existsSync(`${path}-wal`);
    $client.pragma('journal_mode = DELETE');
    return [hadWal, existsSync(`${path}-wal`)];
  });
  expect(walDuring).toEqual([true, false]);
});
