import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { hastenFailedMail } from '../outbox/outbox-repository.ts';

/**
 * Has mail that failed so far tried at once rather than within the hour: what kept it from leaving may be mended, by the
 * start that a new setting takes, or as another mail has just shown.
 */
export function tryWaitingAgain({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): void {
  writeTransaction(db, (tx) => hastenFailedMail(tx, clock.now())).catch((error: unknown) =>
    // It is due within the hour all the same.
    log.warn({ err: error }, 'mail that waits was not hastened'),
  );
}
