import { atom, computed, type ReadableAtom } from 'nanostores';
import { limits } from '../shared/limits.ts';
import { centsToDollars, formatDecimal, parseDollarsToCents } from '../shared/money.ts';
import type { PublicSettings } from '../shared/settings.ts';
import { priceProblem } from '../shared/settings.ts';
import type { Fetched, Fetching } from './fetched.ts';
import type { StaffApi } from './staff-api.ts';
import type { showToast } from './toasts.ts';
import type { Work } from './work.ts';

/** What the settings card shows until the settings have loaded (spec/product.md §9). */
export const priceBeforeLoading = '49.00';

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export interface FormProblem {
  title: string;
  message: string;
}

export const emptyPasswordForm: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** @returns why a text is no price, or null when it is one (spec/product.md §5) */
export function newPriceProblem(text: string): FormProblem | null {
  const cents = parseDollarsToCents(text);
  const message = cents === null ? 'Please enter a valid price' : priceProblem(cents);
  return message === null ? null : { title: 'Invalid Price', message };
}

/** @returns what is wrong with a password change, or null when it can be sent (spec/product.md §5) */
export function passwordProblem(form: PasswordForm): FormProblem | null {
  const { currentPassword, newPassword, confirmPassword } = form;
  if (!currentPassword || !newPassword || !confirmPassword) {
    return { title: 'Missing Fields', message: 'Please fill in all password fields' };
  }
  if (newPassword !== confirmPassword) {
    return { title: 'Password Mismatch', message: "New passwords don't match" };
  }
  if (newPassword.length < limits.passwordMinimumCharacters) {
    const message = `Password must be at least ${limits.passwordMinimumCharacters} characters`;
    return { title: 'Password Too Short', message };
  }
  return null;
}

export interface SettingsDesk {
  readonly settings: Fetched<PublicSettings>;
  /** The current price without the currency sign. */
  readonly $price: ReadableAtom<string>;
  readonly $newPrice: ReadableAtom<string>;
  readonly $priceProblem: ReadableAtom<FormProblem | null>;
  readonly $passwords: ReadableAtom<PasswordForm>;
  readonly $passwordProblem: ReadableAtom<FormProblem | null>;
  writePrice(text: string): void;
  savePrice(): Promise<boolean>;
  writePasswords(changes: Partial<PasswordForm>): void;
  savePasswords(): Promise<boolean>;
}

export function createSettingsDesk(dependencies: {
  api: StaffApi;
  fetched: Fetching;
  work: Work;
  toast: typeof showToast;
}): SettingsDesk {
  const { api, fetched, work, toast } = dependencies;
  const settings = fetched('settings', () => work.watch(api.settings()));
  const $newPrice = atom('');
  const $priceProblem = atom<FormProblem | null>(null);
  const $passwords = atom(emptyPasswordForm);
  const $passwordProblem = atom<FormProblem | null>(null);
  const $price = computed(settings.$state, ({ data }) => {
    const cents = data ? parseDollarsToCents(String(data.price)) : null;
    return cents === null ? priceBeforeLoading : formatDecimal(cents);
  });

  function refuse($problem: { set(problem: FormProblem): void }, problem: FormProblem): false {
    $problem.set(problem);
    toast({ title: problem.title, description: problem.message, variant: 'destructive' });
    return false;
  }

  return {
    settings,
    $price,
    $newPrice,
    $priceProblem,
    $passwords,
    $passwordProblem,
    writePrice(text) {
      $newPrice.set(text);
      $priceProblem.set(null);
    },
    async savePrice() {
      const problem = newPriceProblem($newPrice.get());
      const cents = parseDollarsToCents($newPrice.get());
      if (problem || cents === null)
        return refuse($priceProblem, problem ?? { title: 'Invalid Price', message: '' });
      return work.perform({
        subject: 'price',
        name: 'save',
        run: async () => {
          await api.changePrice(centsToDollars(cents));
          $newPrice.set('');
          toast({
            title: 'Price Updated',
            description: `A reading costs $${formatDecimal(cents)} from now on.`,
          });
          void settings.refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to update price' },
        onConflict: () => void settings.refresh(),
      });
    },
    writePasswords(changes) {
      $passwords.set({ ...$passwords.get(), ...changes });
      $passwordProblem.set(null);
    },
    async savePasswords() {
      const form = $passwords.get();
      const problem = passwordProblem(form);
      if (problem) return refuse($passwordProblem, problem);
      return work.perform({
        subject: 'password',
        name: 'save',
        run: async () => {
          const { currentPassword, newPassword } = form;
          await api.changePassword({ currentPassword, newPassword });
          $passwords.set(emptyPasswordForm);
          toast({ title: 'Password Updated', description: 'Your other sessions have been signed out.' });
        },
        failure: { title: 'Update Failed', message: 'Failed to update password' },
      });
    },
  };
}
