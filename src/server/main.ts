import { readConfig } from './config/config.ts';
import { runService } from './process/run-service.ts';
import { failStart, printSetUpAddress, stopOnSignals } from './process/start-stop.ts';

/* `npm start`: runs the whole product with its configuration. */

try {
  const service = await runService(readConfig());
  stopOnSignals(service);
  printSetUpAddress(service.setUpAddress);
} catch (error) {
  failStart(error);
}
