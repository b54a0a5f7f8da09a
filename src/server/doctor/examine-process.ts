import { examineDatabase } from '../../../db/examine.ts';

/* Reads a whole database in another process: in the service's all requests would have to wait. */

process.once('message', ({ path, isThorough }: { path: string; isThorough: boolean }) => {
  process.send?.(examineDatabase(path, isThorough), () => process.disconnect());
});
process.once('disconnect', () => process.exit());
