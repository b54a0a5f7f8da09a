import { writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { clampMailWaits } from '../base/outbox-repository.ts';
import { leaseMilliseconds, longestRetryMilliseconds } from '../mail/send-due-mail.ts';
import { clampEventTimes } from '../payments/card-repository.ts';
import { clampResetExpiry, clampSessionTimes, clampTotpSteps } from '../people/credentials-repository.ts';
import { linkLifeMs } from '../people/password-reset.ts';
import { expiryAt } from '../people/sessions.ts';
import { stepAt } from '../people/two-factor.ts';

/** Corrects stored times that were written while the clock was ahead, and would hold up mail, guards and sign-ins. */
export async function correctFutureTimes(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  await writeTransaction(db, (tx) => {
    clampMailWaits(tx, {
      now,
      hold: seconds(config.approvalUndoSeconds),
      lease: leaseMilliseconds,
      retry: longestRetryMilliseconds,
    });
    clampEventTimes(tx, now);
    clampResetExpiry(tx, now + linkLifeMs);
    clampTotpSteps(tx, stepAt(now) + 1);
    clampSessionTimes(tx, { createdAt: now, expiresAt: expiryAt(now) });
  });
}
