import type { Server } from 'node:http';
import { openDatabase } from '../../../db/client.ts';
import { liveThroughMonth } from '../../../db/demo/month.ts';
import { seedDemo } from '../../../db/seed.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { runService } from '../../../src/server/process/run-service.ts';
import { stopOnSignals } from '../../../src/server/process/signals.ts';
import type { Question } from './service.ts';

/*
 * The whole service as a process of its own, for attacks on it: with the demo's accounts, and with the
 * built site or none. With MONTH_BEFORE it has the demo's orders as well, and its clock stands still there.
 * It ends with the process that started it.
 */

const noSite = {
  assets: new Map(),
  renderPage: (_request: unknown, _response: unknown, next: () => void) => next(),
};

process.once('disconnect', () => process.exit());

const config = readConfig();
const moment = process.env.MONTH_BEFORE ? Date.parse(process.env.MONTH_BEFORE) : null;
if (moment !== null) await liveThroughMonth(config, moment);
const db = openDatabase(config.databasePath);
await seedDemo({ db, clock: { now: () => Date.now() } });
db.$client.close();

const service = await runService(
  config,
  process.env.SITE === 'built' ? undefined : noSite,
  moment === null ? {} : { clock: { now: () => moment } },
);
stopOnSignals(service);
const turns = watchTurns();
process.on('message', (question: Question) => process.send?.({ answer: answer(question, service.server) }));
process.send?.({ answer: 0 });

function answer(question: Question, server: Server): number {
  if (question === 'longest turn') return turns.takeLongest();
  if (question !== 'memory') return server[question];
  // What is still needed after tidying up is what an attack leaves behind.
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

/**
 * A timer that comes late shows how much was done without a pause; `monitorEventLoopDelay` forgets the first. It
 * is told in the loop's own time on the processor: by the clock on the wall, what other programs of a busy machine
 * do would count as ours. The calls that are measured only read, and wait for nothing but the disk.
 */
function watchTurns() {
  const worked = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = worked();
  let longest = 0;
  const look = () => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, 1);
  return {
    takeLongest() {
      look();
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}
