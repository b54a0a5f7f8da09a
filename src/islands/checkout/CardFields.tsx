import { PaymentElement } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { useState } from 'react';
import { Spinner } from '../ui/Spinner.tsx';

const options: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
};

interface CardFieldsProps {
  /** Called once they can be filled in. */
  onReady: () => void;
}

/** The provider's fields for the card (spec/product.md §2). */
export function CardFields({ onReady }: CardFieldsProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  return (
    <>
      {state === 'loading' && (
        <p className="flex items-center gap-3 text-quiet">
          <Spinner /> Loading the card fields...
        </p>
      )}
      {state === 'failed' && (
        <p className="field-error" role="alert">
          The card fields could not be loaded. Please check your connection and reload the page; what you
          typed is kept.
        </p>
      )}
      <PaymentElement
        options={options}
        onReady={() => {
          setState('ready');
          onReady();
        }}
        onLoadError={() => setState('failed')}
      />
    </>
  );
}
