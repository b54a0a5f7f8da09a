import type { Log } from '../log.ts';
import { buildEvent, type EventOrigin, type Happening } from '../objects/event.ts';
import type { Store } from '../store.ts';
import { createPoster } from './post.ts';
import { signatureHeader } from './signature.ts';

const concurrency = 8;
const delays = [500, 1000, 2000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
const givesUpAfter = 3 * 24 * 3600 * 1000;
const longestTimer = 60_000;

export interface Webhooks {
  /** Stores the event and its delivery; call it inside the transaction of what happened. */
  enqueue(happening: Happening, origin: EventOrigin): void;
  /** Starts what is due, after the current work. */
  deliverSoon(): void;
  close(): void;
}

export interface WebhookDeps {
  store: Store;
  url: string;
  secret: string;
  log: Log;
  now: () => number;
}

/** Of an account without a webhook address: events are kept, and sent to nobody. */
export function withoutWebhooks(store: Store): Webhooks {
  return {
    enqueue: (happening, origin) => store.put({ ...buildEvent(happening, origin), pending_webhooks: 0 }),
    deliverSoon() {},
    close() {},
  };
}

interface Delivery {
  event_id: string;
  attempts: number;
  queued_at: number;
}

/**
 * Sends every event to the webhook address: signed, at most eight at a time, again and again with
 * growing delays for three days unless the answer is 2xx. The queue is in the store, so a restart goes on
 * where the process ended; the delays are kept by the wall clock.
 */
export function createWebhooks({ store, url, secret, log, now }: WebhookDeps): Webhooks {
  const poster = createPoster(url, concurrency);
  const inFlight = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isScheduled = false;
  let isClosed = false;

  const insert = store.db.prepare('INSERT INTO deliveries (event_id, due_at, queued_at) VALUES (?, ?, ?)');
  const remove = store.db.prepare('DELETE FROM deliveries WHERE event_id = ?');
  const postpone = store.db.prepare('UPDATE deliveries SET attempts = ?, due_at = ? WHERE event_id = ?');
  // What is in flight is still in the table, so that a killed process sends it again: read past it.
  const due = store.db.prepare<[number, number], Delivery>(
    'SELECT event_id, attempts, queued_at FROM deliveries WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?',
  );
  const nextDue = store.db.prepare<[number], { due_at: number }>(
    'SELECT due_at FROM deliveries WHERE due_at > ? ORDER BY due_at LIMIT 1',
  );

  function settle(eventId: string): void {
    store.transaction(() => {
      remove.run(eventId);
      const event = store.get('event', eventId);
      if (event) store.put({ ...event, pending_webhooks: 0 });
    });
  }

  function retryLater(delivery: Delivery, reason: string): void {
    const at = Date.now();
    const delay = delays[Math.min(delivery.attempts, delays.length - 1)] ?? 0;
    const facts = { event: delivery.event_id, attempt: delivery.attempts + 1, reason };
    if (at + delay - delivery.queued_at > givesUpAfter) {
      remove.run(delivery.event_id);
      log.error(facts, 'sandbox webhook given up');
      return;
    }
    postpone.run(delivery.attempts + 1, at + delay, delivery.event_id);
    log.warn({ ...facts, retryInMs: delay }, 'sandbox webhook failed');
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const event = store.get('event', delivery.event_id);
    if (!event) {
      remove.run(delivery.event_id);
      return;
    }
    const payload = JSON.stringify(event, null, 2);
    let reason: string | null;
    try {
      const header = signatureHeader(payload, secret, Math.floor(now() / 1000));
      const status = await poster.post(payload, { 'Stripe-Signature': header });
      reason = status >= 200 && status < 300 ? null : `status ${status}`;
    } catch (error) {
      reason = error instanceof Error ? error.message : 'network failure';
    }
    if (isClosed) return;
    if (reason === null) settle(delivery.event_id);
    else retryLater(delivery, reason);
  }

  function pump(): void {
    isScheduled = false;
    if (isClosed) return;
    clearTimeout(timer);
    const at = Date.now();
    for (const delivery of due.all(at, concurrency + inFlight.size)) {
      if (inFlight.size >= concurrency) break;
      if (inFlight.has(delivery.event_id)) continue;
      inFlight.add(delivery.event_id);
      deliver(delivery)
        .catch((error: unknown) => log.error({ err: error }, 'sandbox webhook queue failed'))
        .finally(() => {
          inFlight.delete(delivery.event_id);
          deliverSoon();
        });
    }
    const next = nextDue.get(at);
    if (!next) return;
    timer = setTimeout(pump, Math.min(next.due_at - at, longestTimer));
    timer.unref();
  }

  function deliverSoon(): void {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    setImmediate(pump);
  }

  return {
    enqueue(happening, origin) {
      const event = buildEvent(happening, origin);
      const at = Date.now();
      store.put(event);
      insert.run(event.id, at, at);
    },
    deliverSoon,
    close() {
      isClosed = true;
      clearTimeout(timer);
      poster.close();
    },
  };
}
