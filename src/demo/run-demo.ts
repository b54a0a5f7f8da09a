import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { orders } from '../../db/schema.ts';
import { runService } from '../server/app/run-service.ts';
import { exitAfterFailedStart, stopOnSignals } from '../server/app/start-stop.ts';
import { type Config, readConfig } from '../server/base/config/config.ts';
import { systemRandom } from '../server/base/random.ts';
import { demoAccounts, seedDemoAccounts, soloAccounts } from '../server/people/demo-accounts.ts';
import { simulateMonth } from './month.ts';
import { refuseRealShop } from './refuse-real-shop.ts';

/* `npm run demo`: the product on the sandbox. Fills an empty database with a month of orders, unless `-- --empty`; `-- --offers` sells three; `-- --solo` is a shop of one. */

try {
  const ownPath = join(tmpdir(), `career-tarot-${systemRandom.newId()}`, 'demo.db');
  const config = readConfig({ DATABASE_PATH: ownPath, ...process.env });
  const isOwn = config.databasePath === ownPath;
  refuseRealShop(config, config.commandFormat);
  if (isOwn) keepUntilTheEnd(dirname(ownPath));
  const isAsked = !process.argv.includes('--empty');
  const hasOffers = process.argv.includes('--offers');
  const isSolo = process.argv.includes('--solo');
  const people = isSolo ? soloAccounts : demoAccounts;
  const isSandbox = config.stripe.mode === 'sandbox' && config.smtp === null;
  if (isAsked && isSandbox && !hasOrders(config)) {
    await simulateMonth(config, Date.now(), { hasOffers, isSolo });
  }
  await addAccounts(config, people);

  stopOnSignals(await runService(config, { sandboxMayMove: true }));

  const accounts = people.map(
    ({ role, username, password }) => `    ${role.padEnd(7)} ${username} / ${password}`,
  );
  const sandboxHints = `  Pay with the test card 4242 4242 4242 4242, any future date, any code. No money moves.
  The mail that would be sent is at ${config.publicUrl}/sandbox/mail
`;
  console.log(`
  Career Tarot is running at ${config.publicUrl}

  Sign in at ${config.publicUrl}/admin/login
${accounts.join('\n')}

${config.stripe.mode === 'sandbox' ? sandboxHints : ''}
  Everything is kept in ${config.databasePath}${isOwn ? ' until it stops' : ''}
`);
} catch (error) {
  exitAfterFailedStart(error);
}

function keepUntilTheEnd(folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasOrders({ databasePath }: Config): boolean {
  const db = openDatabase(databasePath);
  try {
    return db.select({ id: orders.id }).from(orders).limit(1).get() !== undefined;
  } finally {
    db.$client.close();
  }
}

async function addAccounts({ databasePath }: Config, people: typeof demoAccounts): Promise<void> {
  const db = openDatabase(databasePath);
  await seedDemoAccounts({ db, clock: { now: () => Date.now() }, random: systemRandom }, people);
  db.$client.close();
}
