import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { providerScripts } from '../../shared/checkout/payment.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';

const scriptTimeoutMs = 15_000;

/** Loads Stripe's script, once more after an error or 15 s, and then throws: Stripe's own loader has no timeout. */
export async function loadProvider({ publishableKey, sandbox }: PublicSettings): Promise<Stripe | null> {
  const address = providerScripts[sandbox ? 'sandbox' : 'stripe'];
  // At the same address the browser would go on waiting for the first attempt.
  if (!('Stripe' in window)) await loadScript(address).catch(() => loadScript(`${address}?again=1`));
  return loadStripe(publishableKey);
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    const giveUp = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    const timer = setTimeout(giveUp, scriptTimeoutMs);
    script.addEventListener('load', () => ('Stripe' in window ? resolve() : giveUp()));
    script.addEventListener('error', giveUp);
    for (const end of ['load', 'error']) script.addEventListener(end, () => clearTimeout(timer));
    document.head.append(script);
  });
}
