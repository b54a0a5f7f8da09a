import { openDatabase } from '../../../../db/client.ts';
import { readDatabasePath } from '../../base/config/config.ts';
import { failStart } from '../start-stop.ts';

try {
  const databasePath = readDatabasePath();
  openDatabase(databasePath, undefined, (what) => console.error(`${what}…`)).$client.close();
  console.log(`${databasePath} is up to date.`);
} catch (error) {
  failStart(error);
}
