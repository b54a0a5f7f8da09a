import { errorMessage } from '../../../lib/answers.ts';
import type { PublicSettings } from '../../../shared/checkout/public-settings.ts';
import type { CheckoutCalls, PaymentForm } from '../checkout-calls.ts';

/** Starts a payment of the current price. @returns the data for the form; if it can't start, a reason or null */
export async function beginTestPayment<Provider>(
  calls: Pick<CheckoutCalls, 'settings' | 'open'>,
  loadProvider: (settings: PublicSettings) => Promise<Provider | null>,
) {
  try {
    const [settings, { clientSecret, free }] = await Promise.all([calls.settings(), calls.open()]);
    const provider = await loadProvider(settings);
    if (clientSecret && provider)
      return { provider, price: settings.price, currency: settings.currency, clientSecret };
    return free ? 'The price is 0 right now, so there’s nothing to pay.' : null;
  } catch (error) {
    return errorMessage(error, '') || null;
  }
}

/** Pays, and returns null once it is paid, or else the reason. */
export async function payTest(
  payment: PaymentForm,
  clientSecret: string,
  returnUrl: string,
): Promise<string | null> {
  try {
    const problem =
      (await payment.check(Promise.resolve(true))) ?? (await payment.confirm(clientSecret, returnUrl));
    if (problem === 'processing') return 'The bank is still checking this payment.';
    return problem && (problem.message || 'Payment failed');
  } catch {
    return 'Payment failed';
  }
}
