/** What `npm run doctor` and the admin's settings check, in the order of the report, and what each is called. */
export const healthChecks = {
  settings: 'Settings',
  node: 'Node',
  database: 'Database',
  disk: 'Free disk',
  backup: 'Backup',
  address: 'Public address',
  clock: 'Clock',
  stripe: 'Stripe',
  webhooks: 'Webhooks',
  mail: 'Mail',
} as const;
export type HealthCheck = keyof typeof healthChecks;

/** `warning`: it works, or could not be checked, and the owner should look at it. */
export type HealthState = 'ok' | 'warning' | 'error';

/** The result of one check. It contains no keys, no passwords and no personal data. */
export interface HealthFinding {
  check: HealthCheck;
  state: HealthState;
  /** What was found, in a sentence or more. */
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

/** @returns the result of all checks, as a sentence */
export function summarizeHealth(findings: HealthFinding[]): string {
  const count = (state: HealthState) => findings.filter((finding) => finding.state === state).length;
  const [failed, doubtful] = [count('error'), count('warning')];
  if (failed === 0 && doubtful === 0) return 'All is well.';
  const first = failed > 0 ? `${failed} failed` : 'Nothing failed';
  return doubtful > 0 ? `${first}, ${doubtful} to look at.` : `${first}.`;
}
