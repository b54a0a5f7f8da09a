import { days, minutes } from '../../shared/durations.ts';
import type { Context } from '../context/context.ts';
import type { PaymentEvent } from '../context/payment-gateway.ts';
import { followEvent } from './follow-event.ts';
import { rememberMissedWebhook } from './money/payment-repository.ts';
import { readEventsReadUntil, writeEventsReadUntil } from './money/service-repository.ts';

/** How long Stripe keeps events, in milliseconds (https://docs.stripe.com/api/events). */
const eventsKept = days(30);

/** Events of one moment are not listed all at once: this much is read again, in milliseconds. */
const overlap = minutes(5);

/**
 * Reads the provider's own list of what happened since it was last read, so that nothing is missed whose webhook never
 * came, however long the service or its webhooks were silent.
 *
 * @param stop when aborted, nothing more is begun
 * @param alive called before every event
 * @returns how many orders were brought up to date
 * @throws {DomainError} `payment_provider_failed`; the next run begins where this one did
 */
export async function findMissedEvents(
  context: Context,
  stop?: AbortSignal,
  alive: () => void = () => {},
): Promise<number> {
  const { db, clock, payments, log } = context;
  const now = clock.now();
  const since = Math.max(now - eventsKept, (readEventsReadUntil(db) ?? 0) - overlap);
  const events: PaymentEvent[] = [];
  for await (const event of payments.listEvents(since)) events.push(event);
  let found = 0;
  let readUntil = 0;
  try {
    // The oldest first: if it breaks off, nothing before it is missing.
    for (const event of events.reverse()) {
      if (stop?.aborted) break;
      alive();
      const followed = await followEvent(context, event, event.createdAt);
      readUntil = event.createdAt;
      if (!followed?.isNews) continue;
      found += 1;
      rememberMissedWebhook(db, { paymentIntentId: followed.payment.id, foundAt: clock.now() });
    }
  } finally {
    if (readUntil > 0) writeEventsReadUntil(db, readUntil);
  }
  if (found > 0) log.warn({ found }, 'something happened to payments that no webhook had told of');
  return found;
}
