import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { addSignedIn, orderIn } from '../../kit/builders.ts';
import { createTestApp } from '../../kit/test-app.ts';
import { type Trial, timeLimit } from '../trial.ts';

const execute = promisify(execFile);
const program = fileURLToPath(new URL('../../kit/command-process.ts', import.meta.url));

const commandTimeoutMs = 10_000;
const text = 'The Star speaks of patience. '.repeat(300);

const backup: Trial = {
  table: 'fault',
  name: 'backup-while-serving',
  promise:
    'while a copy is made no write fails, and the copy is restored whole, with all that had been stored before it began',
  counts: { quick: 3, full: 30 },
  async run(times, { count, after }) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-backup-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const databasePath = join(folder, 'shop.db');
    const app = createTestApp({ databasePath });
    const file = app.db.$client;
    after(() => file.close());
    const admin = await addSignedIn(app, 'admin', 'admin');
    const { readingId } = await orderIn(app, 'reading_uploaded', admin.person);
    addYearsOfWriting(file, (await orderIn(app, 'reading_uploaded', admin.person)).readingId);
    let edits = 0;
    for (let index = 0; index < times; index++) {
      for (let sold = 0; sold < 5; sold++) await app.buy();
      const orders = countOrders(file);
      let isCopying = true;
      let failed: string | null = null;
      const writing = Array.from({ length: 4 }, async () => {
        while (isCopying) {
          const { status } = await admin.put(`/api/readings/${readingId}`, { content: `${++edits} ${text}` });
          if (status !== 200) failed = `a write was answered ${status} during the copy`;
          if (edits % 5 === 0) await app.buy();
          await wait(5);
        }
      });
      const copy = join(folder, `copy-${index}.db`);
      const before = edits;
      const unfinished = await command('backup', copy, databasePath);
      isCopying = false;
      await Promise.all(writing);
      if (edits === before) throw new Error('Nothing was written while the copy was made.');
      const restored = join(folder, `restored-${index}`, 'shop.db');
      const lost = failed ?? unfinished ?? (await command('restore', copy, restored));
      count(lost ?? lossOfCopy(restored, orders, readingId));
      for (const path of [copy, dirname(restored)]) rmSync(path, { recursive: true, force: true });
    }
    return `${edits} writes during copies`;
  },
};

/** Runs the handbook's command in its own process, as in a real shop. @returns why it failed, or null */
async function command(name: 'backup' | 'restore', copy: string, databasePath: string) {
  const env = { ...process.env, DATABASE_PATH: databasePath };
  const options = { timeout: timeLimit(commandTimeoutMs), env };
  return execute(process.execPath, [program, name, copy], options).then(
    () => null,
    (error) => `${name} failed: ${error.message}`,
  );
}

function addYearsOfWriting(file: Sqlite.Database, readingId: string) {
  file
    .prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 8000)
      INSERT INTO reading_revisions (reading_id, revision, content, created_at)
      SELECT ?, n, hex(randomblob(6000)), 0 FROM numbers`,
    )
    .run(readingId);
}

/** @returns what is damaged or missing in a restored copy, compared with the data before; null for nothing */
function lossOfCopy(path: string, known: number, readingId: string): string | null {
  const file = new Sqlite(path, { readonly: true });
  try {
    const damage = file.pragma('integrity_check', { simple: true });
    if (damage !== 'ok') return `the copy is damaged: ${damage}`;
    if (file.prepare('PRAGMA foreign_key_check').all().length > 0) return 'rows of the copy refer to nothing';
    const orders = countOrders(file);
    if (orders < known) return `${known - orders} orders are not in the copy`;
    const isNewest = `SELECT revision = (SELECT count(*) FROM reading_revisions WHERE reading_id = readings.id)
      FROM readings WHERE id = ?`;
    const isWhole = file.prepare(isNewest).pluck().get(readingId) === 1;
    return isWhole ? null : 'a reading and its revisions are of different times';
  } finally {
    file.close();
  }
}

function countOrders(file: Sqlite.Database): number {
  return Number(file.prepare('SELECT count(*) FROM orders').pluck().get());
}

export const trials: Trial[] = [backup];
