import { type Database, writeTransaction } from '../../../db/client.ts';
import { untilDone } from '../basics/in-turns.ts';
import {
  fillFreePages,
  freeFilledPages,
  notePagesSwept,
  noteSweepBegun,
  noteSwept,
  readSweep,
} from './sweep-repository.ts';

/** How many pages are written in one step: some milliseconds. */
const pagesAtOnce = 16;

/**
 * Takes out of the database's file what was erased from its tables and still stands in pages that are in use no
 * more. SQLite would leave them until it needs the room. Nothing is done when nothing was erased.
 *
 * @returns whether nothing of it is left; otherwise somebody reads the database, and its log could not be emptied: that
 *   is all that is left to do the next time
 */
export async function sweepErased({ db }: { db: Database }): Promise<boolean> {
  const state = readSweep(db);
  if (state === null) return true;
  if (state !== 'log') {
    await writeTransaction(db, noteSweepBegun);
    await sweepPages(db);
  }
  await db.commits.written();
  if (!emptyLog(db)) return false;
  await writeTransaction(db, noteSwept);
  return readSweep(db) === null;
}

async function sweepPages(db: Database): Promise<void> {
  let step = 0;
  // What a sweep left that did not come to its end.
  await untilDone(() => writeTransaction(db, freeFilledPages));
  await untilDone(() => writeTransaction(db, (tx) => fillFreePages(tx, ++step, pagesAtOnce)));
  await untilDone(() => writeTransaction(db, freeFilledPages));
  await writeTransaction(db, notePagesSwept);
}

/**
 * What was in the file before stands in its log as well, until that is written anew. As SQLite waits for no
 * lock, it is not done while somebody reads.
 *
 * @returns whether that was done
 */
function emptyLog({ $client, commits }: Database): boolean {
  commits.close();
  const [result] = $client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}
