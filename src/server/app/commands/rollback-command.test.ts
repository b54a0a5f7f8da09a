import { appendFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { migrationNames } from '../../../../db/migration-files.ts';
import { callCommand } from '../../../../tests/kit/commands.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestMachine, unpackRelease } from '../install/install-testing.ts';
import { createInstall } from './install-command.ts';
import { createRollback } from './rollback-command.ts';

const folder = realpathSync(folderOfFile());
const { machine } = createTestMachine(join(folder, 'root'), '');
const programs = join(folder, 'root/opt/career-tarot');
const current = () => readlinkSync(join(programs, 'current'));
const all = migrationNames().length;

const rollback = (words: string[] = [], database: string | null = 'none.db') =>
  callCommand(
    createRollback(() => machine),
    words,
    { env: database === null ? {} : { DATABASE_PATH: join(folder, database) } },
  );

/** Installs three versions, of which the first does not know the last migration. The second has the lowest number. */
beforeAll(async () => {
  const versions = [
    { version: '0.1.0', migrations: all - 1 },
    { version: '0.1.0-20261101080000-acb3a3fa', migrations: all },
    { version: '0.2.0', migrations: all },
  ];
  for (const { version, migrations } of versions) {
    const release = unpackRelease(join(folder, version), version, migrations);
    const run = createInstall(() => ({ ...machine, release }));
    const { code } = await callCommand(run, ['--yes', '--domain', 'tarot.example.org']);
    expect([code, current()]).toEqual([0, version]);
  }
});

test('goes back through versions in install order and stops at the first', async () => {
  openDatabase(join(folder, 'today.db')).$client.close();
  const { code, out } = await rollback([], 'today.db');
  expect([code, current()]).toEqual([0, '0.1.0-20261101080000-acb3a3fa']);
  expect(out).toContain('systemctl restart career-tarot');
  expect(out).toContain(`node ${programs}/0.2.0/bin/career-tarot.js install`);
  await rollback();
  expect(current()).toBe('0.1.0');
  const err = 'No version ran before 0.1.0. Name one: 0.1.0, ';
  expect(await rollback()).toMatchObject({ code: 1, err: expect.stringContaining(err) });
  expect(await rollback(['0.2.0'])).toMatchObject({ code: 0 });
  expect(await rollback(['0.2.0'])).toMatchObject({
    code: 1,
    err: '0.2.0 is the current version already.\n',
  });
  expect(await rollback(['0.4.0'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no version 0.4.0'),
  });
});

test('refuses a version that cannot read the tables and names a copy', async () => {
  const path = join(folder, 'newer.db');
  const older = join(programs, '0.1.0/db/migrations');
  openDatabase(path, older).$client.close();
  openDatabase(path).$client.close();
  const before = current();
  const { code, out, err } = await rollback(['0.1.0'], 'newer.db');
  expect([code, out, current()]).toEqual([1, '', before]);
  expect(err).toMatch(/"career-tarot restore \S+newer\.db\.before-migration-\d{8}T\d{9}Z"/);
  const copy = /restore ([^"]+)"/.exec(err)?.[1] ?? '';
  expect(await rollback(['0.1.0'], copy.slice(folder.length))).toMatchObject({
    code: 0,
  });
  await rollback(['0.2.0']);

  const release = join(programs, '0.1.0');
  const settings = join(folder, 'root/etc/career-tarot/environment');
  appendFileSync(settings, `DATABASE_PATH='${path}'\n`);
  const install = createInstall(() => ({ ...machine, release }));
  const refused = await callCommand(install, ['--yes']);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(copy) });
  // Called through node, without the script that reads the settings.
  expect(await rollback(['0.1.0'], null)).toMatchObject({ code: 1, err: expect.stringContaining(copy) });
  expect(current()).toBe('0.2.0');

  openDatabase(join(folder, 'without-copy.db')).$client.close();
  expect(await rollback(['0.1.0'], 'without-copy.db')).toMatchObject({
    ...{
      code: 1,
      err: expect.stringMatching(
        /"career-tarot restore FILE", .* For FILE, choose a backup in .* from before/,
      ),
    },
  });
});

test('refuses to switch versions unless run as root', async () => {
  const run = createRollback(() => ({ ...machine, isRoot: false }));
  expect(await callCommand(run, [])).toMatchObject({ code: 1, err: expect.stringContaining('Only root') });
});
