import { statSync } from 'node:fs';
import type { Context } from '../context/context.ts';
import { bucketSeconds, type Counts, type RouteCounts } from './counts.ts';
import { countMails, countOrders, readLastBackup } from './metrics-repository.ts';

interface Value {
  labels: Record<string, string | number>;
  value: number;
  /** Of a part of a histogram. */
  metricName?: string;
}

/** A metric as prom-client writes it; one that is read when somebody asks needs no more of it. */
interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  values: Value[];
}

/** Writes all that is counted as Prometheus reads it (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export interface MetricsWriter {
  /** @returns the text, with its content type */
  write(): Promise<{ text: string; type: string }>;
}

export function createMetricsWriter(context: Context, counts: Counts): MetricsWriter {
  let registry: Promise<import('prom-client').Registry> | undefined;

  // It takes 5 MB, and measures the event loop from then on: only who asks for metrics pays for it.
  async function load() {
    const { collectDefaultMetrics, Registry } = await import('prom-client');
    const made = new Registry();
    collectDefaultMetrics({ register: made });
    for (const [name, make] of Object.entries(metrics)) {
      const metric = { name, get: async () => make(context, counts, name), reset: () => {} };
      // All that a registry asks of a metric.
      made.registerMetric(metric as never);
    }
    return made;
  }

  return {
    async write() {
      registry ??= load();
      const { contentType, metrics } = await registry.then((made) => ({
        contentType: made.contentType,
        metrics: () => made.metrics(),
      }));
      return { text: await metrics(), type: contentType };
    },
  };
}

type Make = (context: Context, counts: Counts, name: string) => Metric;

const inSeconds = (milliseconds: number) => milliseconds / 1_000;

const metrics: Record<string, Make> = {
  career_tarot_http_requests_total: (_context, { routes, files }, name) => ({
    name,
    help: 'Requests by route and status. The route "file" is what is answered from memory.',
    type: 'counter',
    values: [
      ...[...routes.values()].flatMap(({ method, route, byStatus }) =>
        [...byStatus].map(([status, value]) => ({ labels: { method, route, status }, value })),
      ),
      ...[...files].map(([status, value]) => ({ labels: { method: 'GET', route: 'file', status }, value })),
    ],
  }),
  career_tarot_http_request_duration_seconds: (_context, { routes }, name) => ({
    name,
    help: 'How long requests took until their answers began.',
    type: 'histogram',
    values: [...routes.values()].flatMap((counts) => histogram(name, counts)),
  }),
  career_tarot_orders: ({ db }, _counts, name) => ({
    name,
    help: 'Orders by state; those that were deleted do not count.',
    type: 'gauge',
    values: countOrders(db).map(({ status, paymentStatus, orders }) => ({
      labels: { status, payment_status: paymentStatus },
      value: orders,
    })),
  }),
  career_tarot_outbox_mails: ({ db }, _counts, name) => {
    const mails = countMails(db);
    return {
      name,
      help: 'Emails that wait, and that failed for good and wait for an admin.',
      type: 'gauge',
      values: (['queued', 'failed'] as const).map((state) => ({ labels: { state }, value: mails[state] })),
    };
  },
  career_tarot_outbox_oldest_seconds: ({ db, clock }, _counts, name) => ({
    name,
    help: 'How long the oldest of the mails that wait has been there; 0 for none.',
    type: 'gauge',
    values: since(countMails(db).oldest, clock.now()),
  }),
  career_tarot_outbox_late_seconds: ({ db, clock }, _counts, name) => ({
    name,
    help: 'For how long a mail should have been tried that was not; 0 for none.',
    type: 'gauge',
    values: since(countMails(db).due, clock.now()),
  }),
  career_tarot_job_runs_total: (_context, { jobs }, name) => ({
    name,
    help: 'Runs of the background jobs.',
    type: 'counter',
    values: [...jobs].map(([job, { runs }]) => ({ labels: { job }, value: runs })),
  }),
  career_tarot_job_failures_total: (_context, { jobs }, name) => ({
    name,
    help: 'Runs of the background jobs that failed.',
    type: 'counter',
    values: [...jobs].map(([job, { failures }]) => ({ labels: { job }, value: failures })),
  }),
  career_tarot_job_last_run_timestamp_seconds: (_context, { jobs }, name) => ({
    name,
    help: 'When a background job was begun last of those runs that have ended.',
    type: 'gauge',
    values: [...jobs].map(([job, { lastRunAt }]) => ({ labels: { job }, value: inSeconds(lastRunAt) })),
  }),
  career_tarot_job_last_success_timestamp_seconds: (_context, { jobs }, name) => ({
    name,
    help: 'When a background job was begun last that did not fail.',
    type: 'gauge',
    values: [...jobs].flatMap(([job, { lastSuccessAt }]) =>
      lastSuccessAt === null ? [] : { labels: { job }, value: inSeconds(lastSuccessAt) },
    ),
  }),
  career_tarot_job_last_duration_seconds: (_context, { jobs }, name) => ({
    name,
    help: 'How long the last run of a background job took.',
    type: 'gauge',
    values: [...jobs].map(([job, { lastDuration }]) => ({ labels: { job }, value: inSeconds(lastDuration) })),
  }),
  career_tarot_stripe_calls_total: (_context, { calls }, name) => ({
    name,
    help: 'Calls of Stripe: answered, refused with a reason that is about the call, or failed.',
    type: 'counter',
    values: [...calls.values()].map(({ task, result, count }) => ({
      labels: { task, result },
      value: count,
    })),
  }),
  career_tarot_backup_age_seconds: ({ db, clock }, _counts, name) => ({
    name,
    help: 'How old the newest backup is; missing when there is none.',
    type: 'gauge',
    values: ageOf(readLastBackup(db), clock.now()),
  }),
  career_tarot_database_bytes: ({ db }, _counts, name) => ({
    name,
    help: 'The size of the database file, and of the log beside it that is not in it yet.',
    type: 'gauge',
    values: (['database', 'wal'] as const).map((file) => ({
      labels: { file },
      value: sizeOf(file === 'wal' ? `${db.$client.name}-wal` : db.$client.name),
    })),
  }),
};

/** As Prometheus counts: each bucket with all before it. */
function histogram(name: string, { method, route, buckets, seconds }: RouteCounts): Value[] {
  const labels = { method, route };
  let reached = 0;
  const counted = buckets.map((count, index) => {
    reached += count;
    const le = bucketSeconds[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: reached };
  });
  return [
    ...counted,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: reached },
  ];
}

function since(moment: number | null, now: number): Value[] {
  return [{ labels: {}, value: moment === null ? 0 : Math.max(0, inSeconds(now - moment)) }];
}

/** @param fact when and where it was made, as JSON */
function ageOf(fact: string | undefined, now: number): Value[] {
  if (fact === undefined) return [];
  const { at } = JSON.parse(fact) as { at?: unknown };
  return typeof at === 'number' ? since(at, now) : [];
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
