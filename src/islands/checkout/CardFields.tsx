import { PaymentElement } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { PaymentLoading } from './PaymentLoading.tsx';

const options = (wallets: boolean): StripePaymentElementOptions => {
  const wallet = wallets ? 'auto' : 'never';
  return { layout: 'tabs', wallets: { applePay: wallet, googlePay: wallet, link: 'never' } };
};

/** How long the fields may take before another try is offered. */
const patienceMs = 20_000;

interface CardFieldsProps {
  /** Whether Apple Pay and Google Pay may be offered beside the card. */
  wallets?: boolean;
  /** Called once they can be filled in. */
  onReady: () => void;
  /** Told what is chosen to pay with: `card`, `apple_pay`, `google_pay`. */
  onChoose?: (type: string) => void;
}

/** The provider's fields for the card (docs/product.md §4). */
export function CardFields({ wallets = false, onReady, onChoose }: CardFieldsProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <div className="payment-fields">
      {state === 'loading' && <PaymentLoading>Loading the card form...</PaymentLoading>}
      {state === 'failed' && (
        <div>
          <p className="field-error" role="alert">
            We couldn’t load the card form. Please check your connection. What you typed is saved.
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
        // It covers its placeholder while it loads, and is hidden when it has failed.
        className={{ loading: 'opacity-0', failed: 'hidden', ready: '' }[state]}
        options={options(wallets)}
        onReady={() => {
          setState('ready');
          onReady();
        }}
        onChange={({ value }) => onChoose?.(value.type)}
        onLoadError={() => setState('failed')}
      />
    </div>
  );
}
