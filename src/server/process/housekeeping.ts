import { truncateLog, writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { webhookMemory } from '../alerts/stripe-alerts.ts';
import { forgetCards } from '../card-testing/card-repository.ts';
import type { Context } from '../context/context.ts';
import { deleteExpiredLimits } from '../http/rate-limits.ts';
import { deleteExpiredLinks } from '../orders/links-repository.ts';
import { forgetMissedWebhooksBefore } from '../payments/money/payment-repository.ts';
import { deleteExpiredResets } from '../people/credentials/credentials-repository.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { forgetNightly } from '../privacy/forget.ts';
import { keepHolidays } from '../settings/calendar.ts';

const cardMemoryMs = days(1);

export async function keepHouse(context: Context, sessions: Sessions): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await writeTransaction(db, (tx) => {
    forgetCards(tx, now - cardMemoryMs);
    deleteExpiredLinks(tx, now);
    deleteExpiredResets(tx).run({ now });
    deleteExpiredLimits(tx, now);
    forgetMissedWebhooksBefore(tx, now - webhookMemory);
  });
  await sessions.deleteExpired();
  await forgetNightly(context);
  await keepHolidays(context);
  // What was erased while another connection read the database is still in the log.
  truncateLog(db);
}
