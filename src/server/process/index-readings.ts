import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { Context } from '../context/context.ts';

/**
 * Lets a search find the readings that wait for it: a few at a time, and everybody else goes on in between.
 *
 * @param stop, alive as of a `Job`
 * @throws what SQLite says when some could not be put in
 */
export async function indexReadings(
  { db }: Pick<Context, 'db'>,
  stop: AbortSignal,
  alive: () => void,
): Promise<void> {
  while (db.readingSearch.isBehind() && !stop.aborted) {
    await db.readingSearch.catchUp();
    await db.commits.written();
    alive();
    await letOthersGo();
  }
}
