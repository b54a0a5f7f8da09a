import type { KnownRetention } from '../../shared/privacy/privacy.ts';
import { type Retention, retentionNames } from '../../shared/privacy/retention.ts';
import { retentionSettings as names, readRetention } from '../business/retention-repository.ts';
import type { Context } from '../context/context.ts';
import type { SettingsGroup } from '../settings/change-settings.ts';
import { writeSetting } from '../settings/settings-repository.ts';
import { readLastRun } from './forget.ts';

/** @returns how long what is kept, and what was forgotten last */
export function showRetention({ db }: Pick<Context, 'db'>): KnownRetention {
  return { retention: readRetention(db), lastRun: readLastRun(db) };
}

/** How long what is kept, which the first privacy text says. What is older is forgotten in the next night. */
export const retentionSettings: SettingsGroup<Retention> = {
  id: 'retention',
  label: 'What is kept',
  action: 'retention_changed',
  isPublic: true,
  read: readRetention,
  write(tx, retention, updatedAt) {
    for (const name of retentionNames) {
      writeSetting(tx, { name: names[name], value: String(retention[name]), updatedAt });
    }
  },
};
