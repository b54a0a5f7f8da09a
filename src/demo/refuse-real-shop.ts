import { existsSync } from 'node:fs';
import { openDatabase } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import { StartFailed } from '../server/app/start-stop.ts';
import type { CommandFormat } from '../server/base/config/command-format.ts';
import type { Config } from '../server/base/config/config.ts';
import { demoAccounts } from '../server/people/demo-accounts.ts';

const why = 'The demo creates accounts with public passwords';

/** Refuses an installed service's command, live keys, and a database without demo accounts. @throws {StartFailed} */
export function refuseRealShop(
  { databasePath, stripe }: Pick<Config, 'databasePath' | 'stripe'>,
  format: CommandFormat,
): void {
  if (!/^(npm|node) /.test(format.prefix)) {
    throw new StartFailed(
      `${why}, and ${format.prefix.trim()} has the settings of your shop. In the folder of the release, without these settings: node bin/career-tarot.js demo`,
    );
  }
  if (stripe.mode === 'live') {
    throw new StartFailed(
      `${why}, and these are live keys. Remove STRIPE_SECRET_KEY and the other Stripe settings from the environment.`,
    );
  }
  if (existsSync(databasePath) && isOfShop(databasePath)) {
    throw new StartFailed(
      `${why}, and ${databasePath} has other accounts. Set another DATABASE_PATH, or leave it out.`,
    );
  }
}

function isOfShop(path: string): boolean {
  const db = openDatabase(path);
  try {
    const accounts = db.select({ name: users.username }).from(users).all();
    const isDemo = demoAccounts.some(({ username }) => accounts.some(({ name }) => name === username));
    return accounts.length > 0 && !isDemo;
  } finally {
    db.$client.close();
  }
}
