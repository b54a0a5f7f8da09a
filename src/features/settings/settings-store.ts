import { formatMinor, shopMoney, showMoneyAs } from '../../lib/format.ts';
import type { CurrencyChange } from '../../shared/checkout/public-settings.ts';
import { toMajor } from '../../shared/money.ts';
import type { PasswordChange } from '../../shared/people/staff.ts';
import { passwordTask } from '../account/account-store.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createSavedSettings } from '../desk/saved-settings.ts';
import type { Task } from '../desk/task-runner.ts';
import { createCalendarDesk } from './calendar-store.ts';

export type PriceQuestion = { amountMinor: number; title: string; confirmLabel: string };

/** Returns the question to ask before a price of 0, of up to half, or of ten times the current one or more. */
export function priceQuestion(amountMinor: number, currentMinor: number): PriceQuestion | null {
  if (amountMinor === currentMinor) return null;
  if (amountMinor === 0)
    return { amountMinor, title: 'Make readings free?', confirmLabel: 'Make readings free' };
  if (currentMinor === 0 || (2 * amountMinor > currentMinor && amountMinor < 10 * currentMinor)) return null;
  const title = `Change the price to ${formatMinor(amountMinor, shopMoney().currency)}?`;
  return { amountMinor, title, confirmLabel: 'Change the price' };
}

/** Creates the stores of small settings, and the actions that change price, currency and password. */
export function createSettingsDesk(base: DeskBase) {
  const { api, fetching, work, toast } = base;
  return {
    calendar: createCalendarDesk(base),
    offer: fetching.store('settings', () => api.settings()),
    readers: createSavedSettings(base, {
      key: 'settings/readers',
      read: api.readerSettings,
      change: api.changeReaderSettings,
      successText: ({ showEarlierReadings }) =>
        showEarlierReadings ? 'Readers see earlier readings.' : 'Readers no longer see earlier readings.',
    }),
    payment: createSavedSettings(base, {
      key: 'settings/payment',
      read: api.paymentSettings,
      change: api.changePaymentSettings,
      successText: ({ wallets }) =>
        wallets ? 'Apple Pay and Google Pay are offered at the checkout.' : 'Customers pay by card only.',
    }),
    mails: createSavedSettings(base, {
      key: 'settings/mails',
      read: api.mailSettings,
      change: api.changeMailSettings,
      successText: () => 'The email settings were saved.',
    }),
    aftercare: createSavedSettings(base, {
      key: 'settings/aftercare',
      read: api.aftercareSettings,
      change: api.changeAftercareSettings,
      successText: () => 'The after-order settings were saved.',
    }),
    feedback: fetching.store('feedback', () => api.feedback()),
    savePrice: (amountMinor: number) =>
      work.perform({
        subject: 'price',
        run: () => api.changePrice(toMajor(amountMinor, shopMoney().currency)),
        refresh: () => void fetching.changed('settings', 'offers'),
        done: ['Price Updated', `A reading now costs ${formatMinor(amountMinor, shopMoney().currency)}.`],
        failure: { title: 'Update Failed', message: 'Failed to update price' },
      }),
    saveCurrency: (change: CurrencyChange, refuse?: Task['refuse']) =>
      work.perform({
        subject: 'currency',
        run: () => api.changeCurrency(change),
        refuse,
        refresh: () => void fetching.changed('settings', 'offers', 'overview'),
        show(saved) {
          showMoneyAs(saved);
          const description = `New orders are now charged in ${saved.currency.toUpperCase()}.`;
          toast({ title: 'Currency Updated', description });
        },
        failure: { title: 'Update Failed', message: 'Failed to update the currency' },
      }),
    savePassword: (passwords: PasswordChange) =>
      work.perform({ ...passwordTask, run: () => api.changePassword(passwords) }),
  };
}
