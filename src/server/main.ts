import { readConfig } from './config/config.ts';
import { failStart } from './process/fail-start.ts';
import { runService } from './process/run-service.ts';
import { stopOnSignals } from './process/signals.ts';

/* `npm start`: the whole product, as its configuration says. */

try {
  stopOnSignals(await runService(readConfig()));
} catch (error) {
  failStart(error);
}
