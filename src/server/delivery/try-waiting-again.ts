import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { hastenFailedMail } from '../outbox/outbox-repository.ts';

/**
 * Retries failed mail at once rather than within the hour: its problem may be fixed by a new setting, which a start
 * reads, or as another mail has just shown.
 */
export function tryWaitingAgain({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): void {
  writeTransaction(db, (tx) => hastenFailedMail(tx, clock.now())).catch((error: unknown) =>
    // It is retried within the hour anyway.
    log.warn({ err: error }, 'mail that waits was not hastened'),
  );
}
