import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { lockDatabase } from '../../../../db/database-lock.ts';
import { examineDatabase } from '../../../../db/examine.ts';
import { audit } from '../../../../db/schema.ts';
import { callCommand, runCommand } from '../../../../tests/kit/commands.ts';
import { leaveForeignWal } from '../../../../tests/kit/foreign-wal.ts';
import { processEnv } from '../../../../tests/kit/process-env.ts';
import { prepareRestore, priceIn, refuses, settingIn } from '../../../../tests/kit/restore-cases.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { searchAudit } from '../../base/audit-repository.ts';
import type { Call } from './command.ts';
import { run } from './restore-command.ts';

const holder = fileURLToPath(new URL('../../../../tests/kit/hold-database.ts', import.meta.url));
const { folder, databasePath, copy, restore, inCopy, inData } = prepareRestore();
const holders: ChildProcess[] = [];
afterEach(() => {
  for (const child of holders.splice(0)) child.kill('SIGKILL');
});

const keptFile = () =>
  join(folder, 'data', inData().find((name) => name.includes('before-restore')) ?? 'none');

/** Another process that has the database open, as the service has. */
async function hold(path = databasePath) {
  const child = fork(holder, [path], { env: processEnv, execArgv: [] });
  holders.push(child);
  await once(child, 'message');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
}

test('puts a copy in place and keeps the old database beside it', async () => {
  writeFileSync(`${databasePath}.pages`, 'rendered');
  chmodSync(copy, 0o644);
  const before = readFileSync(copy);
  const { code, out, err } = await runCommand(['restore', copy], { env: { DATABASE_PATH: databasePath } });
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(
    `${databasePath} is now a copy of ${copy}: 0 orders.\nThe old database is now ${keptFile()}. Delete it when you no longer need it.\n`,
  );
  expect(inData()).toEqual(['tarot.db', expect.stringMatching(/^tarot\.db\.before-restore-\d{8}T\d{9}Z$/)]);
  expect([priceIn(databasePath), priceIn(keptFile())]).toEqual(['of the copy', 'of today']);
  for (const path of [databasePath, keptFile()]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(copy).equals(before)).toBe(true);
  const db = openDatabase(databasePath);
  const details = { file: basename(copy), newestOrder: null };
  expect(db.select().from(audit).all()).toMatchObject([
    { actorName: 'command line', action: 'database_restored', details },
  ]);
  const found = { words: ['restored'], kind: null, from: 0, to: 8e15, before: 8e15, limit: 9 };
  expect(searchAudit(db, found)).toHaveLength(1);
  db.$client.close();
});

test('restores nothing while another program has the database open', async () => {
  const end = await hold();
  expect(await restore()).toMatchObject({
    code: 1,
    err: `The database ${databasePath} is in use. First stop the service, and anything else that has it open.\n`,
  });
  expect(inData().filter((name) => !/-(wal|shm)$/.test(name))).toEqual(['tarot.db']);
  expect(priceIn(databasePath)).toBe('of today');
  await end();
});

test('restores after a killed service and keeps its last writes', async () => {
  await (await hold())();
  expect(inData()).toContain('tarot.db-wal');
  expect(await restore()).toMatchObject({ code: 0, err: '' });
  expect(inData()).toHaveLength(2);
  expect(priceIn(databasePath)).toBe('of the copy');
  expect(settingIn(keptFile(), 'held')).toBe('yes');
});

test.each([
  [
    'can no longer be read',
    async () => {
      await (await hold())();
      writeFileSync(databasePath, 'what a failing disk left of it'.repeat(500));
    },
  ],
  ['has the -wal of another file beside it', () => leaveForeignWal(databasePath)],
])('keeps the old database and its -wal when it %s', async (_what, spoil) => {
  await spoil();
  const before = ['', '-wal'].map((part) => readFileSync(databasePath + part));
  const err = expect.stringMatching(/^The old database could not be read\. .*erase them again/);
  expect(await restore()).toMatchObject({ code: 0, err });
  expect(['', '-wal'].map((part) => readFileSync(keptFile() + part))).toEqual(before);
  expect(inData()).toHaveLength(3);
  expect(priceIn(databasePath)).toBe('of the copy');
});

test('keeps the -wal of a database that is gone', async () => {
  await (await hold())();
  const wal = readFileSync(`${databasePath}-wal`);
  rmSync(databasePath);
  const { code, out } = await restore();
  expect([code, out]).toEqual([0, expect.stringMatching(/before-restore-\d{8}T\d{9}Z-wal\. Delete it/)]);
  expect(readFileSync(keptFile()).equals(wal)).toBe(true);
});

