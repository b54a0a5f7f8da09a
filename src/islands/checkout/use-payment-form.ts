import { useElements, useStripe } from '@stripe/react-stripe-js';
import { useMemo } from 'react';
import type { PaymentForm } from '../../client/checkout/checkout.ts';
import { explainDecline } from '../../client/checkout/decline-words.ts';

/** @returns the payment form of the surrounding `ProviderElements`; null until it can be used */
export function usePaymentForm(): PaymentForm | null {
  const stripe = useStripe();
  const elements = useElements();
  return useMemo(() => {
    if (!stripe || !elements) return null;
    return {
      async check() {
        const { error } = await elements.submit();
        return error ? { message: error.message } : null;
      },
      refreshAmount: () => elements.fetchUpdates(),
      async confirm(returnUrl) {
        const { error } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: returnUrl },
          redirect: 'if_required',
        });
        return error ? { message: explainDecline(error) } : null;
      },
    };
  }, [stripe, elements]);
}
