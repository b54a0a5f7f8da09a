import type { Log } from '../log.ts';
import { ApiError } from '../rest/errors.ts';
import type { Step } from '../step-names.ts';
import type { Store } from '../store.ts';
import type { Webhooks } from '../webhooks/queue.ts';
import type { Work } from './context.ts';
import { bringAbout } from './steps.ts';

export interface WorkerDeps {
  store: Store;
  webhooks: Webhooks;
  log: Log;
  /** Milliseconds. */
  now: () => number;
  /** How long a bank takes, in milliseconds. */
  bankTakesMs: number;
}

/** The request that work is done for; null for what happens by itself. */
export interface Origin {
  requestId: string | null;
  idempotencyKey: string | null;
}
export const ofItself: Origin = { requestId: null, idempotencyKey: null };

export interface Worker {
  /** Does work in one transaction and sends its events. */
  run<T>(origin: Origin, action: (work: Work) => T): T;
  /** Lets happen what is due by now, or all that is to happen at all. */
  settle(which?: 'due' | 'everything'): void;
  close(): void;
}

const longestTimer = 60_000;

/**
 * Does all work on the sandbox's objects. What a bank takes its time for is in the store, so it happens after a
 * restart as well: by a timer, and before anything is asked.
 */
export function createWorker({ store, webhooks, log, now, bankTakesMs }: WorkerDeps): Worker {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const put = store.db.prepare('INSERT OR REPLACE INTO later (object_id, step, due_at) VALUES (?, ?, ?)');
  const remove = store.db.prepare('DELETE FROM later WHERE object_id = ?');
  const due = store.db.prepare<[number], { object_id: string; step: Step }>(
    'SELECT object_id, step FROM later WHERE due_at <= ? ORDER BY due_at, rowid',
  );
  const nextDue = store.db.prepare<[], number | null>('SELECT MIN(due_at) FROM later').pluck();

  function wakeUp(): void {
    clearTimeout(timer);
    const next = nextDue.get();
    if (isClosed || next === null || next === undefined) return;
    timer = setTimeout(settleByItself, Math.min(Math.max(next - now(), 10), longestTimer));
    timer.unref();
  }

  function run<T>(origin: Origin, action: (work: Work) => T): T {
    const at = now();
    const seconds = Math.floor(at / 1000);
    const result = store.transaction(() =>
      action({
        store,
        seconds,
        now: at,
        tell: (happening) => webhooks.enqueue(happening, { created: seconds, ...origin }),
        later: (id, step) => put.run(id, step, at + bankTakesMs),
        forgetLater: (id) => remove.run(id),
      }),
    );
    webhooks.deliverSoon();
    wakeUp();
    return result;
  }

  function settle(which: 'due' | 'everything' = 'due'): void {
    const rows = due.all(which === 'due' ? now() : Number.MAX_SAFE_INTEGER);
    for (const { object_id: id, step } of rows) {
      run(ofItself, (work) => {
        remove.run(id);
        try {
          // Nested, so that a step that is no longer possible is rolled back.
          store.transaction(() => bringAbout(work, { step, id }));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          log.warn({ id, step, reason: error.message }, 'sandbox step was no longer possible');
        }
      });
    }
    if (rows.length === 0) wakeUp();
  }

  function settleByItself(): void {
    try {
      settle();
    } catch (error) {
      log.error({ err: error }, 'sandbox steps failed');
    }
  }

  return {
    run,
    settle,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
