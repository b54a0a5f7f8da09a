import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { backUpDatabase, copyDatabase } from '../../../../db/copy.ts';
import { lockDatabase } from '../../../../db/database-lock.ts';
import { examineDatabase } from '../../../../db/examine.ts';
import { audit } from '../../../../db/schema.ts';
import { callCommand, runCommand } from '../../../../tests/kit/commands.ts';
import { leaveForeignWal } from '../../../../tests/kit/foreign-wal.ts';
import { createOldDatabase } from '../../../../tests/kit/old-database.ts';
import { plantPerson } from '../../../../tests/kit/planted-person.ts';
import { processEnv } from '../../../../tests/kit/process-env.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { searchAudit } from '../../base/audit-repository.ts';
import { commandLineActor } from '../../base/record-audit.ts';
import { erasePerson } from '../../ops/privacy/erase-person.ts';
import type { Call } from './command.ts';
import { run } from './restore-command.ts';

const holder = fileURLToPath(new URL('../../../../tests/kit/hold-database.ts', import.meta.url));
const root = folderOfFile();
const holders: ChildProcess[] = [];
afterEach(() => {
  for (const child of holders.splice(0)) child.kill('SIGKILL');
});

/** A database and a copy that was made of it before the price changed. */
const changed = join(root, 'changed');
beforeAll(() => {
  const db = openDatabase(join(changed, 'data', 'tarot.db'));
  setPrice(db.$client, 'of the copy');
  copyDatabase(db.$client, join(changed, 'copy.db'));
  setPrice(db.$client, 'of today');
  db.$client.close();
});

let folder: string;
let databasePath: string;
let copy: string;
beforeEach(() => begin(changed));

/** Begins a test with what is in another folder. */
function begin(from: string): void {
  folder = mkdtempSync(join(root, 'case-'));
  cpSync(from, folder, { recursive: true });
  databasePath = join(folder, 'data', 'tarot.db');
  copy = join(folder, 'copy.db');
}

function setPrice(client: Sqlite.Database, value: string): void {
  client
    .prepare("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES ('price_cents', ?, 1)")
    .run(value);
}

function settingIn(path: string, name = 'price_cents'): unknown {
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    return db.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(name);
  } finally {
    db.close();
  }
}
const priceIn = (path: string) => settingIn(path);

function inCopy(sql: string): void {
  new Sqlite(copy).exec(sql).close();
}

/** Calls `npm run restore -- FILE`. */
const restore = (file = copy) => callCommand(run, [file], { env: { DATABASE_PATH: databasePath } });

const inData = () => readdirSync(join(folder, 'data')).sort();
const keptFile = () =>
  join(folder, 'data', inData().find((name) => name.includes('before-restore')) ?? 'none');

/** The end of a trigger with which the copy refuses something. */
const refuses = "BEGIN SELECT RAISE(ABORT, 'no room'); END";

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
    `${databasePath} is now a copy of ${copy}: 0 orders.\nThe old database is ${keptFile()}. Delete it when you no longer need it.\n`,
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

