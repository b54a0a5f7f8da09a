import type { Queryable } from '../../../db/client.ts';
import { inArray, max } from '../../../db/drizzle.ts';
import { prepared } from '../../../db/prepared.ts';
import { stripeEvents } from '../../../db/schema.ts';
import { handledEvents } from '../payments/stripe/handled-events.ts';

const newestEvent = prepared((db) =>
  db
    .select({ receivedAt: max(stripeEvents.receivedAt) })
    .from(stripeEvents)
    .where(inArray(stripeEvents.type, [...handledEvents])),
);

/** When the newest handled event came; null when none has in a month. */
export function findNewestEvent(db: Queryable): number | null {
  return newestEvent(db).get()?.receivedAt ?? null;
}
