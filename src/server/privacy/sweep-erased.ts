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
 * Removes erased data that still stands in unused pages of the database's file. SQLite would leave it there until it
 * needs the room. Does nothing when nothing was erased.
 *
 * @returns whether none of it is left; false when another connection was reading, so that the log could not be emptied:
 *   only that is left to do the next time
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
 * Empties the log, which keeps the file's earlier contents until it is written again. SQLite waits for no lock here, so
 * this fails while another connection reads.
 *
 * @returns whether the log is empty
 */
function emptyLog({ $client, commits }: Database): boolean {
  commits.close();
  const [result] = $client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}
