import { atom, computed, type ReadableAtom } from 'nanostores';
import type { PaymentSettings } from '../../shared/checkout/payment-settings.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** What customers can pay with, as the admin sets it. */
export interface PaymentSettingsDesk {
  readonly settings: Fetched<PaymentSettings>;
  /** What was chosen, also while it is on its way; null until it is known. */
  readonly $offersWallets: ReadableAtom<boolean | null>;
  offerWallets(areOffered: boolean): Promise<boolean>;
}

export function createPaymentSettings({ api, fetching, work, toast }: DeskBase): PaymentSettingsDesk {
  const settings = fetching.store('settings/payment', () => work.watch(api.paymentSettings()));
  const $chosen = atom<boolean | null>(null);
  return {
    settings,
    $offersWallets: computed(
      [settings.$state, $chosen],
      ({ data }, chosen) => chosen ?? data?.wallets ?? null,
    ),
    async offerWallets(areOffered) {
      $chosen.set(areOffered);
      const isDone = await work.perform({
        subject: 'payment-settings',
        name: 'save',
        run: async () => {
          await api.changePaymentSettings({ wallets: areOffered });
          toast({
            title: 'Setting Updated',
            description: areOffered
              ? 'Apple Pay and Google Pay are offered at the checkout.'
              : 'Customers pay by card only.',
          });
          await settings.refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to update the setting' },
      });
      $chosen.set(null);
      return isDone;
    },
  };
}
