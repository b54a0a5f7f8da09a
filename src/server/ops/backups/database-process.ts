import { backUpDatabase } from '../../../../db/copy.ts';
import { examineDatabase } from '../../../../db/examine.ts';
import { errorMessage } from '../../../../db/files.ts';
import type { DatabaseAnswer, DatabaseWork } from './database-child-process.ts';

/* Copies or examines a database in a child process: SQLite does either in one blocking call. */

process.once('message', (work: DatabaseWork) => {
  process.send?.(answerTo(work), () => process.disconnect());
});
process.once('disconnect', () => process.exit());

function answerTo(work: DatabaseWork): DatabaseAnswer {
  if ('path' in work) return { state: examineDatabase(work.path, work.isThorough) };
  try {
    backUpDatabase(work.from, work.to);
    return { failure: null };
  } catch (error) {
    return { failure: errorMessage(error) };
  }
}
