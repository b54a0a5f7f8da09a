import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { useMemo } from 'react';
import type { PaymentForm, PaymentOutcome } from '../../client/checkout/payment-form.ts';

/**
 * @param chosen what is chosen to pay with; without it that is a card
 * @returns the payment form of the surrounding `ProviderElements`; null until it can be used
 */
export function usePaymentForm(chosen?: { readonly current: string }): PaymentForm | null {
  const stripe = useStripe();
  const elements = useElements();
  return useMemo(() => {
    if (!stripe || !elements) return null;
    return {
      async check(isFormRight) {
        const isWallet = chosen !== undefined && chosen.current !== 'card';
        // A wallet opens its sheet at once, and the customer must not pay there while the form has errors.
        if (isWallet && !(await isFormRight)) return null;
        const { error } = await elements.submit();
        if (!error) return null;
        return { message: error.message, isShown: !isWallet && error.type === 'validation_error', isWallet };
      },
      async confirm(clientSecret, returnUrl) {
        const { error, paymentIntent } = await stripe.confirmPayment({
          elements,
          clientSecret,
          confirmParams: { return_url: returnUrl },
          redirect: 'if_required',
        });
        const status = (error?.payment_intent ?? paymentIntent)?.status;
        if (status === 'processing') return status;
        // Paid already, by an attempt whose answer was lost.
        if (!error || status === 'succeeded') return null;
        return { message: error.message, isUncertain: isUncertain(error) };
      },
      async outcomeOf(clientSecret) {
        const { error, paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
        if (error) throw new Error(error.message);
        return outcomes[paymentIntent.status] ?? 'unpaid';
      },
    };
  }, [stripe, elements, chosen]);
}

const outcomes: Partial<Record<PaymentIntent.Status, PaymentOutcome>> = {
  succeeded: 'paid',
  processing: 'processing',
};

/** Not heard, or heard to have failed: only a refusal of the card or of the request is an end. */
function isUncertain({ type }: StripeError): boolean {
  return !['card_error', 'validation_error', 'invalid_request_error'].includes(type);
}
