/* What doctor finds: the command says it in a terminal, the admin's settings on a page. */

/** What is looked at, in the order in which it is told, and what each is called. */
export const healthChecks = {
  settings: 'Settings',
  node: 'Node',
  files: 'Files',
  disk: 'Free disk',
  database: 'Database',
  migrations: 'Migrations',
  backup: 'Backup',
  demo_accounts: 'Demo accounts',
  service: 'Service',
  public_url: 'Public address',
  proxies: 'Proxies',
  certificate: 'Certificate',
  clock: 'Clock',
  stripe_key: 'Stripe key',
  stripe_account: 'Stripe account',
  stripe_permissions: 'Stripe permissions',
  webhook_endpoint: 'Webhook endpoint',
  webhook_deliveries: 'Webhook deliveries',
  addresses: 'Contact and sender',
  mail_server: 'Mail server',
  test_mail: 'Test mail',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
} as const;
export type HealthCheck = keyof typeof healthChecks;

/**
 * - `ok`: as it should be
 * - `warning`: it works, and the owner should look at it
 * - `failed`: something does not work, or soon will not
 * - `skipped`: it was not looked at, and why
 */
export type HealthState = 'ok' | 'warning' | 'failed' | 'skipped';

/** The result of one check. It contains no keys, no passwords and no personal data. */
export interface HealthFinding {
  check: HealthCheck;
  state: HealthState;
  /** What was found, in a sentence or two. */
  found: string;
  /** What to do about it; null where there is nothing to do. */
  advice: string | null;
}

/** `GET /api/health-report`, and what `npm run doctor -- --json` prints. */
export interface HealthReport {
  /** ISO 8601 */
  checkedAt: string;
  findings: HealthFinding[];
}
