import { writeTransaction } from '../../../db/client.ts';
import { days, minutes } from '../../shared/durations.ts';
import { type Context, noControl, type RunControl } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import type { PaymentEvent } from '../base/payment-gateway.ts';
import {
  readEventsReadUntil,
  readEventsSetAside,
  rememberMissedWebhook,
  replaceEventsSetAside,
  writeEventsReadUntil,
} from './payment-repository.ts';
import { processEvent } from './process-event.ts';
import { settlePayment } from './settle-payment.ts';

/** As long as Stripe repeats a webhook. */
const reconciledPeriod = days(3);

/** Settles payments of three days whose webhook is lost or late, and returns how many orders it updated. */
export async function reconcilePayments(context: Context): Promise<number> {
  let found = 0;
  for await (const payment of context.payments.listPayments(context.clock.now() - reconciledPeriod)) {
    if (payment.status !== 'succeeded') continue;
    if (!(await settlePayment(context, payment)).hasChanged) continue;
    found += 1;
    const missed = { paymentIntentId: payment.id, foundAt: context.clock.now() };
    await writeTransaction(context.db, (tx) => rememberMissedWebhook(tx, missed));
  }
  if (found > 0) {
    context.log.warn({ found }, 'payments were found without a webhook');
  }
  return found;
}

/** Stripe's retention of events (https://docs.stripe.com/api/events). */
const eventsKept = days(30);

/** How far consecutive reads overlap: events of one moment may not be listed at once. */
const overlap = minutes(5);

const maximumFailures = 3;

const maximumSetAside = 100;

/**
 * Processes events without webhooks and returns how many changed an order. Failed ones are retried in later runs, and
 * the first of their errors is thrown at the end.
 */
export async function findMissedEvents(context: Context, control = noControl): Promise<number> {
  const { db, clock, payments, log } = context;
  const oldest = clock.now() - eventsKept;
  const readUntil = readEventsReadUntil(db);
  const events: PaymentEvent[] = [];
  for await (const event of payments.listEvents(Math.max(oldest, (readUntil ?? 0) - overlap))) {
    events.push(event);
  }
  // Oldest first, so that the stored mark advances with them.
  events.reverse();
  const waiting = readEventsSetAside(db).filter(({ createdAt }) => createdAt > oldest);
  const waitingIds = idsOf(waiting);
  const fresh = waiting.length < maximumSetAside ? events.filter(({ id }) => !waitingIds.has(id)) : [];
  const first = await followAll(context, fresh, control);
  const again = await followAll(context, waiting, control);
  const tried = idsOf([...again.done, ...again.failed]);
  await writeTransaction(db, (tx) => {
    const last = Math.max(...[...first.done, ...first.failed].map(({ createdAt }) => createdAt));
    if (last > 0 && last !== readUntil) writeEventsReadUntil(tx, last);
    if (waiting.length === 0 && first.failed.length === 0) return;
    const untried = waiting.filter(({ id }) => !tried.has(id));
    replaceEventsSetAside(tx, [...untried, ...again.failed, ...first.failed]);
  });
  const found = first.found + again.found;
  if (found > 0) log.warn({ found }, 'payments changed without a webhook');
  const error = first.error ?? again.error;
  if (error) throw error;
  return found;
}

function idsOf(events: PaymentEvent[]): Set<string> {
  return new Set(events.map(({ id }) => id));
}

async function followAll(context: Context, events: PaymentEvent[], { stop, heartbeat }: RunControl) {
  const done: PaymentEvent[] = [];
  const failed: PaymentEvent[] = [];
  let found = 0;
  let error: DomainError | null = null;
  for (const event of events) {
    if (stop.aborted || failed.length === maximumFailures) break;
    heartbeat();
    try {
      const processed = await processEvent(context, event, event.createdAt);
      done.push(event);
      if (!processed?.hasChanged) continue;
      found += 1;
      const missed = { paymentIntentId: processed.payment.id, foundAt: context.clock.now() };
      await writeTransaction(context.db, (tx) => rememberMissedWebhook(tx, missed));
    } catch (failure) {
      if (!(failure instanceof DomainError)) throw failure;
      failed.push(event);
      error ??= failure;
    }
  }
  return { done, failed, found, error };
}
