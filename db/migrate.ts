import { readDatabasePath } from '../src/server/config/config.ts';
import { failStart } from '../src/server/process/start-stop.ts';
import { openDatabase } from './client.ts';

/* `npm run migrate`: brings the database up to date without starting the service (which does it too). */

try {
  const databasePath = readDatabasePath();
  openDatabase(databasePath, undefined, (what) => console.error(`${what}…`)).$client.close();
  console.log(`${databasePath} is up to date.`);
} catch (error) {
  failStart(error);
}
