import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { BackupSettings } from '../../shared/backups.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSetting, readSettingTime, writeSetting } from '../settings/settings-repository.ts';

const name = 'backups';

const usual: BackupSettings = { isOn: true, hourly: 24, daily: 7, weekly: 8 };

/** @returns whether copies are made by themselves, and how many are kept: made until an admin switches them off */
export function readBackupSettings(db: Queryable): BackupSettings {
  return { ...usual, ...JSON.parse(readSetting(db, name) ?? '{}') };
}

/** @returns when that was last said, in milliseconds; null when it never was */
export function readBackupSettingsTime(db: Queryable): number | null {
  return readSettingTime(db, name);
}

export async function changeBackupSettings(
  context: Context,
  user: SignedIn,
  settings: BackupSettings,
): Promise<void> {
  const at = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const details = whatChanged(readBackupSettings(tx), settings);
    writeSetting(tx, { name, value: JSON.stringify(settings), updatedAt: at });
    const subject = aboutSettings('backups', 'Backups');
    recordAudit(tx, { actor: user, at, action: 'settings_changed', subject, details });
  });
  context.log.info({ userId: user.id, ...settings }, 'which backups are made was changed');
}