test('restores despite the leftovers of a killed restore', async () => {
  writeFileSync(`${databasePath}.restoring`, 'half a copy');
  writeFileSync(`${databasePath}.restoring-journal`, '');
  expect(await restore()).toMatchObject({ code: 0, err: '' });
  expect(inData()).toHaveLength(2);
});

test('restores nothing beside another restore or a running service', async () => {
  const part = `${databasePath}.restoring`;
  writeFileSync(part, 'half a copy');
  const claim = await lockDatabase(databasePath, { timeoutMs: 0 });
  const { code, err } = await restore();
  expect([code, err]).toEqual([1, expect.stringContaining(`is in use by process ${process.pid} on `)]);
  expect(readFileSync(part, 'utf8')).toBe('half a copy');
  claim.release();
  expect(priceIn(databasePath)).toBe('of today');
});

test('keeps the old database of each restore for undoing it', async () => {
  await restore();
  const first = keptFile();
  // A copy that takes no line in its history is restored all the same.
  new Sqlite(first).exec(`CREATE TRIGGER held BEFORE INSERT ON audit ${refuses}`).close();
  const err = 'The change history will not show that this copy was restored: “no room”\n';
  expect(await restore(first)).toMatchObject({ code: 0, err });
  expect(priceIn(databasePath)).toBe('of today');
  expect(inData()).toHaveLength(3);
});

test('restores a copied file and its -wal on an empty machine', async () => {
  const end = await hold();
  copyFileSync(databasePath, join(folder, 'moved.db'));
  copyFileSync(`${databasePath}-wal`, join(folder, 'moved.db-wal'));
  await end();
  rmSync(join(folder, 'data'), { recursive: true });
  expect(await restore(join(folder, 'moved.db'))).toMatchObject({ code: 0, err: '' });
  expect(inData()).toEqual(['tarot.db']);
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  expect(settingIn(databasePath, 'held')).toBe('yes');
});

const orphan = "INSERT INTO order_links (id, order_id, expires_at) VALUES ('l', 'unknown', 1)";
const later = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)";
const foreign = () => {
  rmSync(copy);
  inCopy('CREATE TABLE orders (id)');
};
const unfit: [make: () => void, complaint: RegExp][] = [
  [() => writeFileSync(copy, 'Dear diary'.repeat(1_000)), /copy\.db is not a SQLite database\.$/],
  [() => rmSync(copy), /^User \S+ cannot find .*copy\.db\. /],
  [foreign, /copy\.db is another program’s database\.$/],
  [() => inCopy(later), /copy\.db was written by a newer version .*\. Install/],
  [() => spoilTable(copy, 'settings'), /copy\.db is damaged: /],
  [
    () => inCopy(`PRAGMA foreign_keys = OFF; ${orphan}`),
    /copy\.db is damaged: some rows refer to others that are missing\.$/,
  ],
  [() => writeFileSync(`${copy}-wal`, 'pages'), /copy\.db-wal is left over from the old file/],
];

test.each(unfit)('refuses an unfit copy with $1 and keeps the database', async (make, complaint) => {
  make();
  const { code, out, err } = await restore();
  expect([code, out, err.trim().split('\n')]).toEqual([1, '', [expect.stringMatching(complaint)]]);
  expect(inData()).toEqual(['tarot.db']);
  expect(priceIn(databasePath)).toBe('of today');
});

test('refuses the database itself as the copy, under any path', async () => {
  const { code, err } = await restore(join(folder, 'data', '..', 'data', 'tarot.db'));
  expect([code, err]).toEqual([1, `${databasePath} is the database itself. Name a backup instead.\n`]);
  expect(existsSync(databasePath)).toBe(true);
});

test.each([
  ['whose -wal could not be moved into it', /^The -wal of .*copy\.db could not be moved into the copy\.$/],
  ['that could not be checked in time', /copy\.db could not be checked in time\.$/],
])('refuses a copy %s and keeps the database', async (what, complaint) => {
  const examine: Call['inChildProcess']['examine'] = async ({ path }) => {
    if (what.includes('in time')) return null;
    writeFileSync(`${path}-wal`, 'pages');
    return examineDatabase(copy, false);
  };
  const runWith = (call?: Call) =>
    run(call && { ...call, inChildProcess: { ...call.inChildProcess, examine } });
  const { code, err } = await callCommand(runWith, [copy], { env: { DATABASE_PATH: databasePath } });
  expect([code, err.trim()]).toEqual([1, expect.stringMatching(complaint)]);
  expect(inData()).toEqual(['tarot.db']);
  expect(priceIn(databasePath)).toBe('of today');
});
