import { atom } from 'nanostores';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import { messageOf } from '../api.ts';
import type { CheckoutCalls } from '../checkout/checkout-calls.ts';
import type { PaymentForm } from '../checkout/payment-form.ts';

type PaymentTestState<Provider> =
  | { name: 'starting' }
  | { name: 'failed'; message: string; detail: string | null }
  | { name: 'ready'; provider: Provider; price: number; clientSecret: string }
  | { name: 'paid' };

export type PaymentTest<Provider> = ReturnType<typeof createPaymentTest<Provider>>;

export function createPaymentTest<Provider>(dependencies: {
  calls: Pick<CheckoutCalls, 'settings' | 'open'>;
  loadProvider: (settings: PublicSettings) => Promise<Provider | null>;
  /** For a provider that leaves the page. */
  returnUrl: () => string;
}) {
  const { calls } = dependencies;
  const $state = atom<PaymentTestState<Provider>>({ name: 'starting' });
  const $isPaying = atom(false);
  const $error = atom<string | null>(null);

  function fail(detail: string | null): void {
    $state.set({ name: 'failed', message: 'Failed to load payment form', detail });
  }

  async function attempt(payment: PaymentForm, clientSecret: string): Promise<string | null> {
    try {
      const problem =
        (await payment.check(Promise.resolve(true))) ??
        (await payment.confirm(clientSecret, dependencies.returnUrl()));
      if (problem === 'processing') return 'The bank is still checking this payment.';
      return problem && (problem.message || 'Payment failed');
    } catch {
      return 'Payment failed';
    }
  }

  return {
    $state,
    $isPaying,
    $error,
    async start(): Promise<void> {
      $state.set({ name: 'starting' });
      $error.set(null);
      try {
        const [settings, { clientSecret, free }] = await Promise.all([calls.settings(), calls.open()]);
        const provider = await dependencies.loadProvider(settings);
        const { price } = settings;
        if (clientSecret && provider) $state.set({ name: 'ready', provider, price, clientSecret });
        else fail(free ? 'The price is 0 at the moment: there is nothing to pay.' : null);
      } catch (error) {
        fail(messageOf(error, '') || null);
      }
    },
    async pay(payment: PaymentForm): Promise<void> {
      const state = $state.get();
      if ($isPaying.get() || state.name !== 'ready') return;
      $isPaying.set(true);
      $error.set(null);
      const problem = await attempt(payment, state.clientSecret);
      if (problem) $error.set(problem);
      else $state.set({ name: 'paid' });
      $isPaying.set(false);
    },
  };
}
