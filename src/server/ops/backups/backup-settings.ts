import type { Queryable } from '../../../../db/client.ts';
import { type BackupSettings, keptProblem } from '../../../shared/ops/backup-schema.ts';
import { DomainError } from '../../base/domain-error.ts';
import type { SettingsGroup } from '../../shop/change-settings.ts';
import { readSetting, readSettingTime, writeSetting } from '../../shop/settings-repository.ts';

const name = 'backups';

const usual: BackupSettings = { isOn: true, hourly: 24, daily: 7, weekly: 8 };

export const backupSettings: SettingsGroup<BackupSettings> = {
  id: 'backups',
  label: 'Backups',
  read: readBackupSettings,
  write(tx, settings, updatedAt) {
    const problem = keptProblem(settings);
    if (problem) throw new DomainError('invalid_request', problem);
    writeSetting(tx, { name, value: JSON.stringify(settings), updatedAt });
  },
};

export function readBackupSettings(db: Queryable): BackupSettings {
  return { ...usual, ...JSON.parse(readSetting(db, name) ?? '{}') };
}

/** Returns when an admin last saved these settings; null while they are the defaults. */
export function readBackupSettingsTime(db: Queryable): number | null {
  return readSettingTime(db, name);
}
