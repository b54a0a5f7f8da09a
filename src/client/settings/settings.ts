import { atom, computed, type ReadableAtom } from 'nanostores';
import type { PaymentSettings } from '../../shared/checkout/payment-settings.ts';
import { priceTextProblem } from '../../shared/checkout/price.ts';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import { centsToDollars, formatCents, formatDecimal, parseDollarsToCents } from '../../shared/money.ts';
import type { MailSwitch } from '../../shared/orders/mail-switches.ts';
import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import { createPasswordForm, type PasswordForm } from '../account/password-form.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';
import type { FieldErrors } from '../field-errors.ts';
import { type AftercareDesk, createAftercareDesk } from './aftercare.ts';
import { type CalendarDesk, createCalendarDesk } from './calendar.ts';
import { createSwitches, type SwitchesDesk } from './switches.ts';

/** What the settings card shows until the settings have loaded (docs/product.md §4). */
export const priceBeforeLoading = '49.00';

/** @returns why a text is no price, or null when it is one (docs/product.md §4) */
export function newPriceProblem(text: string): string | null {
  return priceTextProblem(text, 'Please enter a valid price');
}

export interface SettingsDesk extends PasswordForm {
  readonly settings: Fetched<PublicSettings>;
  /** What readers get to see. */
  readonly readers: SwitchesDesk<keyof ReaderSettings>;
  /** What customers can pay with. */
  readonly payment: SwitchesDesk<keyof PaymentSettings>;
  readonly calendar: CalendarDesk;
  readonly aftercare: AftercareDesk;
  /** Which mails are sent when something happens. */
  readonly mails: SwitchesDesk<MailSwitch>;
  /** The current price without the currency sign. */
  readonly $price: ReadableAtom<string>;
  readonly $newPrice: ReadableAtom<string>;
  readonly $priceErrors: ReadableAtom<FieldErrors<'price'>>;
  writePrice(text: string): void;
  savePrice(): Promise<boolean>;
}

export function createSettingsDesk(base: DeskBase): SettingsDesk {
  const { api, fetching, work, toast } = base;
  const settings = fetching.store('settings', () => work.watch(api.settings()));
  const $newPrice = atom('');
  const $priceErrors = atom<FieldErrors<'price'>>({});
  const $price = computed(settings.$state, ({ data }) => {
    const cents = data ? parseDollarsToCents(String(data.price)) : null;
    return cents === null ? priceBeforeLoading : formatDecimal(cents);
  });

  return {
    settings,
    readers: createSwitches(base, {
      key: 'readers',
      read: api.readerSettings,
      change: api.changeReaderSettings,
      said: { on: 'Readers see earlier readings.', off: 'Readers see no earlier readings.' },
    }),
    payment: createSwitches(base, {
      key: 'payment',
      read: api.paymentSettings,
      change: api.changePaymentSettings,
      said: {
        on: 'Apple Pay and Google Pay are offered at the checkout.',
        off: 'Customers pay by card only.',
      },
    }),
    calendar: createCalendarDesk(base),
    aftercare: createAftercareDesk(base),
    mails: createSwitches(base, {
      key: 'mails',
      read: api.mailSettings,
      change: api.changeMailSettings,
      said: { on: 'This is sent from now on.', off: 'This is not sent any more.' },
    }),
    $price,
    $newPrice,
    $priceErrors,
    ...createPasswordForm({ change: api.changePassword, work, toast }),
    writePrice(text) {
      $newPrice.set(text);
      $priceErrors.set({});
    },
    async savePrice() {
      const problem = newPriceProblem($newPrice.get());
      const cents = parseDollarsToCents($newPrice.get());
      if (problem || cents === null) {
        const description = problem ?? '';
        $priceErrors.set({ price: description });
        toast({ title: 'Invalid Price', description, variant: 'destructive' });
        return false;
      }
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
