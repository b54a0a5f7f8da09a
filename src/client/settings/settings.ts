import { atom, computed, type ReadableAtom } from 'nanostores';
import type { PaymentSettings } from '../../shared/checkout/payment-settings.ts';
import { readPrice } from '../../shared/checkout/price.ts';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import { centsToDollars, formatCents, formatDecimal, parseDollarsToCents } from '../../shared/money.ts';
import type { MailSettings } from '../../shared/orders/mail-switches.ts';
import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import { createPasswordForm, type PasswordForm } from '../account/password-form.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createSettingsForm, type SettingsForm } from '../desk/settings-form.ts';
import type { Fetched } from '../fetched.ts';
import type { FieldErrors } from '../field-errors.ts';
import { formatDollars } from '../format.ts';
import { type AftercareDesk, createAftercareDesk } from './aftercare.ts';
import { type CalendarDesk, createCalendarDesk } from './calendar.ts';

/** What the settings card shows until the settings have loaded (docs/product.md §4). */
export const priceBeforeLoading = '49.00';

/** What is asked before a price is saved that is likely a slip. */
export interface PriceQuestion {
  title: string;
  confirmLabel: string;
}

/** @returns the question about a price of 0, and about one ten times the current price or more; else null */
function priceQuestion(cents: number, currentCents: number): PriceQuestion | null {
  if (cents === currentCents) return null;
  if (cents === 0) return { title: 'Make readings free?', confirmLabel: 'Make readings free' };
  if (currentCents === 0 || cents < 10 * currentCents) return null;
  return { title: `Change the price to ${formatDollars(cents / 100)}?`, confirmLabel: 'Change the price' };
}

export interface SettingsDesk extends PasswordForm {
  readonly settings: Fetched<PublicSettings>;
  /** What readers get to see. */
  readonly readers: SettingsForm<ReaderSettings>;
  /** What customers can pay with. */
  readonly payment: SettingsForm<PaymentSettings>;
  readonly calendar: CalendarDesk;
  readonly aftercare: AftercareDesk;
  /** Which mails are sent when something happens. */
  readonly mails: SettingsForm<MailSettings>;
  /** The current price without the currency sign. */
  readonly $price: ReadableAtom<string>;
  readonly $newPrice: ReadableAtom<string>;
  readonly $priceErrors: ReadableAtom<FieldErrors<'price'>>;
  /** What has to be answered before the new price is saved. */
  readonly $priceQuestion: ReadableAtom<PriceQuestion | null>;
  writePrice(text: string): void;
  /** @param isSure whether the question was answered with yes */
  savePrice(isSure?: boolean): Promise<boolean>;
  dismissPriceQuestion(): void;
}

export function createSettingsDesk(base: DeskBase): SettingsDesk {
  const { api, fetching, work, toast } = base;
  const settings = fetching.store('settings', () => work.watch(api.settings()));
  const $newPrice = atom('');
  const $priceErrors = atom<FieldErrors<'price'>>({});
  const $priceQuestion = atom<PriceQuestion | null>(null);
  const $price = computed(settings.$state, ({ data }) => {
    const cents = data ? parseDollarsToCents(String(data.price)) : null;
    return cents === null ? priceBeforeLoading : formatDecimal(cents);
  });

  return {
    settings,
    readers: createSettingsForm(base, {
      key: 'settings/readers',
      read: api.readerSettings,
      change: api.changeReaderSettings,
      said: ({ showEarlierReadings }) =>
        showEarlierReadings ? 'Readers see earlier readings.' : 'Readers see no earlier readings.',
    }),
    payment: createSettingsForm(base, {
      key: 'settings/payment',
      read: api.paymentSettings,
      change: api.changePaymentSettings,
      said: ({ wallets }) =>
        wallets ? 'Apple Pay and Google Pay are offered at the checkout.' : 'Customers pay by card only.',
    }),
    calendar: createCalendarDesk(base),
    aftercare: createAftercareDesk(base),
    mails: createSettingsForm(base, {
      key: 'settings/mails',
      read: api.mailSettings,
      change: api.changeMailSettings,
      said: () => 'Which emails are sent was changed.',
    }),
    $price,
    $newPrice,
    $priceErrors,
    $priceQuestion,
    ...createPasswordForm({ change: api.changePassword, work, toast }),
    writePrice(text) {
      $newPrice.set(text);
      $priceErrors.set({});
    },
    dismissPriceQuestion: () => $priceQuestion.set(null),
    async savePrice(isSure = false) {
      const { cents, problem } = readPrice($newPrice.get());
      if (cents === null) {
        $priceErrors.set({ price: problem });
        toast({ title: 'Invalid Price', description: problem, variant: 'destructive' });
        return false;
      }
      const question = isSure ? null : priceQuestion(cents, parseDollarsToCents($price.get()) ?? 0);
      $priceQuestion.set(question);
      if (question) return false;
      return work.perform({
        subject: 'price',
        name: 'save',
        run: () => api.changePrice(centsToDollars(cents)),
        refresh: () => void settings.refresh(),
        show() {
          $newPrice.set('');
          toast({
            title: 'Price Updated',
            description: `A reading costs ${formatCents(cents)} from now on.`,
          });
        },
        failure: { title: 'Update Failed', message: 'Failed to update price' },
      });
    },
  };
}
