import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { MailSettings, MailSwitch } from '../../shared/orders/mail-switches.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSetting, writeSetting } from './settings-repository.ts';

const name = 'mails';

const allOn: MailSettings = { refunds: true, disputes: true, lateReadings: true };

/** @returns what is sent when something happens; everything, unless the admin has changed it */
export function readMailSettings(db: Queryable): MailSettings {
  const kept = JSON.parse(readSetting(db, name) ?? '{}') as Partial<MailSettings>;
  return { ...allOn, ...kept };
}

/** @returns whether something of this kind is to be told */
export function isMailOn(db: Queryable, which: MailSwitch): boolean {
  return readMailSettings(db)[which];
}

/** Switches mails on and off. What is in the outbox already is sent. */
export async function changeMailSettings(
  context: Context,
  user: SignedIn,
  settings: MailSettings,
): Promise<MailSettings> {
  const at = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const details = whatChanged(readMailSettings(tx), settings);
    writeSetting(tx, { name, value: JSON.stringify(settings), updatedAt: at });
    const subject = aboutSettings('mails', 'Mails');
    recordAudit(tx, { actor: user, at, action: 'settings_changed', subject, details });
  });
  context.log.info({ userId: user.id, ...settings }, 'which mails are sent was changed');
  return settings;
}
