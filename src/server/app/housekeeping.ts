import { truncateWal, writeTransaction } from '../../../db/client.ts';
import { days, seconds } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { deleteExpiredLimits } from '../base/http/rate-limits.ts';
import { deleteExpiredNightly } from '../ops/privacy/delete-expired.ts';
import { webhookMemory } from '../ops/stripe-alerts.ts';
import { deleteExpiredLinks } from '../orders/links-repository.ts';
import { forgetCards } from '../payments/card-repository.ts';
import { forgetMissedWebhooksBefore } from '../payments/payment-repository.ts';
import { deleteExpiredResets, deleteExpiredSessions } from '../people/credentials-repository.ts';
import { updateHolidays } from '../shop/business-calendar.ts';

const cardMemoryMs = days(1);

/** Deletes expired rows and personal data, updates the holidays, and truncates the write-ahead log. */
export async function runHousekeeping(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await writeTransaction(db, (tx) => {
    forgetCards(tx, now - cardMemoryMs);
    deleteExpiredLinks(tx, now);
    deleteExpiredResets(tx, now);
    deleteExpiredSessions(tx, Math.floor(now / seconds(1)));
    deleteExpiredLimits(tx, now);
    forgetMissedWebhooksBefore(tx, now - webhookMemory);
  });
  await updateHolidays(context);
  await deleteExpiredNightly(context);
  // What was erased while another connection read the database is still in the log.
  truncateWal(db);
}