describe('an erased customer', () => {
  const address = 'maya.planted@customers.example';
  const aside = () => join(folder, 'of-another-machine.db');

  /** A database from which a customer with an order was erased, with a copy that was made before. */
  const erased = join(root, 'erased');
  beforeAll(async () => {
    const app = createTestApp({ databasePath: join(erased, 'data', 'tarot.db') });
    await plantPerson(app, address);
    copyDatabase(app.db.$client, join(erased, 'copy.db'));
    await erasePerson(app.context, commandLineActor, address);
    // As the service makes it later, with nothing beside it.
    backUpDatabase(app.db.$client.name, join(erased, 'of-another-machine.db'));
    app.db.$client.close();
  }, 60_000);
  const has = (path: string) => readFileSync(path, 'latin1').includes(address);
  const expectErasedAgain = async () => {
    const out = expect.stringContaining('Erased again: 1 person with 1 order');
    expect(await restore()).toMatchObject({ code: 0, out, err: '' });
    expect(has(databasePath)).toBe(false);
  };

  test('is erased again from an older copy', async () => {
    begin(erased);
    expect([has(copy), has(databasePath)]).toEqual([true, false]);
    await expectErasedAgain();
    expect(inData().filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  });

  test('is remembered from a newer copy when an older one is restored', async () => {
    begin(erased);
    rmSync(join(folder, 'data'), { recursive: true });
    const packed = (path: string) => readFileSync(path, 'latin1').includes('privacy.erasures');
    expect(packed(aside())).toBe(true);
    expect((await restore(aside())).out).toContain('No customer in this database had been erased before.');
    expect(statSync(`${databasePath}.erased`).mode & 0o777).toBe(0o600);
    const list = readFileSync(`${databasePath}.erased`, 'utf8');
    await expectErasedAgain();
    // Who was erased again stands there with the new time as well.
    expect(readFileSync(`${databasePath}.erased`, 'utf8').startsWith(list)).toBe(true);
  });

  test.each<[what: string, arrange: () => void]>([
    ['without its list', () => rmSync(`${databasePath}.erased`)],
    [
      'with only a packed list',
      () => {
        for (const part of ['', '.erased']) rmSync(databasePath + part);
        copyFileSync(aside(), databasePath);
      },
    ],
    ['with a truncated list', () => truncateSync(`${databasePath}.erased`, 0)],
    [
      'that was killed and lost its list',
      () => {
        rmSync(`${databasePath}.erased`);
        writeFileSync(`${databasePath}-wal`, '');
      },
    ],
  ])('is erased again when replacing a database %s', async (_what, arrange) => {
    begin(erased);
    arrange();
    await expectErasedAgain();
  });

  test('is reported as not erased in an older version’s copy', async () => {
    rmSync(copy);
    createOldDatabase(copy, '0019_polled-indexes');
    expect(await restore()).toMatchObject({ code: 0, out: expect.stringContaining('from an older version') });
    writeFileSync(`${databasePath}.erased`, `2026-01-01T00:00:00.000Z ${'0'.repeat(64)}\n`);
    const { code, out } = await restore();
    expect(code).toBe(1);
    expect(out).toMatch(/\n\nNOT DONE YET: .*\n\n {2}npm run privacy -- erase --again\n\n/);
  });

  test.each([
    ['a leftover pages folder', () => mkdirSync(`${databasePath}.pages`)],
    ['an order that refuses updates', () => inCopy(`CREATE TRIGGER held BEFORE UPDATE ON orders ${refuses}`)],
  ])('is reported as not erased when %s blocks it', async (_what, spoil) => {
    begin(erased);
    spoil();
    const { code, err } = await restore();
    expect(code).toBe(1);
    expect(err).toMatch(/\nThe copy is in place anyway\.\n\nNOT DONE YET: /);
    expect(err).toContain('\n\n  npm run privacy -- erase --again\n\n');
    expect(has(databasePath)).toBe(true);
  });

  test('blocks the restore when the list of erasures cannot be saved', async () => {
    rmSync(copy);
    backUpDatabase(databasePath, copy);
    inCopy("INSERT INTO service_facts (name, value) VALUES ('privacy.erasures', 'a line')");
    mkdirSync(`${databasePath}.erased`);
    const { code, err } = await restore();
    expect([code, err]).toEqual([1, expect.not.stringContaining('in place')]);
    expect(priceIn(databasePath)).toBe('of today');
  });

  test('is not erased while an order is open, and restore fails', async () => {
    begin(erased);
    inCopy("UPDATE orders SET payment_status = 'review'");
    const { code, out, err } = await restore();
    expect([code, err]).toEqual([1, expect.stringMatching(/was not erased: .*\nAfterwards run npm run/)]);
    expect(out).toContain('\nNo customer could be erased again.\n');
  });
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
  expect([code, err]).toEqual([1, `${databasePath} is the database itself. Name a copy.\n`]);
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
