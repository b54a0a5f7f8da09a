import type { CheckoutDependencies, CheckoutState } from './checkout-types.ts';

/**
 * Asks for the settings and, unless the reading is free, for the payment provider.
 *
 * @returns what the checkout begins with; the price, in dollars, is null when it could not be asked for
 */
export async function loadCheckout<Provider>({
  calls,
  loadProvider,
}: Pick<CheckoutDependencies<Provider>, 'calls' | 'loadProvider'>): Promise<{
  price: number | null;
  state: CheckoutState<Provider>;
}> {
  const settings = calls.settings();
  const [settled, provider] = await Promise.allSettled([
    settings,
    settings.then((known) => (known.price === 0 ? null : loadProvider(known))),
  ]);
  const known = settled.status === 'fulfilled' ? settled.value : null;
  const handle = provider.status === 'fulfilled' ? provider.value : null;
  const price = known?.price ?? null;
  if (price === 0) return { price, state: { name: 'free' } };
  if (handle) return { price, state: { name: 'ready', provider: handle } };
  const keyPrefix = known?.publishableKey.startsWith('pk_') ?? false;
  return { price, state: { name: 'error', checks: { clientSecret: false, provider: false, keyPrefix } } };
}
