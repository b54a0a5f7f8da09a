import type { SentBackup } from '../../shared/backups.ts';
import { days } from '../../shared/durations.ts';
import { counted, plural } from '../../shared/plural.ts';
import { sizeInWords } from '../../shared/sizes.ts';
import {
  findFirstAccount,
  hasTakenMoney,
  readFailedBackup,
  readLastBackup,
} from '../backups/backup-repository.ts';
import { readBackupSettings, readBackupSettingsTime } from '../backups/backup-settings.ts';
import { type BackupTrouble, judgeBackups } from '../backups/judge-backups.ts';
import type { Context } from '../context/context.ts';
import type { PlainAlert } from './stripe-alerts.ts';

/** How long a shop with real money may go without a backup before an alert, in milliseconds. */
const firstDays = days(3);

/**
 * @returns an alert when a backup failed or was not copied elsewhere, or when backups are too old (only where they are
 *   automatic, or in a real shop)
 */
export function findBackupAlert(context: Pick<Context, 'clock' | 'config' | 'db'>): PlainAlert {
  const { db, clock } = context;
  const settings = readBackupSettings(db);
  const last = readLastBackup(db);
  const failed = readFailedBackup(db);
  // A trial whose backups were on from the start is not told that there is none yet.
  const settingsSince = readBackupSettingsTime(db) ?? (isRealShop(context) ? findFirstAccount(db) : null);
  const troubles = judgeBackups({ settings, settingsSince, last, failed, now: clock.now() });
  const isThere = (...some: BackupTrouble[]) => some.some((trouble) => troubles.includes(trouble));
  const byThemselves = {
    missing: 'Backups are switched on, but none was made yet. Look into the log for why.',
    old: 'The last backup is older than it should be. Look into the log for why no newer one was made.',
  };
  const byHand = {
    missing:
      'No backup was ever made. Switch them on in Settings, Backups & health, and have them kept on another machine as well.',
    old: 'The last backup is more than two weeks old. Switch them on in Settings, Backups & health, or make one.',
  };
  const code = 'backup_failed';
  if (isThere('failed')) {
    const message = `No backup could be made, and it is tried again every 15 minutes: “${failed?.why}”`;
    return { code, count: 1, message };
  }
  if (isThere('unsent')) {
    const message = `The last backup was made, but BACKUP_COMMAND failed to take it elsewhere: “${last?.sent?.words}”${keptInWords(last?.sent)}`;
    return { code, count: 1, message };
  }
  return {
    code,
    count: isThere('missing', 'old') && (settings.isOn || isRealShop(context)) ? 1 : 0,
    message: (settings.isOn ? byThemselves : byHand)[isThere('missing') ? 'missing' : 'old'],
  };
}

/** @returns how many copies are kept: the disk fills up, and no other message shows how close that is */
function keptInWords({ kept }: Partial<SentBackup> = {}): string {
  if (!kept) return '';
  return `. Until it takes one no older copy is deleted: ${counted(kept.copies, 'copy', 'copies')} with ${sizeInWords(kept.bytes)} ${plural(kept.copies, 'is', 'are')} kept.`;
}

/** Whether the shop takes real money and is past its first weekend: a trial needs no backup. */
function isRealShop({ db, clock, config }: Pick<Context, 'clock' | 'config' | 'db'>): boolean {
  if (config.stripe.mode !== 'live') return false;
  const since = findFirstAccount(db);
  return since !== null && clock.now() - since > firstDays && hasTakenMoney(db);
}
