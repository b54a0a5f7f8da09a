import { writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { bringMailForward } from '../base/outbox-repository.ts';
import { leaseMilliseconds, longestRetryMilliseconds } from '../mail/send-due-mail.ts';
import { bringEventsBack } from '../payments/card-repository.ts';
import { shortenResets, shortenSessions, takeBackSteps } from '../people/credentials-repository.ts';
import { linkLifeMs } from '../people/password-reset.ts';
import { expiryAt } from '../people/sessions.ts';
import { stepAt } from '../people/two-factor.ts';

/** Corrects stored times that were written while the clock was ahead, and would hold up mail, guards and sign-ins. */
export async function correctFutureTimes(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  await writeTransaction(db, (tx) => {
    bringMailForward(tx).run({
      now,
      hold: seconds(config.approvalUndoSeconds),
      lease: leaseMilliseconds,
      retry: longestRetryMilliseconds,
    });
    bringEventsBack(tx).run({ now });
    shortenResets(tx).run({ latest: now + linkLifeMs });
    takeBackSteps(tx).run({ step: stepAt(now) + 1 });
    shortenSessions(tx).run({ createdAt: now, expiresAt: expiryAt(now) });
  });
}
