import { Elements } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { minimumChargeCents, parseDollarsToCents } from '../../shared/money.ts';

const darkScheme = '(prefers-color-scheme: dark)';

/** @returns the colours of the page for the provider's fields, which cannot see our style sheet */
function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const scheme = matchMedia(darkScheme);
    const update = () => setAppearance(readAppearance());
    scheme.addEventListener('change', update);
    return () => scheme.removeEventListener('change', update);
  }, []);
  return appearance;
}

function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const box = { border: `1px solid ${value('--color-field-line')}`, boxShadow: 'none' };
  return {
    theme: matchMedia(darkScheme).matches ? 'night' : 'stripe',
    variables: {
      colorPrimary: value('--color-primary'),
      colorBackground: value('--color-base-100'),
      colorText: value('--color-base-content'),
      colorTextSecondary: value('--color-quiet'),
      colorTextPlaceholder: value('--color-quiet'),
      colorDanger: value('--color-tone-error'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
    },
    rules: {
      '.Input': box,
      '.Tab': box,
      '.Label': { fontSize: '16px', fontWeight: '600' },
    },
  };
}

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
