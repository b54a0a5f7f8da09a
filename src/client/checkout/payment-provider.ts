import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { providerScripts } from '../../shared/checkout/payment.ts';
import type { PublicSettings } from '../../shared/checkout/settings.ts';

const sandboxScript = providerScripts.sandbox;
const stripesScript = 'script[src^="https://js.stripe.com/"]';

/** How long a script may take before it is asked for once more or given up. */
const patienceMs = 15_000;

/**
 * Loads the payment provider's library. In the sandbox its stand-in is loaded first: Stripe's loader
 * takes a `window.Stripe` that is already there, so everything after it is the same code.
 *
 * @throws when it does not come, at the second attempt either
 */
export async function loadProvider({ publishableKey, sandbox }: PublicSettings): Promise<Stripe | null> {
  if (sandbox && !('Stripe' in window)) {
    await loadScript(sandboxScript).catch(() => loadScript(again(sandboxScript)));
  }
  const timer = setTimeout(hurry, patienceMs);
  return loadStripe(publishableKey).finally(() => clearTimeout(timer));
}

/** Another address for the same script: the browser would go on waiting for the one it has asked for. */
const again = (address: string) => `${address}?again=1`;

/** Stripe's loader waits without end for its script, but asks again after an error, once. */
async function hurry(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>(stripesScript);
  if (script) await loadScript(again(script.src)).catch(() => undefined);
  for (const _attempt of ['first', 'second']) {
    document.querySelector(stripesScript)?.dispatchEvent(new Event('error'));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    const giveUp = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    const timer = setTimeout(giveUp, patienceMs);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', giveUp);
    for (const end of ['load', 'error']) script.addEventListener(end, () => clearTimeout(timer));
    document.head.append(script);
  });
}
