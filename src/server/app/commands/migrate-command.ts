import { openDatabase } from '../../../../db/client.ts';
import { readDatabasePath } from '../../base/config/config.ts';
import { exitAfterFailedStart } from '../start-stop.ts';

try {
  const databasePath = readDatabasePath();
  openDatabase(databasePath, undefined, (what) => console.error(`${what}…`)).$client.close();
  console.log(`${databasePath} is up to date.`);
} catch (error) {
  exitAfterFailedStart(error);
}
