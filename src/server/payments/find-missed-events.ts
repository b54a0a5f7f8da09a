import { days, minutes } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import type { PaymentEvent } from '../context/payment-gateway.ts';
import { followEvent } from './follow-event.ts';
import { rememberMissedWebhook } from './money/payment-repository.ts';
import { readEventsReadUntil, writeEventsReadUntil } from './money/service-repository.ts';

/** How long Stripe keeps events, in milliseconds (https://docs.stripe.com/api/events). */
const eventsKept = days(30);

/** Events of one moment are not listed all at once: this much is read again, in milliseconds. */
const overlap = minutes(5);

/** One payment that cannot be asked about does not hold up the others; after so many it is the provider. */
const mostFailures = 3;

/**
 * Reads the provider's own list of what happened since it was last read, so that nothing is missed whose webhook never
 * came, however long the service or its webhooks were silent.
 *
 * @param stop when aborted, nothing more is begun
 * @param alive called before every event
 * @returns how many orders were brought up to date
 * @throws {DomainError} `payment_provider_failed` after the rest, when something could not be followed; the next run
 *   begins with it
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
  const failures: DomainError[] = [];
  // The oldest first: up to the first that could not be followed, nothing is read again.
  for (const event of events.reverse()) {
    if (stop?.aborted || failures.length === mostFailures) break;
    alive();
    try {
      const followed = await followEvent(context, event, event.createdAt);
      if (failures.length === 0) readUntil = event.createdAt;
      if (!followed?.isNews) continue;
      found += 1;
      rememberMissedWebhook(db, { paymentIntentId: followed.payment.id, foundAt: clock.now() });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failures.push(error);
    }
  }
  if (readUntil > 0) writeEventsReadUntil(db, readUntil);
  if (found > 0) log.warn({ found }, 'something happened to payments that no webhook had told of');
  if (failures[0]) throw failures[0];
  return found;
}
