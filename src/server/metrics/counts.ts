/*
 * What is counted while the service runs, in plain numbers: a request costs two additions and a look into a map.
 * What makes a text of it for Prometheus is loaded when somebody asks for that.
 */

/** Up to how many seconds a request took, for each of the counts that are kept of it. */
export const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** The requests of one route. */
export interface RouteCounts {
  method: string;
  /** A pattern such as `/api/orders/:id`, never a path: that may hold a secret. */
  route: string;
  byStatus: Map<number, number>;
  /** How many took that long at most and longer than the one before; the last: longer than all. */
  buckets: number[];
  seconds: number;
}

/** The runs of a background job. Times are milliseconds. */
export interface JobCounts {
  runs: number;
  failures: number;
  lastRunAt: number;
  lastSuccessAt: number | null;
  lastDuration: number;
}

export type CallResult = 'answered' | 'refused' | 'failed';

export interface Counts {
  /** @param milliseconds how long it took until its answer began */
  answered(method: string, route: string, status: number, milliseconds: number): void;
  /** A file, or what everybody is told alike: answered from memory, in no time worth measuring. */
  served(status: number): void;
  ran(job: string, run: { startedAt: number; duration: number; hasFailed: boolean }): void;
  /** @param task which kind of call of the payment provider */
  called(task: string, result: CallResult): void;
  readonly routes: ReadonlyMap<string, RouteCounts>;
  readonly files: ReadonlyMap<number, number>;
  readonly jobs: ReadonlyMap<string, JobCounts>;
  readonly calls: ReadonlyMap<string, { task: string; result: CallResult; count: number }>;
}

/** More than there are. Each stays for as long as the service runs, so nobody's mistake may make them without end. */
const mostRoutes = 200;

/** What is counted of all routes beyond those. */
const otherRoute = 'other';

export function createCounts(): Counts {
  const names = new Set<string>();
  const routes = new Map<string, RouteCounts>();
  const files = new Map<number, number>();
  const jobs = new Map<string, JobCounts>();
  const calls = new Map<string, { task: string; result: CallResult; count: number }>();

  function nameOf(route: string): string {
    if (!names.has(route) && names.size >= mostRoutes) return otherRoute;
    names.add(route);
    return route;
  }

  // Methods are not without end: Node reads some thirty of them.
  function countsOf(method: string, pattern: string): RouteCounts {
    const route = nameOf(pattern);
    const key = `${method} ${route}`;
    const known = routes.get(key);
    if (known) return known;
    const buckets = Array.from({ length: bucketSeconds.length + 1 }, () => 0);
    const added = { method, route, byStatus: new Map<number, number>(), buckets, seconds: 0 };
    routes.set(key, added);
    return added;
  }

  return {
    answered(method, route, status, milliseconds) {
      const counts = countsOf(method, route);
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      const seconds = milliseconds / 1_000;
      counts.seconds += seconds;
      let bucket = 0;
      while (bucket < bucketSeconds.length && seconds > (bucketSeconds[bucket] ?? 0)) bucket += 1;
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    },
    served: (status) => void files.set(status, (files.get(status) ?? 0) + 1),
    ran(job, { startedAt, duration, hasFailed }) {
      const before = jobs.get(job);
      jobs.set(job, {
        runs: (before?.runs ?? 0) + 1,
        failures: (before?.failures ?? 0) + (hasFailed ? 1 : 0),
        lastRunAt: startedAt,
        lastSuccessAt: hasFailed ? (before?.lastSuccessAt ?? null) : startedAt,
        lastDuration: duration,
      });
    },
    called(task, result) {
      const key = `${task} ${result}`;
      calls.set(key, { task, result, count: (calls.get(key)?.count ?? 0) + 1 });
    },
    routes,
    files,
    jobs,
    calls,
  };
}
