import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type ReactNode, useMemo } from 'react';
import { minimumChargeCents, parseDollarsToCents } from '../../shared/money.ts';
import { useAppearance } from './use-appearance.ts';

interface ProviderElementsProps {
  provider: Stripe;
  /** Dollars. A new price needs no new card. */
  price: number;
  children: ReactNode;
}

/**
 * What is inside can show and use the provider's payment fields, before there is an intent to pay
 * (https://docs.stripe.com/payments/accept-a-payment-deferred).
 */
export function ProviderElements({ provider, price, children }: ProviderElementsProps) {
  const appearance = useAppearance();
  // For a moment the price may be 0: the reading has become free and this is about to go.
  const amount = Math.max(parseDollarsToCents(String(price)) ?? 0, minimumChargeCents);
  const options = useMemo(
    () => ({
      mode: 'payment' as const,
      amount,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
      appearance,
    }),
    [amount, appearance],
  );
  return (
    <Elements stripe={provider} options={options}>
      {children}
    </Elements>
  );
}
