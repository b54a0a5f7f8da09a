import { type Database, writeTransaction } from '../../../db/client.ts';
import { untilDone } from './in-turns.ts';
import {
  fillFreePages,
  freeFilledPages,
  isToSweep,
  mergeReadingIndex,
  noteSwept,
} from './sweep-repository.ts';

/** How many pages are written in one step: some milliseconds. */
const pagesAtOnce = 16;

/**
 * Takes out of the database's file what was erased from its tables: words in the index of the readings, and pages that
 * are in use no more. SQLite would leave them until it needs the room. Nothing is done when nothing was erased.
 */
export async function sweepErased({ db }: { db: Database }): Promise<void> {
  if (!isToSweep(db)) return;
  let isFirst = true;
  await untilDone(() => {
    const pages = isFirst ? -pagesAtOnce : pagesAtOnce;
    isFirst = false;
    return writeTransaction(db, (tx) => mergeReadingIndex(tx, pages));
  });
  let step = 0;
  // What a sweep left that did not come to its end.
  await untilDone(() => writeTransaction(db, freeFilledPages));
  await untilDone(() => writeTransaction(db, (tx) => fillFreePages(tx, ++step, pagesAtOnce)));
  await untilDone(() => writeTransaction(db, freeFilledPages));
  writeTransaction(db, noteSwept);
  await db.commits.written();
  emptyLog(db);
}

/** What was in the file before stands in its log as well, until that is written anew. */
function emptyLog({ $client, commits }: Database): void {
  commits.close();
  $client.pragma('wal_checkpoint(TRUNCATE)');
}
