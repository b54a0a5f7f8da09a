import { readConfig } from '../../src/server/config/config.ts';
import { failStart } from '../../src/server/process/fail-start.ts';
import { runService } from '../../src/server/process/run-service.ts';
import { stopOnSignals } from '../../src/server/process/signals.ts';

/* The service as a process of its own, with everything but the built pages, so that no build is needed. */

try {
  stopOnSignals(await runService(readConfig(), null));
} catch (error) {
  failStart(error);
}
