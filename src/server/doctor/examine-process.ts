import { examineDatabase } from '../../../db/examine.ts';

/*
 * Reads a whole database in a process of its own: in the one that serves customers everything else would have to wait.
 */

process.once('message', ({ path, isThorough }: { path: string; isThorough: boolean }) => {
  process.send?.(examineDatabase(path, isThorough), () => process.disconnect());
});
// The parent process is gone.
process.once('disconnect', () => process.exit());
