import { openDatabase } from '../../../../db/client.ts';
import { detectCommandFormat } from '../../base/config/command-format.ts';
import { ownEnv, readCacheFolder, readDatabasePath } from '../../base/config/config.ts';
import { exitAfterFailedStart, refuseMissingDatabase } from '../start-stop.ts';

try {
  const databasePath = readDatabasePath();
  const commandFormat = detectCommandFormat(ownEnv);
  refuseMissingDatabase({ databasePath, cacheFolder: readCacheFolder(), commandFormat });
  openDatabase(databasePath, undefined, (what) => console.error(`${what}…`)).$client.close();
  console.log(`${databasePath} is up to date.`);
} catch (error) {
  exitAfterFailedStart(error);
}
