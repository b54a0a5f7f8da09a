import { days, hours } from '../../shared/durations.ts';
import {
  findFirstAccount,
  hasTakenMoney,
  readFailedBackup,
  readLastBackup,
} from '../backups/backup-repository.ts';
import { readBackupSettings } from '../backups/backup-settings.ts';
import { backupPause } from '../backups/retention.ts';
import type { Context } from '../context/context.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** How long a shop with real money may be without a backup before somebody is told, in milliseconds. */
const firstDays = days(3);
/** How old the last one may be that was made by hand, in milliseconds. */
const oldByHand = days(14);

/** @returns that backups fail or are old, where they are made by themselves; or that a real shop has none */
export function findBackupAlerts(context: Pick<Context, 'clock' | 'config' | 'db'>): PlainAlert[] {
  const { db } = context;
  const settings = readBackupSettings(db);
  const last = readLastBackup(db);
  const age = last ? context.clock.now() - last.at : Number.POSITIVE_INFINITY;
  if (!settings.isOn) {
    return [
      {
        code: 'backup_old',
        count: isRealShop(context) && age > oldByHand ? 1 : 0,
        message:
          last === null
            ? 'No backup was ever made. Switch them on in Settings, Service, and have them kept on another machine as well.'
            : 'The last backup is more than two weeks old. Switch them on in Settings, Service, or make one.',
      },
    ];
  }
  const failed = readFailedBackup(db);
  const isUnsent = last?.sent !== undefined && last.sent.status !== 0;
  return [
    {
      code: 'backup_failed',
      count: failed || isUnsent ? 1 : 0,
      message: failed
        ? `No backup could be made, and it is tried again every 15 minutes: “${failed.why}”`
        : `The last backup was made, but BACKUP_COMMAND failed to take it elsewhere: “${last?.sent?.words}”`,
    },
    {
      code: 'backup_old',
      count: !failed && last !== null && age > 2 * backupPause(settings) + hours(1) ? 1 : 0,
      message: 'The last backup is older than it should be. Look into the log for why no newer one was made.',
    },
  ];
}

/** Trying things out needs no backup, and neither does the first weekend. */
function isRealShop({ db, clock, config }: Pick<Context, 'clock' | 'config' | 'db'>): boolean {
  if (config.stripe.mode !== 'live') return false;
  const since = findFirstAccount(db);
  return since !== null && clock.now() - since > firstDays && hasTakenMoney(db);
}
