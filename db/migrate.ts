import { readDatabasePath } from '../src/server/config/config.ts';
import { failStart } from '../src/server/process/start-stop.ts';
import { openDatabase } from './client.ts';

try {
  const databasePath = readDatabasePath();
  openDatabase(databasePath, undefined, (what) => console.error(`${what}…`)).$client.close();
  console.log(`${databasePath} is up to date.`);
} catch (error) {
  failStart(error);
}
