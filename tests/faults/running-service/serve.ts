import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openDatabase, writeNow } from '../../../db/client.ts';
import { simulateMonth } from '../../../src/demo/month.ts';
import { type RunningService, runService } from '../../../src/server/app/run-service.ts';
import { stopOnSignals } from '../../../src/server/app/start-stop.ts';
import { parseConfig } from '../../../src/server/base/config/config.ts';
import { systemRandom } from '../../../src/server/base/random.ts';
import { seedDemoAccounts } from '../../../src/server/people/demo-accounts.ts';
import { writeSetting } from '../../../src/server/shop/settings-repository.ts';
import type { Replacement } from './service.ts';

/* The whole service in its own process. With MONTH_BEFORE, it has the demo's orders and a stopped clock. */

process.once('disconnect', () => process.exit());

/** A database with the demo's accounts, whose passwords are slow to hash, and a working shop's settings. */
let accounts: Buffer | null = null;
let service = await open(process.env);
stopOnSignals({ ...service, stop: () => service.stop() });
process.on('message', async (message: 'memory' | Replacement) => {
  if (typeof message === 'object') {
    await service.stop();
    service = await open(message.environment);
  }
  // Memory still used after a garbage collection is what an attack leaves behind.
  if (message === 'memory') globalThis.gc?.();
  process.send?.({ answer: process.memoryUsage().rss });
});
process.send?.({ answer: 0 });

async function open(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = parseConfig(environment);
  const { databasePath } = config;
  const moment = environment.MONTH_BEFORE ? Date.parse(environment.MONTH_BEFORE) : null;
  if (moment !== null) await simulateMonth(config, moment);
  if (!existsSync(databasePath)) {
    accounts ??= await createAccounts(databasePath);
    writeFileSync(databasePath, accounts);
  }
  return runService(config, {
    hasSite: environment.SITE === 'built',
    ...(moment !== null && { clock: { now: () => moment } }),
  });
}

/** @returns the bytes of the created database */
async function createAccounts(databasePath: string): Promise<Buffer> {
  const db = openDatabase(databasePath);
  await seedDemoAccounts({ db, clock: { now: () => Date.now() }, random: systemRandom });
  // A shop after its first day; its backups are made when a test asks for one.
  writeNow(db, (tx) => {
    writeSetting(tx, { name: 'first_steps', value: 'over', updatedAt: Date.now() });
    writeSetting(tx, { name: 'backups', value: JSON.stringify({ isOn: false }), updatedAt: Date.now() });
  });
  db.$client.close();
  return readFileSync(databasePath);
}
