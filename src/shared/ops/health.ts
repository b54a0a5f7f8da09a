import { counted } from '../counted-text.ts';

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
  mail: 'Email',
} as const;
export type HealthCheck = keyof typeof healthChecks;

/** `warning`: it works, or could not be checked. */
export type HealthState = 'ok' | 'warning' | 'error';

/** The result of one check. It contains no keys, no passwords and no personal data. */
export interface HealthFinding {
  check: HealthCheck;
  state: HealthState;
  found: string;
  advice: string | null;
}

export interface HealthReport {
  /** ISO 8601 */
  checkedAt: string;
  findings: HealthFinding[];
}

/** Returns `All is well.`, `2 failed, 1 warning.` or `Nothing failed, 1 warning.` */
export function summarizeHealth(findings: HealthFinding[]): string {
  const count = (state: HealthState) => findings.filter((finding) => finding.state === state).length;
  const [failed, doubtful] = [count('error'), count('warning')];
  if (failed === 0 && doubtful === 0) return 'All is well.';
  const first = failed > 0 ? `${failed} failed` : 'Nothing failed';
  return doubtful > 0 ? `${first}, ${counted(doubtful, 'warning')}.` : `${first}.`;
}
