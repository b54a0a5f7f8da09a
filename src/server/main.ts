import { readConfig } from './config/config.ts';
import { failStart } from './process/fail-start.ts';
import { runService } from './process/run-service.ts';
import { stopOnSignals } from './process/signals.ts';
import { tellSetUp } from './process/tell-set-up.ts';

/* `npm start`: runs the whole product with its configuration. */

try {
  const service = await runService(readConfig());
  stopOnSignals(service);
  tellSetUp(service.setUpAddress);
} catch (error) {
  failStart(error);
}
