import { atom } from 'nanostores';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import type { CheckoutCalls } from './checkout-calls.ts';

export interface PaymentChecks {
  clientSecret: boolean;
  provider: boolean;
  keyPrefix: boolean;
}

export type CheckoutState<Provider> =
  | { name: 'loading' }
  | { name: 'error'; checks: PaymentChecks }
  | { name: 'free' }
  | { name: 'ready'; provider: Provider };

export interface StateDependencies<Provider> {
  price: number;
  calls: Pick<CheckoutCalls, 'settings'>;
  loadProvider(settings: PublicSettings): Promise<Provider | null>;
}

/** Creates the stores of whether and how the reading can be paid and what it costs; `start` fetches them. */
export function createCheckoutState<Provider>({ price, calls, loadProvider }: StateDependencies<Provider>) {
  const $state = atom<CheckoutState<Provider>>({ name: 'loading' });
  const $missing = atom<PaymentChecks | null>(null);
  /** Dollars: on the button, and all that may be charged. */
  const $price = atom(price);

  return {
    $state,
    $missing,
    $price,
    async start(): Promise<void> {
      $state.set({ name: 'loading' });
      const settings = calls.settings();
      const [settled, provider] = await Promise.allSettled([
        settings,
        settings.then((known) => (known.price === 0 ? null : loadProvider(known))),
      ]);
      const known = settled.status === 'fulfilled' ? settled.value : null;
      const handle = provider.status === 'fulfilled' ? provider.value : null;
      if (known) $price.set(known.price);
      if (known?.price === 0) $state.set({ name: 'free' });
      else if (handle) $state.set({ name: 'ready', provider: handle });
      else {
        const keyPrefix = known?.publishableKey.startsWith('pk_') ?? false;
        $state.set({ name: 'error', checks: { clientSecret: false, provider: false, keyPrefix } });
      }
    },
    becomeFree(): void {
      $state.set({ name: 'free' });
      $price.set(0);
    },
    showMissingPayment: (): void => $missing.set({ clientSecret: false, provider: true, keyPrefix: true }),
  };
}
