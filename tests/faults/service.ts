import { runService } from '../../src/server/app/run-service.ts';
import { exitAfterFailedStart, stopOnSignals } from '../../src/server/app/start-stop.ts';
import { readConfig } from '../../src/server/base/config/config.ts';

/* The service as a process of its own, with everything but the built pages, so that no build is needed. */

try {
  stopOnSignals(await runService(readConfig(), { hasSite: false }));
} catch (error) {
  exitAfterFailedStart(error);
}
