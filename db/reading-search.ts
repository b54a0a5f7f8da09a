import type Sqlite from 'better-sqlite3';
import { wordsOf } from '../src/shared/orders/search-text.ts';
import type { GroupCommit } from './group-commit.ts';
import { isStorageFailure } from './storage-failure.ts';

/*
 * `readings_search`, an FTS5 table of the words in readings as they are now, by the number of their order. Triggers
 * note whose text is new (migrations/0024); its words are put in here, since SQL alone cannot fold them.
 */

/** How many readings are put in at once: five take some 15 ms, in which everybody waits. */
const readingsAtOnce = 5;

/** The index of what a search in readings looks at. */
export interface ReadingSearch {
  /**
   * Puts in some of what waits, the newest first, as far as that works. To be called last in every commit.
   *
   * @throws what SQLite says when it cannot keep anything, for which it may have ended the turn's transaction
   */
  keepUp(): void;
  /**
   * Puts in some of what waits, in the turn's commit.
   *
   * @throws what SQLite says
   */
  catchUp(): Promise<void>;
  /** @returns whether anything waits */
  isBehind(): boolean;
}

/** Lets a search find the words of readings that are new; what a migration has left waits until somebody catches up. */
export function createReadingSearch(client: Sqlite.Database, commits: GroupCommit): ReadingSearch {
  const waiting = client.prepare<[], { seq: number; content: string | null }>(
    `SELECT waiting.seq, readings.content FROM readings_to_index waiting
      LEFT JOIN orders ON orders.seq = waiting.seq LEFT JOIN readings ON readings.order_id = orders.id
      ORDER BY waiting.seq DESC LIMIT ${readingsAtOnce}`,
  );
  const any = client.prepare('SELECT 1 FROM readings_to_index LIMIT 1');
  const put = client.prepare('INSERT OR REPLACE INTO readings_search (rowid, words) VALUES (?, ?)');
  const done = client.prepare('DELETE FROM readings_to_index WHERE seq = ?');
  const isBehind = () => any.get() !== undefined;
  function putSome(): void {
    for (const { seq, content } of waiting.all()) {
      if (content !== null) put.run(seq, wordsOf(content).join(' '));
      done.run(seq);
    }
  }
  const putSomeOrNothing = client.transaction(putSome);
  return {
    keepUp() {
      if (!isBehind()) return;
      try {
        putSomeOrNothing();
      } catch (error) {
        if (isStorageFailure(error)) throw error;
        // What others have written is kept all the same. Whoever catches up says what is wrong.
      }
    },
    catchUp: () => commits.part(putSome),
    isBehind,
  };
}
