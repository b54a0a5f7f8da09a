import type { Queryable } from '../../../db/client.ts';
import type { MailSettings, MailSwitch } from '../../shared/orders/mail-switches.ts';
import type { SettingsGroup } from './change-settings.ts';
import { readSetting, writeSetting } from './settings-repository.ts';

const name = 'mails';

/** Which mails are sent when something happens. Mails in the outbox are sent whatever is changed. */
export const mailSettings: SettingsGroup<MailSettings> = {
  id: 'mails',
  label: 'Emails',
  read: (db) => ({
    refunds: true,
    disputes: true,
    lateReadings: true,
    readingPdf: false,
    ...(JSON.parse(readSetting(db, name) ?? '{}') as Partial<MailSettings>),
  }),
  write: (tx, settings, updatedAt) => writeSetting(tx, { name, value: JSON.stringify(settings), updatedAt }),
};

export function isMailOn(db: Queryable, which: MailSwitch): boolean {
  return mailSettings.read(db)[which];
}
