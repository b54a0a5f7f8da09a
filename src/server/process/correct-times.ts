import { writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import { bringEventsBack } from '../card-testing/card-repository.ts';
import type { Context } from '../context/context.ts';
import { leaseMilliseconds, longestRetryMilliseconds } from '../delivery/send-due-mail.ts';
import { bringMailForward } from '../outbox/outbox-repository.ts';
import { shortenResets, takeBackSteps } from '../people/credentials/credentials-repository.ts';
import { linkLife } from '../people/credentials/password-reset.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { stepAt } from '../people/credentials/totp.ts';

/** Corrects stored times that were written while the clock was ahead, and would hold up mail, guards and sign-ins. */
export async function correctFutureTimes(context: Context, sessions: Sessions): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  await writeTransaction(db, (tx) => {
    bringMailForward(tx).run({
      now,
      hold: seconds(config.approvalUndoSeconds),
      lease: leaseMilliseconds,
      retry: longestRetryMilliseconds,
    });
    bringEventsBack(tx, now);
    shortenResets(tx).run({ latest: now + linkLife });
    takeBackSteps(tx).run({ step: stepAt(now) + 1 });
  });
  await sessions.shorten();
}
