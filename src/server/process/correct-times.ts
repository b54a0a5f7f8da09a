import { writeTransaction } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import { bringEventsBack } from '../card-testing/card-repository.ts';
import type { Context } from '../context/context.ts';
import { leaseMilliseconds, longestRetryMilliseconds } from '../delivery/send-due-mail.ts';
import { bringMailForward } from '../outbox/outbox-repository.ts';
import {
  shortenResets,
  shortenSessions,
  takeBackSteps,
} from '../people/credentials/credentials-repository.ts';
import { linkLifeMs } from '../people/credentials/password-reset.ts';
import { expiryAt } from '../people/credentials/sessions.ts';
import { stepAt } from '../people/credentials/two-factor.ts';

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
