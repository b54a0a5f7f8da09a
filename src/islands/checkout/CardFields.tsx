import { PaymentElement } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { Spinner } from '../ui/Spinner.tsx';

const options: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
};

/** How long the fields may take before another try is offered. */
const patienceMs = 20_000;

interface CardFieldsProps {
  /** Called once they can be filled in. */
  onReady: () => void;
}

/** The provider's fields for the card (docs/product.md §4). */
export function CardFields({ onReady }: CardFieldsProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <>
      {state === 'loading' && (
        <p className="flex items-center gap-3 text-quiet" role="status">
          <Spinner /> Loading the card fields...
        </p>
      )}
      {state === 'failed' && (
        <div>
          <p className="field-error" role="alert">
            The card fields could not be loaded. Please check your connection; what you typed is kept.
          </p>
          <button
            type="button"
            className="btn mt-3"
            onClick={() => {
              setState('loading');
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </button>
        </div>
      )}
      <PaymentElement
        key={attempt}
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
