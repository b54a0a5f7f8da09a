import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type ReactNode, useMemo } from 'react';
import { useAppearance } from './use-appearance.ts';

interface ProviderElementsProps {
  provider: Stripe;
  clientSecret: string;
  children: ReactNode;
}

/** What is inside can show and use the provider's payment fields. Give it the client secret as `key`. */
export function ProviderElements({ provider, clientSecret, children }: ProviderElementsProps) {
  const appearance = useAppearance();
  const options = useMemo(() => ({ clientSecret, appearance }), [clientSecret, appearance]);
  return (
    <Elements stripe={provider} options={options}>
      {children}
    </Elements>
  );
}
