import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { PublicSettings } from '../../shared/settings.ts';

const sandboxScript = '/sandbox/stripe/stripe.js';

/**
 * Loads the payment provider's library. In the sandbox its stand-in is loaded first: Stripe's loader
 * takes a `window.Stripe` that is already there, so everything after it is the same code.
 */
export async function loadProvider({ publishableKey, sandbox }: PublicSettings): Promise<Stripe | null> {
  if (sandbox && !('Stripe' in window)) await loadScript(sandboxScript);
  return loadStripe(publishableKey);
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    });
    document.head.append(script);
  });
}
