import { readConfig } from '../base/config/config.ts';
import { runService } from './run-service.ts';
import { exitAfterFailedStart, printSetUpAddress, stopOnSignals } from './start-stop.ts';

/* `npm start`: runs the whole product with its configuration. */

try {
  const service = await runService(readConfig(), { isNewShop: process.argv.includes('--new-shop') });
  stopOnSignals(service);
  printSetUpAddress(service.setUpAddress);
} catch (error) {
  exitAfterFailedStart(error);
}
