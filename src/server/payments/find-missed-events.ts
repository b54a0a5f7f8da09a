import { writeTransaction } from '../../../db/client.ts';
import { days, minutes } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import type { PaymentEvent } from '../context/payment-gateway.ts';
import { followEvent } from './follow-event.ts';
import { rememberMissedWebhook } from './money/payment-repository.ts';
import {
  readEventsReadUntil,
  readEventsSetAside,
  writeEventsReadUntil,
  writeEventsSetAside,
} from './money/service-repository.ts';

/** How long Stripe keeps events, in milliseconds (https://docs.stripe.com/api/events). */
const eventsKept = days(30);

/** Events of one moment are not listed all at once: this much is read again, in milliseconds. */
const overlap = minutes(5);

/** One payment that cannot be asked about does not hold up the others; after so many it is the provider. */
const mostFailures = 3;

/** With so many set aside it is no exception any more: nothing new is read until some could be followed. */
const mostSetAside = 100;

/**
 * Reads the provider's own list of what happened since it was last read. It finds events whose webhook never came,
 * however long the service or its webhooks were silent. An event that cannot be followed is set aside, so that it does
 * not hold up the others, and tried again in every run.
 *
 * @param stop when aborted, no more events are begun
 * @param alive called before every event
 * @returns how many orders were brought up to date
 * @throws {DomainError} `payment_provider_failed` after the rest, when an event could not be followed
 */
export async function findMissedEvents(
  context: Context,
  stop?: AbortSignal,
  alive: () => void = () => {},
): Promise<number> {
  const { db, clock, payments, log } = context;
  const written = db.commits.watch();
  const now = clock.now();
  const readUntil = readEventsReadUntil(db);
  const readFrom = Math.max(now - eventsKept, (readUntil ?? 0) - overlap);
  const events: PaymentEvent[] = [];
  for await (const event of payments.listEvents(readFrom)) events.push(event);
  const waiting = readEventsSetAside(db).filter(({ event }) => event.createdAt > now - eventsKept);
  const known = new Set(waiting.map(({ event }) => event.id));
  // The oldest first, so that it is known up to where they were read.
  const fresh = events.reverse().filter(({ id }) => !known.has(id));
  const followNow = (some: PaymentEvent[]) => followAll(context, some, stop, alive);
  const first = await followNow(waiting.length < mostSetAside ? fresh : []);
  const again = await followNow(waiting.map(({ event }) => event));
  const over = new Set(again.done.map(({ id }) => id));
  const tried = new Set(again.failed.map(({ id }) => id));
  const left = waiting.filter(({ event }) => !over.has(event.id));
  // The mark goes past what is on the disk, and never past what was lost.
  await written();
  await writeTransaction(db, (tx) => {
    const last = [...first.done, ...first.failed].map(({ createdAt }) => createdAt);
    // What overlaps was read before: most runs find nothing else, and write nothing.
    if (last.length > 0 && Math.max(...last) !== readUntil) writeEventsReadUntil(tx, Math.max(...last));
    if (known.size === 0 && first.failed.length === 0) return;
    // What has just failed again has its turn after the others.
    writeEventsSetAside(tx, [
      ...left.filter(({ event }) => !tried.has(event.id)),
      ...left.filter(({ event }) => tried.has(event.id)),
      ...first.failed.map((event) => ({ event })),
    ]);
  });
  const found = first.found + again.found;
  if (found > 0) log.warn({ found }, 'something happened to payments that no webhook had told of');
  const error = first.error ?? again.error;
  if (error) throw error;
  return found;
}

/** Follows events until too many fail. */
async function followAll(
  context: Context,
  events: PaymentEvent[],
  stop: AbortSignal | undefined,
  alive: () => void,
) {
  const done: PaymentEvent[] = [];
  const failed: PaymentEvent[] = [];
  let found = 0;
  let error: DomainError | null = null;
  for (const event of events) {
    if (stop?.aborted || failed.length === mostFailures) break;
    alive();
    try {
      const followed = await followEvent(context, event, event.createdAt);
      done.push(event);
      if (!followed?.isNews) continue;
      found += 1;
      const foundAt = context.clock.now();
      const missed = { paymentIntentId: followed.payment.id, foundAt };
      await writeTransaction(context.db, (tx) => rememberMissedWebhook(tx, missed));
    } catch (failure) {
      if (!(failure instanceof DomainError)) throw failure;
      failed.push(event);
      error ??= failure;
    }
  }
  return { done, failed, found, error };
}
