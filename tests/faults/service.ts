import { readConfig } from '../../src/server/config/config.ts';
import { runService } from '../../src/server/process/run-service.ts';
import { failStart, stopOnSignals } from '../../src/server/process/start-stop.ts';

/* The service as a process of its own, with everything but the built pages, so that no build is needed. */

try {
  stopOnSignals(await runService(readConfig(), { hasSite: false }));
} catch (error) {
  failStart(error);
}
