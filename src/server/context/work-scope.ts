import { AsyncLocalStorage } from 'node:async_hooks';

type LogPart = 'orders' | 'outbox' | 'payments' | 'people' | 'settings' | 'pages' | 'http' | 'jobs';

interface Work {
  part: LogPart;
  request?: string;
}

export type WorkScope = ReturnType<typeof createWorkScope>;

/** Carries the current work through all that is awaited in it, for the lines of the log. */
export function createWorkScope() {
  const storage = new AsyncLocalStorage<Work>();
  return {
    run: <T>(work: Work, what: () => T): T => storage.run(work, what),
    current: () => storage.getStore(),
  };
}

const partsOfPaths: [LogPart, RegExp][] = [
  [
    'payments',
    /^\/api\/(stripe|create-simple|confirm-payment|payment-failure|orders\/[^/]+\/(payment|refund))/,
  ],
  ['payments', /^\/api\/orders\/[^/]+\/(accept|clear)-payment$/],
  [
    'orders',
    /^\/api\/(orders|order-links|reader|readings|assignments|questions|problems|mails|withdrawals)\b/,
  ],
  ['people', /^\/api\/(auth|login|logout|staff|readers|account|admin|password-reset)\b/],
  ['settings', /^\/api\/(settings|business)\b/],
];

export function partOfCall(path: string): LogPart {
  return partsOfPaths.find(([, paths]) => paths.test(path))?.[0] ?? 'http';
}

const partsOfJobs: Record<string, LogPart> = {
  outbox: 'outbox',
  reconciler: 'payments',
  'missed events': 'payments',
  refunds: 'payments',
  'abandoned checkouts': 'payments',
  'stripe account': 'payments',
};

export function partOfJob(name: string): LogPart {
  return partsOfJobs[name] ?? 'jobs';
}
