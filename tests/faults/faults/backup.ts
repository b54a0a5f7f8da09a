import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { sql } from '../../../db/drizzle.ts';
import { addSignedIn, orderIn } from '../../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../../src/testing/test-app.ts';
import { serveApp } from '../servers/http-server.ts';
import { createTally, type Trial, timeLimit } from '../trial.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../src/testing/command-process.ts', import.meta.url));

/** How long a copy may take while people write, in milliseconds. */
const copyPatience = 10_000;
const text = 'The Star speaks of patience. '.repeat(300);

/** A copy is made while people write; then it is restored elsewhere, and the shop is opened again from it alone. */
const backup: Trial = {
  table: 'fault',
  name: 'backup-while-serving',
  promise:
    'while a copy is made no write fails, and the copy is restored whole, with all that had been stored before it began',
  counts: { quick: 3, full: 30 },
  async run(count, progress) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-backup-'));
    const app = createTestApp({ databasePath: join(folder, 'shop.db') });
    const http = await serveApp(app);
    const tally = createTally();
    try {
      const admin = await addSignedIn(app, 'admin', 'admin');
      const { readingId } = await orderIn(app, 'reading_uploaded', admin.person);
      addYearsOfWriting(app, (await orderIn(app, 'reading_uploaded', admin.person)).readingId);
      let edits = 0;
      for (let index = 0; index < count; index++) {
        for (let sold = 0; sold < 5; sold++) await app.buy();
        const orders = countOf(app, 'orders');
        let isCopying = true;
        let failed: string | null = null;
        const writing = Array.from({ length: 4 }, async () => {
          while (isCopying) {
            edits += 1;
            const edit = { content: `${edits} ${text}` };
            const { status } = await http.call(admin, 'PUT', `/api/readings/${readingId}`, edit);
            if (status !== 200) failed = `a write was answered ${status} meanwhile`;
            const isSold = edits % 5 !== 0 || (await app.buy().then(isDone, isNotDone));
            if (!isSold) failed = 'an order could not be placed meanwhile';
          }
        });
        const copy = join(folder, `copy-${index}.db`);
        const before = edits;
        const unfinished = await copyAsDocumented(join(folder, 'shop.db'), copy);
        isCopying = false;
        await Promise.all(writing);
        if (edits === before) throw new Error('Nothing was written while the copy was made.');
        const restored = join(folder, `restored-${index}`, 'shop.db');
        tally.count(
          failed ??
            unfinished ??
            (await restoreAsDocumented(copy, restored)) ??
            lossOfCopy(restored, orders, readingId),
        );
        for (const path of [copy, dirname(restored)]) rmSync(path, { recursive: true, force: true });
        progress(index + 1);
      }
      return tally.outcome(`${edits} writes meanwhile`);
    } finally {
      await http.close();
      app.db.$client.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Makes a copy with the handbook's command, in a process of its own: what is written meanwhile is written by
 * another process, as in a real shop.
 *
 * @returns why there is none, or null
 */
async function copyAsDocumented(databasePath: string, copy: string): Promise<string | null> {
  const options = { timeout: timeLimit(copyPatience), env: { ...process.env, DATABASE_PATH: databasePath } };
  try {
    await run(process.execPath, [program, 'backup', copy], options);
    return null;
  } catch (error) {
    return `no copy was made: ${error instanceof Error ? error.message : error}`;
  }
}

/** Restores a copy in another place. @returns why it is not there, or null */
async function restoreAsDocumented(copy: string, databasePath: string): Promise<string | null> {
  const options = { timeout: timeLimit(copyPatience), env: { ...process.env, DATABASE_PATH: databasePath } };
  try {
    await run(process.execPath, [program, 'restore', copy], options);
    return null;
  } catch (error) {
    return `the copy was not restored: ${error instanceof Error ? error.message : error}`;
  }
}

const isDone = () => true;
const isNotDone = () => false;

/** A hundred megabytes, so that copying takes a while. */
function addYearsOfWriting(app: TestApp, readingId: string) {
  app.db.run(sql`
    WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 8000)
    INSERT INTO reading_revisions (reading_id, revision, content, created_at)
    SELECT ${readingId}, n, hex(randomblob(6000)), 0 FROM numbers`);
}

/** Looks at what was restored: whole, and with everything from before it began. @returns what is missing, or null */
function lossOfCopy(path: string, known: number, readingId: string): string | null {
  const file = new Sqlite(path, { readonly: true });
  const damage = file.pragma('integrity_check', { simple: true });
  const orphans = file.pragma('foreign_key_check');
  file.close();
  if (damage !== 'ok') return `the copy is damaged: ${damage}`;
  if (!Array.isArray(orphans) || orphans.length > 0) return 'rows of the copy refer to nothing';
  const restored = createTestApp({ databasePath: path });
  const orders = countOf(restored, 'orders');
  const newest = restored.db.get<{ content: string; revision: number; revisions: number }>(
    sql`SELECT content, revision, (SELECT count(*) FROM reading_revisions WHERE reading_id = ${readingId}) AS revisions FROM readings WHERE id = ${readingId}`,
  );
  restored.db.$client.close();
  if (orders < known) return `${known - orders} orders are not in the copy`;
  return newest?.revision === newest?.revisions ? null : 'a reading and its revisions are of different times';
}

function countOf(app: TestApp, table: string): number {
  return app.db.get<{ count: number }>(sql.raw(`SELECT count(*) AS count FROM ${table}`)).count;
}

export const trials: Trial[] = [backup];
