import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { type AftercareSettings, usualAftercare } from '../../shared/aftercare/settings.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSetting, readSwitch, writeSetting, writeSwitch } from './settings-repository.ts';

const names = { days: 'feedback_mail_days', withdrawal: 'withdrawal' };

/** @returns what happens after an order, as the admin has set it */
export function readAftercareSettings(db: Queryable): AftercareSettings {
  const days = readSetting(db, names.days);
  return {
    feedbackMailDays: days === undefined ? usualAftercare.feedbackMailDays : Number(days),
    hasWithdrawal: hasWithdrawal(db),
  };
}

/** @returns whether customers can withdraw on the site, and consent when they order */
export function hasWithdrawal(db: Queryable): boolean {
  return readSwitch(db, names.withdrawal, false);
}

export async function changeAftercareSettings(
  context: Context,
  user: SignedIn,
  settings: AftercareSettings,
): Promise<AftercareSettings> {
  const updatedAt = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const details = whatChanged(readAftercareSettings(tx), settings);
    writeSetting(tx, { name: names.days, value: String(settings.feedbackMailDays), updatedAt });
    writeSwitch(tx, names.withdrawal, settings.hasWithdrawal, updatedAt);
    const subject = aboutSettings('aftercare', 'After an order');
    recordAudit(tx, { actor: user, at: updatedAt, action: 'settings_changed', subject, details });
  });
  context.log.info({ userId: user.id, ...settings }, 'what happens after an order was changed');
  context.publicChanged('business');
  return settings;
}
