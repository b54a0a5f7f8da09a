import type { BackupSettings, FailedBackup, LastBackup } from '../../shared/backups.ts';
import { days, hours } from '../../shared/durations.ts';
import { backupPause } from './retention.ts';

/** How old the last one may be that was made by hand, in milliseconds. */
const oldByHand = days(14);
/** How long the first one may take once they are switched on, in milliseconds: the largest database, and a bit. */
const firstPatience = hours(7);

/** What is known of the backups. */
export interface BackupFacts {
  settings: BackupSettings;
  /** When the settings were last written, in milliseconds; null when they never were. */
  settingsSince: number | null;
  last: Pick<LastBackup, 'at' | 'sent'> | null;
  failed: FailedBackup | null;
  now: number;
}

/** Made none though it should have; made one that was not taken elsewhere; made none in time; never made any. */
export type BackupTrouble = 'failed' | 'unsent' | 'old' | 'missing';

/**
 * @returns what is wrong with the backups; a failed backup by hand is left out, since the admin who started it saw it
 */
export function judgeBackups({ settings, settingsSince, last, failed, now }: BackupFacts): BackupTrouble[] {
  const troubles: BackupTrouble[] = last?.sent && last.sent.status !== 0 ? ['unsent'] : [];
  if (settings.isOn) {
    if (failed) return ['failed'];
    if (last === null) {
      if (settingsSince !== null && now - settingsSince > firstPatience) troubles.push('missing');
    } else if (now - last.at > 2 * backupPause(settings) + hours(1)) troubles.push('old');
  } else if (last === null) troubles.push('missing');
  else if (now - last.at > oldByHand) troubles.push('old');
  return troubles;
}
