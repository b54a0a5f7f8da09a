import { setImmediate as letOthersGo } from 'node:timers/promises';
import { days } from '../../shared/durations.ts';
import { webhookMemory } from '../alerts/find-alerts.ts';
import { eraseForgotten } from '../checkout/abandon-checkouts.ts';
import type { Context } from '../context/context.ts';
import { deleteExpiredLimits } from '../http/rate-limits.ts';
import { deleteExpiredLinks } from '../orders/links-repository.ts';
import { forgetSentMail } from '../outbox/outbox-repository.ts';
import { forgetEvents, forgetMissedWebhooksBefore } from '../payments/money/payment-repository.ts';
import { deleteExpiredResets } from '../people/credentials/credentials-repository.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { dropOldDrafts } from '../readings/drafts.ts';

/** Stripe repeats an event for three days, and can be asked for those of the last 30. */
const eventMemory = days(30);

/** As long as the link in a mail to a customer works. */
const mailMemory = days(183);

/** How many rows are looked at in one go: the event loop is not held for longer. */
const rowsAtOnce = 1_000;

/** Forgets what was needed once and tells only who was here: events of the payment provider, and sent mail. */
export async function forgetOld({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await walk((after) => forgetEvents(db, { before: now - eventMemory, after, limit: rowsAtOnce }));
  await walk((after) => forgetSentMail(db, { before: now - mailMemory, after, limit: rowsAtOnce }));
}

/** @param step looks at the rows after one, the oldest first. @returns the last of them; null once they are too young */
async function walk(step: (after: number) => number | null): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    after = step(after);
    await letOthersGo();
  }
}

/** What is over is forgotten. */
export async function keepHouse(context: Context, sessions: Sessions): Promise<void> {
  const now = context.clock.now();
  eraseForgotten(context);
  deleteExpiredLinks(context.db, now);
  deleteExpiredResets(context.db, now);
  deleteExpiredLimits(context.db, now);
  forgetMissedWebhooksBefore(context.db, now - webhookMemory);
  dropOldDrafts(context);
  await forgetOld(context);
  await sessions.deleteExpired();
}
