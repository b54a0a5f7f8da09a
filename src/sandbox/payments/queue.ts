import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { apiVersion } from '../sandbox-keys.ts';
import type { Store, StoredObject } from '../store.ts';
import type { Endpoints } from './endpoints.ts';

const concurrency = 8;
const requestTimeoutMs = 10_000;
const retryDelays = [500, 1000, 2000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
const retriedForMs = 3 * 24 * 3600 * 1000;

export interface Log {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The request that caused an event; both ids are null when a bank or Stripe caused it. */
export type Origin = { requestId: string | null; idempotencyKey: string | null };

interface Delivery {
  seq: number;
  event_id: string;
  endpoint_id: string;
  attempts: number;
  queued_at: number;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Returns the stored queue of webhooks: it signs them, and retries for three days until the answer is 2xx. */
export function createWebhooks(store: Store, endpoints: Endpoints, log: Log, now: () => number) {
  const closing = new AbortController();
  const inFlight = new Set<number>();

  const insert = store.db.prepare(
    'INSERT INTO sendings (event_id, endpoint_id, due_at, queued_at) VALUES (?, ?, ?, ?)',
  );
  const remove = store.db.prepare('DELETE FROM sendings WHERE seq = ?');
  const waiting = store.db
    .prepare<[string], number>('SELECT COUNT(*) FROM sendings WHERE event_id = ?')
    .pluck();
  const postpone = store.db.prepare('UPDATE sendings SET attempts = ?, due_at = ? WHERE seq = ?');
  // Rows being sent stay in the table, so that they are sent again after a crash.
  const due = store.db.prepare<[number, number], Delivery>(
    'SELECT seq, event_id, endpoint_id, attempts, queued_at FROM sendings WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?',
  );
  function finish({ seq, event_id: id }: Delivery): void {
    store.transaction(() => {
      remove.run(seq);
      const event = store.get('event', id);
      if (event) store.put({ ...event, pending_webhooks: waiting.get(id) ?? 0 });
    });
  }

  function retryLater(delivery: Delivery, url: string, reason: string): void {
    const { seq, attempts, event_id: event, endpoint_id: endpoint, queued_at: queuedAt } = delivery;
    const dueAt = Date.now() + (retryDelays[attempts] ?? retryDelays.at(-1) ?? 0);
    const facts = { event, endpoint, url, attempt: attempts + 1, reason };
    if (dueAt - queuedAt > retriedForMs) {
      remove.run(seq);
      log.error(facts, 'sandbox webhook given up');
      return;
    }
    postpone.run(attempts + 1, dueAt, seq);
    log.warn(facts, 'sandbox webhook failed');
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const event = store.get('event', delivery.event_id);
    const endpoint = endpoints.find(delivery.endpoint_id);
    if (!event || !endpoint) return finish(delivery);
    const body = JSON.stringify(event, null, 2);
    let problem: string | null;
    try {
      const { status, body: answer } = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, endpoint.secret, Math.floor(now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(requestTimeoutMs)]),
      });
      await answer?.cancel();
      problem = status >= 200 && status < 300 ? null : `status ${status}`;
    } catch (error) {
      const { cause, message } = error as Error;
      problem = (cause instanceof Error && cause.message) || message;
    }
    if (closing.signal.aborted) return;
    if (problem === null) finish(delivery);
    else retryLater(delivery, endpoint.url, problem);
  }

  const report = (error: unknown) => log.error({ err: error }, 'sandbox webhook queue failed');

  function deliverDue(): void {
    if (closing.signal.aborted || inFlight.size >= concurrency) return;
    try {
      const rows = due.all(Date.now(), 2 * concurrency).filter(({ seq }) => !inFlight.has(seq));
      for (const delivery of rows.slice(0, concurrency - inFlight.size)) {
        inFlight.add(delivery.seq);
        deliver(delivery)
          .then(deliverSoon, report)
          .finally(() => inFlight.delete(delivery.seq));
      }
    } catch (error) {
      report(error);
    }
  }

  const deliverSoon = () => void setImmediate(deliverDue);

  return {
    /** Stores an event and its deliveries; must be called inside the transaction that causes it. */
    enqueue(type: Stripe.Event['type'], object: StoredObject, origin: Origin & { created: number }): void {
      const listeners = endpoints.listeningTo(type);
      const { created, requestId, idempotencyKey } = origin;
      const event = {
        id: store.newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created,
        data: { object },
        livemode: false,
        pending_webhooks: listeners.length,
        request: { id: requestId, idempotency_key: idempotencyKey },
        type,
      } as Stripe.Event;
      const at = Date.now();
      store.put(event);
      for (const endpoint of listeners) insert.run(event.id, endpoint.id, at, at);
    },
    deliverSoon,
    close: () => closing.abort(),
  };
}

/** Returns the `Stripe-Signature` header (https://docs.stripe.com/webhooks#verify-manually). */
export function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
