import { days, hours } from '../../../shared/durations.ts';
import type { BackupSettings, FailedBackup, LastBackup } from '../../../shared/ops/backup-schema.ts';
import { backupIntervalMs } from './backup-files.ts';

const maxAgeByHandMs = days(14);
/** How long the first copy may take after backups are switched on: six hours for the largest database, and one more. */
const firstCopyTimeoutMs = hours(7);

export interface BackupFacts {
  settings: BackupSettings;
  /** When the first copy became due; null when unknown, which raises no alert. */
  settingsSince: number | null;
  last: LastBackup | null;
  failed: FailedBackup | null;
  now: number;
}

export type BackupProblem = 'failed' | 'unsent' | 'old' | 'missing';

/** Returns the problems with backups: only a failure if there is one; failures don't count while backups are off. */
export function findBackupProblems({
  settings,
  settingsSince,
  last,
  failed,
  now,
}: BackupFacts): BackupProblem[] {
  const troubles: BackupProblem[] = last?.sent && last.sent.status !== 0 ? ['unsent'] : [];
  if (settings.isOn) {
    if (failed) return ['failed'];
    if (last === null) {
      if (settingsSince !== null && now - settingsSince > firstCopyTimeoutMs) troubles.push('missing');
    } else if (now - last.at > 2 * backupIntervalMs(settings) + hours(1)) troubles.push('old');
  } else if (last === null) troubles.push('missing');
  else if (now - last.at > maxAgeByHandMs) troubles.push('old');
  return troubles;
}
