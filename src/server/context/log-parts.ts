/** The parts of the service, which each line of the log names. */
export type LogPart = 'orders' | 'outbox' | 'payments' | 'people' | 'settings' | 'pages' | 'http' | 'jobs';

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

/** @returns the part of the service that an API call belongs to */
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
  'public pages': 'pages',
};

/** @returns the part of the service that a background job belongs to */
export function partOfJob(name: string): LogPart {
  return partsOfJobs[name] ?? 'jobs';
}
