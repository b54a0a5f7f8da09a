import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../tests/kit/temporary-folder.ts';
import { openDatabase, proveWritable, writeNow, writeTransaction } from './client.ts';
import { TransactionLost } from './group-commit.ts';

/** A database with a table to write to, and another connection that reads what is on the disk. */
function twoLooks() {
  const path = join(folderOfTest(), 'shop.db');
  const db = openDatabase(path);
  db.$client.exec('CREATE TABLE notes (text TEXT NOT NULL)');
  db.$client.exec('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
  db.$client.exec(
    'CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)',
  );
  const other = new Sqlite(path, { readonly: true });
  onTestFinished(() => {
    other.close();
    db.$client.close();
  });
  const insert = db.$client.prepare('INSERT INTO notes (text) VALUES (?)');
  return {
    db,
    write: (text: string) => writeNow(db, () => void insert.run(text)),
    /** What only the commit finds out: a child whose parent there is none of. */
    writeWhatCannotStay: () => writeNow(db, () => db.$client.exec('INSERT INTO children VALUES (404)')),
    onDisk: () => other.prepare('SELECT text FROM notes').pluck().all(),
  };
}

test('writes of one turn reach the disk together, and callers can wait for it', async () => {
  const { db, write, onDisk } = twoLooks();
  write('one');
  await Promise.resolve();
  write('two');
  expect(onDisk()).toEqual([]);
  await db.commits.written();
  expect(onDisk()).toEqual(['one', 'two']);
});

test('a transaction that fails takes nothing of the others with it', async () => {
  const { db, write, onDisk } = twoLooks();
  write('one');
  const half = () =>
    writeNow(db, () => {
      write('within');
      throw new Error('refused');
    });
  expect(half).toThrow('refused');
  write('two');
  await db.commits.written();
  expect(onDisk()).toEqual(['one', 'two']);
});

test('when the commit fails, everybody who wrote in that turn is told, and the next turn is a new one', async () => {
  const { db, write, writeWhatCannotStay, onDisk } = twoLooks();
  const written = db.commits.trackWrites();
  write('lost');
  writeWhatCannotStay();
  const waiting = db.commits.written();
  await expect(waiting).rejects.toThrow('FOREIGN KEY');
  await expect(written()).rejects.toThrow('FOREIGN KEY');
  const later = db.commits.trackWrites();
  write('kept');
  await later();
  await expect(written()).rejects.toThrow('FOREIGN KEY');
  expect(onDisk()).toEqual(['kept']);
});

test('a full disk ends the turn for everybody in it, and nothing is written into its rest', async () => {
  const { db, write, onDisk } = twoLooks();
  const written = db.commits.trackWrites();
  write('one');
  const pages = Number(db.$client.pragma('page_count', { simple: true }));
  db.$client.pragma(`max_page_count = ${pages}`);
  expect(() => write('x'.repeat(1_000_000))).toThrow('full');
  if (!db.$client.inTransaction) expect(() => write('two')).toThrow('full');
  const outcome = await written().then(
    () => ['one'],
    () => [],
  );
  expect(onDisk()).toEqual(outcome);
  db.$client.pragma('max_page_count = 4294967294');
  write('three');
  await db.commits.written();
  expect(onDisk()).toEqual([...outcome, 'three']);
});

test('what ends the transaction from outside loses the turn for everybody, and nothing is kept alone', async () => {
  const { db, write, onDisk } = twoLooks();
  const written = db.commits.trackWrites();
  write('lost');
  // As SQLite does by itself when a statement finds the disk full.
  db.$client.exec('ROLLBACK');
  expect(() => write('refused')).toThrow(TransactionLost);
  await expect(written()).rejects.toThrow(TransactionLost);
  expect(onDisk()).toEqual([]);
  write('kept');
  await db.commits.written();
  expect(onDisk()).toEqual(['kept']);
});

test('who closes the database or proves it writable keeps what was written', async () => {
  const { db, write, onDisk } = twoLooks();
  write('one');
  await proveWritable(db);
  expect(onDisk()).toEqual(['one']);
  write('two');
  db.$client.close();
  expect(onDisk()).toEqual(['one', 'two']);
  const late = twoLooks();
  late.writeWhatCannotStay();
  expect(() => late.db.$client.close()).toThrow('FOREIGN KEY');
  expect(late.db.$client.open).toBe(false);
});

describe('while another program writes', () => {
  function locked() {
    const looks = twoLooks();
    const program = new Sqlite(looks.db.$client.name);
    onTestFinished(() => void program.close());
    program.exec('BEGIN IMMEDIATE');
    return { ...looks, release: () => program.exec('COMMIT') };
  }

  test('writers wait together, and everything else goes on', async () => {
    const { db, write, onDisk, release } = locked();
    const writing = Array.from({ length: 1_000 }, (_, index) =>
      writeTransaction(db, () => void write(`${index}`)),
    );
    // A writer that blocks the process until its lock times out would not let these turns pass in a test's time.
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect(onDisk()).toEqual([]);
    release();
    await Promise.all(writing);
    await db.commits.written();
    expect(onDisk()).toEqual(Array.from({ length: 1_000 }, (_, index) => `${index}`));
  });

  test('a write gives up after its time, and the next one works once the lock is gone', async () => {
    const { db, write, onDisk, release } = locked();
    const patient = writeTransaction(db, () => write('patient'), Number.POSITIVE_INFINITY);
    await expect(writeTransaction(db, () => write('hasty'), 50)).rejects.toThrow('database is locked');
    expect(() => write('at once')).toThrow('database is locked');
    release();
    await patient;
    write('next');
    await db.commits.written();
    expect(onDisk()).toEqual(['patient', 'next']);
  });

  test('callers that wait when the database is closed get an error', async () => {
    const { db, write } = locked();
    const waiting = writeTransaction(db, () => write('lost'));
    db.$client.close();
    await expect(waiting).rejects.toThrow('not open');
  });
});
