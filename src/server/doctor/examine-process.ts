import { examineDatabase } from '../../../db/examine.ts';

/* Reads a whole database in a process of its own: in the service's process all requests would have to wait. */

process.once('message', ({ path, isThorough }: { path: string; isThorough: boolean }) => {
  process.send?.(examineDatabase(path, isThorough), () => process.disconnect());
});
process.once('disconnect', () => process.exit());
