import { enableCompileCache } from 'node:module';
import type { RunOptions, RunResult } from './run.ts';

/** What a process of its own is told to run, and what it answers. */
export type Order = Omit<RunOptions, 'onProgress'>;
export type Told = { part: number } | { result: RunResult } | { error: string };

/* Runs one order after the other, in a process of its own: there are as many as the machine has cores. */

// Reading the code of the service takes half as long as a month of a small shop.
enableCompileCache();

process.on('message', async (order: Order) => {
  const tell = (told: Told) => process.send?.(told);
  let lastTold = 0;
  try {
    const { run } = await import('./run.ts');
    const result = await run({
      ...order,
      onProgress(part) {
        if (part - lastTold < 0.01) return;
        lastTold = part;
        tell({ part });
      },
    });
    tell({ result });
  } catch (error) {
    tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
// The parent process is gone, or has all it wanted.
process.on('disconnect', () => process.exit());
