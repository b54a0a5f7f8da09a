import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import type { PaymentForm } from '../../client/checkout/payment-form.ts';
import { CardFields } from './CardFields.tsx';
import { ProviderElements } from './ProviderElements.tsx';
import { usePaymentForm } from './use-payment-form.ts';

interface PaymentStepProps {
  provider: Stripe;
  price: number;
  wallets: boolean;
  /** Told the payment form once it can be used, and null when it is gone. */
  onReady: (payment: PaymentForm | null) => void;
}

/** The payment's fields, once the provider is there. */
export function PaymentStep({ provider, price, ...rest }: PaymentStepProps) {
  return (
    <ProviderElements provider={provider} price={price}>
      <Fields {...rest} />
    </ProviderElements>
  );
}

function Fields({ wallets, onReady }: Pick<PaymentStepProps, 'wallets' | 'onReady'>) {
  const chosen = useRef('card');
  const payment = usePaymentForm(chosen);
  const [hasFields, setHasFields] = useState(false);
  useEffect(() => {
    if (!hasFields) return;
    onReady(payment);
    return () => onReady(null);
  }, [hasFields, payment, onReady]);
  return (
    <CardFields
      wallets={wallets}
      onReady={() => setHasFields(true)}
      onChoose={(type) => {
        chosen.current = type;
      }}
    />
  );
}
