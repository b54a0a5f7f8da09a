import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { settings } from '../../../db/schema.ts';
import { prepareOnce } from '../../../db/sql.ts';
import { defaultMoneyStyle, formatMoney, type MoneyStyle } from '../../shared/money.ts';

const settingByName = prepareOnce((db) =>
  db
    .select()
    .from(settings)
    .where(eq(settings.name, sql.placeholder('name')))
    .prepare(),
);

function findSetting(db: Queryable, name: string) {
  return settingByName(db).get({ name });
}

export function readSetting(db: Queryable, name: string): string | undefined {
  return findSetting(db, name)?.value;
}

/** Returns when a setting was last written, in milliseconds since 1970; null if never. */
export function readSettingTime(db: Queryable, name: string): number | null {
  return findSetting(db, name)?.updatedAt ?? null;
}

export function writeSetting(tx: Transaction, setting: typeof settings.$inferInsert) {
  tx.insert(settings).values(setting).onConflictDoUpdate({ target: settings.name, set: setting }).run();
}

/** Returns whether a setting is on; `first` if it was never set. */
export function readSwitch(db: Queryable, name: string, first: boolean): boolean {
  const value = readSetting(db, name);
  return value === undefined ? first : value === 'yes';
}

export function writeSwitch(db: Transaction, name: string, isOn: boolean, now: number): void {
  writeSetting(db, { name, value: isOn ? 'yes' : 'no', updatedAt: now });
}

/** Returns the shop's currency, and the locale in which it writes amounts. */
export function readMoneyStyle(db: Queryable): MoneyStyle {
  const style = readSetting(db, 'currency');
  return style === undefined ? defaultMoneyStyle : (JSON.parse(style) as MoneyStyle);
}

export function writeMoneyStyle(db: Transaction, style: MoneyStyle, now: number): void {
  writeSetting(db, { name: 'currency', value: JSON.stringify(style), updatedAt: now });
}

/** Returns a function that formats minor units of a currency in the shop's locale. */
export function moneyFormatter(db: Queryable, currency: string): (amountMinor: number) => string {
  const { locale } = readMoneyStyle(db);
  return (amountMinor) => formatMoney(amountMinor, currency, locale);
}
