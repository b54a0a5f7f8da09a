import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import type { AuditAction } from '../../shared/ops/audit-log.ts';
import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import {
  type AftercareSettings,
  defaultAftercare,
  type MailSettings,
  type MailSwitch,
  type PaymentSettings,
} from '../../shared/shop/shop-settings.ts';
import { noTax, type TaxSettings } from '../../shared/shop/tax-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { aboutSettings, recordAudit, whatChanged } from '../base/record-audit.ts';
import { readSetting, readSwitch, writeSetting, writeSwitch } from './settings-repository.ts';

export interface SettingsGroup<Values extends object> {
  id: string;
  /** The name shown in the history. */
  label: string;
  action?: AuditAction;
  isPublic?: boolean;
  read(db: Queryable): Values;
  write(tx: Transaction, values: Values, updatedAt: number): void;
}

export const readerSettings: SettingsGroup<ReaderSettings> = {
  id: 'readers',
  label: 'What readers see',
  read: (db) => ({ showEarlierReadings: readSwitch(db, 'show_earlier_readings', true) }),
  write: (tx, { showEarlierReadings }, updatedAt) =>
    writeSwitch(tx, 'show_earlier_readings', showEarlierReadings, updatedAt),
};

/** Ways to pay besides the card (docs/product.md §4). */
export const paymentSettings: SettingsGroup<PaymentSettings> = {
  id: 'payment',
  label: 'Ways to pay',
  isPublic: true,
  read: (db) => ({ wallets: readSwitch(db, 'wallets', false) }),
  write: (tx, { wallets }, updatedAt) => writeSwitch(tx, 'wallets', wallets, updatedAt),
};

/** The tax on receipts (docs/product.md §4). */
export const taxSettings: SettingsGroup<TaxSettings> = {
  id: 'tax',
  label: 'Tax',
  isPublic: true,
  read: (db) => ({ ...noTax, ...(JSON.parse(readSetting(db, 'tax') ?? '{}') as Partial<TaxSettings>) }),
  write: (tx, settings, updatedAt) =>
    writeSetting(tx, { name: 'tax', value: JSON.stringify(settings), updatedAt }),
};

/** Which mails are sent automatically. Changes do not stop mails already in the outbox. */
export const mailSettings: SettingsGroup<MailSettings> = {
  id: 'mails',
  label: 'Emails',
  read: (db) => ({
    refunds: true,
    disputes: true,
    lateReadings: true,
    readingPdf: false,
    ...(JSON.parse(readSetting(db, 'mails') ?? '{}') as Partial<MailSettings>),
  }),
  write: (tx, settings, updatedAt) =>
    writeSetting(tx, { name: 'mails', value: JSON.stringify(settings), updatedAt }),
};

/** Returns whether an admin left a kind of mail on; all but `readingPdf` are on at first. */
export function isMailOn(db: Queryable, which: MailSwitch): boolean {
  return mailSettings.read(db)[which];
}

const aftercareNames = { days: 'feedback_mail_days', withdrawal: 'withdrawal' };

export const aftercareSettings: SettingsGroup<AftercareSettings> = {
  id: 'aftercare',
  label: 'After the order',
  isPublic: true,
  read: (db) => ({
    feedbackMailDays: Number(readSetting(db, aftercareNames.days) ?? defaultAftercare.feedbackMailDays),
    hasWithdrawal: offersWithdrawal(db),
  }),
  write(tx, { feedbackMailDays, hasWithdrawal }, updatedAt) {
    writeSetting(tx, { name: aftercareNames.days, value: String(feedbackMailDays), updatedAt });
    writeSwitch(tx, aftercareNames.withdrawal, hasWithdrawal, updatedAt);
  },
};

/** Returns whether customers can withdraw on the site, and must consent when they order. */
export function offersWithdrawal(db: Queryable): boolean {
  return readSwitch(db, aftercareNames.withdrawal, false);
}

/** Stores and audits changes of a group's settings; others keep their value. @throws {DomainError} from `write` */
export async function changeSettings<Values extends object>(
  context: Context,
  user: SignedIn,
  group: SettingsGroup<Values>,
  changes: Partial<Values>,
): Promise<Values> {
  const { id, isPublic = false } = group;
  const { settings } = await writeTransaction(context.db, (tx) => ({
    settings: storeSettings(context, tx, user, group, changes),
  }));
  if (isPublic) context.signals.invalidatePublicPages();
  context.log.info({ userId: user.id, settings: id, changes }, 'settings were changed');
  return settings;
}

/** Stores and audits as `changeSettings`, in the caller's transaction, without dropping the cached public pages. */
export function storeSettings<Values extends object>(
  { clock }: Context,
  tx: Transaction,
  user: SignedIn,
  { id, label, action = 'settings_changed', read, write }: SettingsGroup<Values>,
  changes: Partial<Values>,
): Values {
  const at = clock.now();
  const before = read(tx);
  const after = { ...before, ...changes };
  write(tx, after, at);
  const details = whatChanged(before, after);
  recordAudit(tx, { actor: user, at, action, subject: aboutSettings(id, label), details });
  return after;
}
