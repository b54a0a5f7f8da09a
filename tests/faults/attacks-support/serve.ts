import type { Server } from 'node:http';
import { openDatabase } from '../../../db/client.ts';
import { liveThroughMonth } from '../../../db/demo/month.ts';
import { seedDemo } from '../../../db/seed.ts';
import { readConfig } from '../../../src/server/config.ts';
import { runService, stopOnSignals } from '../../../src/server/main.ts';
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
process.on('message', (question: Question) => process.send?.({ answer: answer(question, service.server) }));
process.send?.({ answer: 0 });

function answer(question: Question, server: Server): number {
  if (question !== 'memory') return server[question];
  // What is still needed after tidying up is what an attack leaves behind.
  globalThis.gc?.();
  return process.memoryUsage().rss;
}
