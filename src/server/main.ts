import { seconds } from '../shared/durations.ts';
import { readConfig } from './config/config.ts';
import { failStart } from './process/fail-start.ts';
import { runService } from './process/run-service.ts';
import { stopOnSignals } from './process/signals.ts';
import { tellSetUp } from './process/tell-set-up.ts';

/* `npm start`: the whole product, as its configuration says. */

const afterFirstJobs = seconds(3);
/** Gives back what nothing uses, in some 30 ms (docs/decisions/019-memory.md). */
const collectOnce = () => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });

try {
  const service = await runService(readConfig());
  stopOnSignals(service);
  tellSetUp(service.setUpAddress);
  // What the start and the first jobs leave behind would stay for as long as nobody comes.
  setTimeout(collectOnce, afterFirstJobs).unref();
} catch (error) {
  failStart(error);
}
