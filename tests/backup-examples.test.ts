import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUpDatabase } from '../db/copy.ts';
import { readLastBackup } from '../src/server/shop/facts-repository.ts';
import { folderOfTest } from './kit/temporary-folder.ts';
import { createTestApp } from './kit/test-app.ts';

/* The commands of docs/backups.md, word for word. */

const guide = readFileSync(new URL('../docs/backups.md', import.meta.url), 'utf8');

/** @returns the copy that a shop made and sent off with the example for a program */
async function sendCopy(program: string, folder: string, settings: Record<string, string>) {
  const [, command = ''] = new RegExp(`^BACKUP_COMMAND='(${program} .*)'$`, 'm').exec(guide) ?? [];
  const { backups, db } = createTestApp({
    databasePath: join(folder, 'tarot.db'),
    now: '2026-03-04T10:00:00Z',
    env: { ...settings, HOME: folder, PATH: process.env.PATH ?? '', BACKUP_COMMAND: command },
    backups: { copy: async ({ from, to }) => backUpDatabase(from, to) },
  });
  backups.makeDue();
  await backups.settled();
  const last = readLastBackup(db);
  expect(last?.sent).toMatchObject({ status: 0 });
  return last?.file ?? '';
}

test('backs up to a restic repository and restores from it', async () => {
  const folder = folderOfTest();
  const settings = { RESTIC_REPOSITORY: join(folder, 'repository'), RESTIC_PASSWORD: 'correct horse' };
  const env = { ...settings, HOME: folder, PATH: process.env.PATH };
  execFileSync('restic', ['init'], { env });
  const copy = await sendCopy('restic', folder, settings);
  execFileSync('restic', ['restore', 'latest', '--target', join(folder, 'back')], { env });
  expect(readFileSync(join(folder, 'back', copy)).equals(readFileSync(copy))).toBe(true);
});

test('copies the backup to a remote folder with rclone', async () => {
  const folder = folderOfTest();
  const remote = join(folder, 'remote');
  await sendCopy('rclone', folder, {
    RCLONE_CONFIG_ELSEWHERE_TYPE: 'alias',
    RCLONE_CONFIG_ELSEWHERE_REMOTE: remote,
  });
  expect(readdirSync(remote, { recursive: true, encoding: 'utf8' })).toContainEqual(
    expect.stringMatching(/tarot-20260304T100000Z\.db$/),
  );
});
