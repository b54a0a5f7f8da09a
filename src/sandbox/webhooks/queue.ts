import type { Log } from '../log.ts';
import { buildEvent, type EventOrigin, type Happening } from '../objects/event.ts';
import type { Store } from '../store.ts';
import type { Endpoints } from './endpoints.ts';
import { signatureHeader } from './signature.ts';

const concurrency = 8;
const timeoutMs = 10_000;
const delays = [500, 1000, 2000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
const givesUpAfter = 3 * 24 * 3600 * 1000;
const longestTimer = 60_000;

export interface Webhooks {
  /** Stores the event and its deliveries; call it inside the transaction of what happened. */
  enqueue(happening: Happening, origin: EventOrigin): void;
  /** Starts what is due, after the current work. */
  deliverSoon(): void;
  close(): void;
}

export interface WebhookDeps {
  store: Store;
  /** Who is told of which events. */
  endpoints: Pick<Endpoints, 'listeningTo' | 'find'>;
  log: Log;
  now: () => number;
}

interface Delivery {
  seq: number;
  event_id: string;
  endpoint_id: string;
  attempts: number;
  queued_at: number;
}

/**
 * Sends every event to its listening endpoints: signed, at most eight at a time, again and again with growing delays
 * for three days unless the answer is 2xx. The queue is in the store, so it continues after a restart; the delays
 * follow the wall clock.
 */
export function createWebhooks({ store, endpoints, log, now }: WebhookDeps): Webhooks {
  const closing = new AbortController();
  const inFlight = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let isScheduled = false;
  let isClosed = false;

  const insert = store.db.prepare(
    'INSERT INTO sendings (event_id, endpoint_id, due_at, queued_at) VALUES (?, ?, ?, ?)',
  );
  const remove = store.db.prepare('DELETE FROM sendings WHERE seq = ?');
  const waiting = store.db
    .prepare<[string], number>('SELECT COUNT(*) FROM sendings WHERE event_id = ?')
    .pluck();
  const postpone = store.db.prepare('UPDATE sendings SET attempts = ?, due_at = ? WHERE seq = ?');
  // What is in flight is still in the table, so that a killed process sends it again: read past it.
  const due = store.db.prepare<[number, number], Delivery>(
    'SELECT seq, event_id, endpoint_id, attempts, queued_at FROM sendings WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?',
  );
  const nextDue = store.db.prepare<[number], { due_at: number }>(
    'SELECT due_at FROM sendings WHERE due_at > ? ORDER BY due_at LIMIT 1',
  );

  /** @returns the status of the answer */
  async function post(url: string, body: string, signature: string): Promise<number> {
    const { status, body: answer } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer?.cancel();
    return status;
  }

  function settle(delivery: Delivery): void {
    store.transaction(() => {
      remove.run(delivery.seq);
      const event = store.get('event', delivery.event_id);
      if (event) store.put({ ...event, pending_webhooks: waiting.get(delivery.event_id) ?? 0 });
    });
  }

  function retryLater(delivery: Delivery, url: string, reason: string): void {
    const at = Date.now();
    const delay = delays[Math.min(delivery.attempts, delays.length - 1)] ?? 0;
    const facts = {
      event: delivery.event_id,
      endpoint: delivery.endpoint_id,
      url,
      attempt: delivery.attempts + 1,
      reason,
    };
    if (at + delay - delivery.queued_at > givesUpAfter) {
      remove.run(delivery.seq);
      log.error(facts, 'sandbox webhook given up');
      return;
    }
    postpone.run(delivery.attempts + 1, at + delay, delivery.seq);
    log.warn({ ...facts, retryInMs: delay }, 'sandbox webhook failed');
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const event = store.get('event', delivery.event_id);
    const endpoint = endpoints.find(delivery.endpoint_id);
    if (!event || !endpoint) {
      settle(delivery);
      return;
    }
    const payload = JSON.stringify(event, null, 2);
    let reason: string | null;
    try {
      const header = signatureHeader(payload, endpoint.secret, Math.floor(now() / 1000));
      const status = await post(endpoint.url, payload, header);
      reason = status >= 200 && status < 300 ? null : `status ${status}`;
    } catch (error) {
      reason = wordsOf(error);
    }
    if (isClosed) return;
    if (reason === null) settle(delivery);
    else retryLater(delivery, endpoint.url, reason);
  }

  function pump(): void {
    isScheduled = false;
    if (isClosed) return;
    clearTimeout(timer);
    const at = Date.now();
    for (const delivery of due.all(at, concurrency + inFlight.size)) {
      if (inFlight.size >= concurrency) break;
      if (inFlight.has(delivery.seq)) continue;
      inFlight.add(delivery.seq);
      deliver(delivery)
        .catch((error: unknown) => log.error({ err: error }, 'sandbox webhook queue failed'))
        .finally(() => {
          inFlight.delete(delivery.seq);
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
      const listeners = endpoints.listeningTo(happening.type);
      const event = buildEvent(happening, origin, listeners.length);
      const at = Date.now();
      store.put(event);
      for (const endpoint of listeners) insert.run(event.id, endpoint.id, at, at);
    },
    deliverSoon,
    close() {
      isClosed = true;
      clearTimeout(timer);
      closing.abort();
    },
  };
}

/** @returns what went wrong: `fetch` says it in the cause of its error */
function wordsOf(error: unknown): string {
  const { cause, message } = error as Error;
  return (cause instanceof Error && cause.message) || message;
}
