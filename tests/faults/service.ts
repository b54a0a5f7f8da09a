import { runService } from '../../src/server/app/run-service.ts';
import { exitAfterFailedStart, stopOnSignals } from '../../src/server/app/start-stop.ts';
import { readConfig } from '../../src/server/base/config/config.ts';

/* The service in its own process, complete except for the built pages, so that it needs no build. */

try {
  stopOnSignals(await runService(readConfig(), { hasSite: false }));
} catch (error) {
  exitAfterFailedStart(error);
}
