import { existsSync } from 'node:fs';
import type { CommandWay } from '../../src/server/config/command-way.ts';
import type { Config } from '../../src/server/config/config.ts';
import { StartFailed } from '../../src/server/process/start-stop.ts';
import { openDatabase } from '../client.ts';
import { users } from '../schema.ts';
import { demoAccounts } from '../seed.ts';

const why = 'The demo makes accounts with passwords that everybody knows';

/** @param way how the demo was started: a script with its own name belongs to an installed service @throws {StartFailed} */
export function refuseRealShop(
  { databasePath, stripe }: Pick<Config, 'databasePath' | 'stripe'>,
  way: CommandWay,
): void {
  if (!/^(npm|node) /.test(way.before)) {
    throw new StartFailed(
      `${why}, and ${way.before.trim()} has the settings of your shop. In the folder of the release, without these settings: node bin/career-tarot.js demo`,
    );
  }
  if (stripe.mode === 'live') {
    throw new StartFailed(
      `${why}, and these are live keys. Remove STRIPE_SECRET_KEY and what belongs to it from the environment.`,
    );
  }
  if (existsSync(databasePath) && isOfShop(databasePath)) {
    throw new StartFailed(
      `${why}, and ${databasePath} is the database of a shop with others. Name another DATABASE_PATH, or leave it out.`,
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
