import type { Queryable } from '../../../db/client.ts';
import { type AftercareSettings, defaultAftercare } from '../../shared/aftercare/settings.ts';
import type { SettingsGroup } from './change-settings.ts';
import { readSetting, readSwitch, writeSetting, writeSwitch } from './settings-repository.ts';

const names = { days: 'feedback_mail_days', withdrawal: 'withdrawal' };

export const aftercareSettings: SettingsGroup<AftercareSettings> = {
  id: 'aftercare',
  label: 'After an order',
  isPublic: true,
  read: (db) => ({
    feedbackMailDays: Number(readSetting(db, names.days) ?? defaultAftercare.feedbackMailDays),
    hasWithdrawal: offersWithdrawal(db),
  }),
  write(tx, { feedbackMailDays, hasWithdrawal }, updatedAt) {
    writeSetting(tx, { name: names.days, value: String(feedbackMailDays), updatedAt });
    writeSwitch(tx, names.withdrawal, hasWithdrawal, updatedAt);
  },
};

/** @returns whether customers can withdraw on the site, and have to consent when they order */
export function offersWithdrawal(db: Queryable): boolean {
  return readSwitch(db, names.withdrawal, false);
}
