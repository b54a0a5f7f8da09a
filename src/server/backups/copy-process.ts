import { backUpDatabase } from '../../../db/copy.ts';
import { messageOf } from '../../../db/files.ts';
import type { CopyAnswer, CopyJob } from './copy-apart.ts';

/* Backs up a database in a child process: SQLite copies in one blocking call. */

process.once('message', ({ from, to }: CopyJob) => {
  const answer: CopyAnswer = { failure: null };
  try {
    backUpDatabase(from, to);
  } catch (error) {
    answer.failure = messageOf(error);
  }
  process.send?.(answer, () => process.disconnect());
});
process.once('disconnect', () => process.exit());
