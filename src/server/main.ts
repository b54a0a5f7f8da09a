import { readConfig } from './config/config.ts';
import { failStart } from './process/fail-start.ts';
import { runService } from './process/run-service.ts';
import { stopOnSignals } from './process/signals.ts';

/* `npm start`: the whole product, as its configuration says. */

try {
  stopOnSignals(await runService(readConfig()));
  // What the start leaves behind would stay for as long as nobody comes (docs/decisions/019-memory.md).
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
} catch (error) {
  failStart(error);
}
