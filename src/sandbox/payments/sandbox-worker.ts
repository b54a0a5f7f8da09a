import type { SandboxStep } from '../step-names.ts';
import type { Store } from '../store.ts';
import { StripeApiError } from './api-errors.ts';
import type { Log, Origin, Webhooks } from './queue.ts';
import type { RequestContext } from './request-context.ts';
import { runStep } from './run-step.ts';

export const noRequest: Origin = { requestId: null, idempotencyKey: null };

export type SandboxWorker = ReturnType<typeof createSandboxWorker>;

/** Returns the worker: `run` runs an action in one transaction, `settle` the stored delayed steps, due or all. */
export function createSandboxWorker(
  store: Store,
  webhooks: Webhooks,
  { log, now, bankTakesMs }: { log: Log; now: () => number; bankTakesMs: number },
) {
  const put = store.db.prepare('INSERT OR REPLACE INTO later (object_id, step, due_at) VALUES (?, ?, ?)');
  const remove = store.db.prepare('DELETE FROM later WHERE object_id = ?');
  const due = store.db.prepare<[number], { object_id: string; step: SandboxStep }>(
    'SELECT object_id, step FROM later WHERE due_at <= ? ORDER BY due_at, rowid',
  );
  function run<T>(origin: Origin, action: (work: RequestContext) => T): T {
    const at = now();
    const seconds = Math.floor(at / 1000);
    const result = store.transaction(() =>
      action({
        store,
        seconds,
        now: at,
        record(type, object) {
          store.put(object);
          webhooks.enqueue(type, object, { created: seconds, ...origin });
          return object;
        },
        schedule: (id, step) => put.run(id, step, at + bankTakesMs),
        unschedule: (id) => remove.run(id),
      }),
    );
    webhooks.deliverSoon();
    return result;
  }

  function settle(which: 'due' | 'everything' = 'due'): void {
    const rows = due.all(which === 'due' ? now() : Number.MAX_SAFE_INTEGER);
    for (const { object_id: id, step } of rows) {
      run(noRequest, (work) => {
        remove.run(id);
        try {
          // Nested, so that an impossible step is rolled back.
          store.transaction(() => runStep(work, { step, id }));
        } catch (error) {
          if (!(error instanceof StripeApiError)) throw error;
          log.warn({ id, step, reason: error.message }, 'sandbox step was no longer possible');
        }
      });
    }
  }

  return { run, settle };
}
