import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunResult } from './run.ts';
import type { Order, Told } from './run-one.ts';

/** How one run ended: what it found, or what it was ended by. */
export type RunOutcome = { order: Order } & ({ result: RunResult } | { error: string });

/**
 * Runs all, so many at once, each of those in a process of its own.
 *
 * @param onProgress gets the part that is done, from 0 to 1
 */
export async function runAll(
  orders: readonly Order[],
  { atOnce, onProgress = () => {} }: { atOnce: number; onProgress?: (part: number) => void },
): Promise<RunOutcome[]> {
  const outcomes: RunOutcome[] = [];
  const parts = orders.map(() => 0);
  let next = 0;
  async function work(): Promise<void> {
    let child: ChildProcess | null = null;
    for (let i = next++; i < orders.length; i = next++) {
      const order = orders[i];
      if (!order) break;
      child ??= forkProgram();
      const outcome = await runIn(child, order, (part) => {
        parts[i] = part;
        onProgress(parts.reduce((sum, done) => sum + done, 0) / orders.length);
      });
      outcomes[i] = outcome;
      if (!child.connected) child = null;
    }
    child?.disconnect();
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, orders.length) }, work));
  return outcomes;
}

function forkProgram(): ChildProcess {
  return fork(fileURLToPath(new URL('./run-one.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [...process.execArgv, '--max-semi-space-size=64'],
  });
}

function runIn(child: ChildProcess, order: Order, onPart: (part: number) => void): Promise<RunOutcome> {
  return new Promise((resolve) => {
    const end = (outcome: RunOutcome) => {
      child.off('message', listen).off('exit', giveUp);
      resolve(outcome);
    };
    const listen = (told: Told) => {
      if ('part' in told) return onPart(told.part);
      onPart(1);
      end({ order, ...told });
    };
    const giveUp = (code: number | null) => end({ order, error: `The process ended with ${code}.` });
    child.on('message', listen).on('exit', giveUp);
    child.send(order);
  });
}
