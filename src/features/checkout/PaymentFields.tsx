import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, PaymentIntent, Stripe, StripePaymentElementOptions } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { providerScripts } from '../../shared/checkout/payment.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import { toMinor } from '../../shared/money.ts';
import { Spinner } from '../../ui/Button.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { AttemptOutcome, PaymentForm } from './checkout-calls.ts';

const scriptTimeoutMs = 15_000;

/**
 * Loads the script of Stripe or its sandbox; after an error or 15 s, retries once, then throws. Stripe's own loader
 * never retries. Works only in a browser, and never returns null there.
 */
export async function loadProvider({ publishableKey, sandbox }: PublicSettings): Promise<Stripe | null> {
  const address = providerScripts[sandbox ? 'sandbox' : 'stripe'];
  // At the same address, the browser would keep waiting for the first attempt.
  if (!('Stripe' in window)) await loadScript(address).catch(() => loadScript(`${address}?again=1`));
  return loadStripe(publishableKey);
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    const giveUp = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    const timer = setTimeout(giveUp, scriptTimeoutMs);
    script.addEventListener('load', () => ('Stripe' in window ? resolve() : giveUp()));
    script.addEventListener('error', giveUp);
    for (const end of ['load', 'error']) script.addEventListener(end, () => clearTimeout(timer));
    document.head.append(script);
  });
}

/** Returns the page's colors for the provider's fields, which cannot see our style sheet. */
function readAppearance(isDark: boolean): Appearance {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const box = { border: `1px solid ${value('--color-field-line')}`, boxShadow: 'none' };
  return {
    theme: isDark ? 'night' : 'stripe',
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
  price: number;
  currency: string;
  children: ReactNode;
}

/**
 * Provides Stripe Elements to its children before an intent exists
 * (https://docs.stripe.com/payments/accept-a-payment-deferred).
 * @param props.price in the main unit
 */
export function ProviderElements({ provider, price, currency, children }: ProviderElementsProps) {
  const isDark = useMedia('(prefers-color-scheme: dark)');
  // The price is 0 for a moment before this is removed, when the reading becomes free.
  const amount = toMinor(price || 1_000, currency) ?? 0;
  const options = useMemo(
    () => ({
      mode: 'payment' as const,
      amount,
      currency,
      allowedPaymentMethodTypes: ['card'],
      appearance: readAppearance(isDark),
    }),
    [amount, currency, isDark],
  );
  return (
    <Elements stripe={provider} options={options}>
      {children}
    </Elements>
  );
}

export function PaymentLoading({ children }: { children: ReactNode }) {
  return (
    <p className="payment-loading needs-script" role="status">
      <Spinner /> {children}
    </p>
  );
}

const elementOptions = (wallets: boolean): StripePaymentElementOptions => {
  const wallet = wallets ? 'auto' : 'never';
  return { layout: 'tabs', wallets: { applePay: wallet, googlePay: wallet, link: 'never' } };
};

const fieldsTimeoutMs = 20_000;

const cardFailure = 'We couldn’t load the card form. Please check your connection. What you typed is saved.';

interface CardFieldsProps {
  wallets?: boolean;
  /** Text to show when it does not load. */
  failure?: string;
  /** Called with the payment form once it is ready, and with null when it is removed. */
  onReady: (payment: PaymentForm | null) => void;
}

/** Renders Stripe's card form, with Try again if it fails to load. Needs `ProviderElements` around it. */
export function CardFields({ wallets = false, failure = cardFailure, onReady }: CardFieldsProps) {
  /** `card`, `apple_pay` or `google_pay` */
  const chosen = useRef('card');
  const payment = usePaymentForm(chosen);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), fieldsTimeoutMs);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state !== 'ready') return;
    onReady(payment);
    return () => onReady(null);
  }, [state, payment, onReady]);

  function retry(): void {
    setState('loading');
    setAttempt(attempt + 1);
  }

  return (
    <div className="payment-fields">
      {state === 'loading' && <PaymentLoading>Loading the card form...</PaymentLoading>}
      {state === 'failed' && (
        <div>
          <p className="field-error" role="alert">
            {failure}
          </p>
          <button type="button" className="btn mt-3" onClick={retry}>
            Try again
          </button>
        </div>
      )}
      <PaymentElement
        key={attempt}
        // It covers its placeholder while loading, and is hidden if loading failed.
        className={{ loading: 'opacity-0', failed: 'hidden', ready: '' }[state]}
        options={elementOptions(wallets)}
        onReady={() => setState('ready')}
        onChange={({ value }) => {
          chosen.current = value.type;
        }}
        onLoadError={() => setState('failed')}
      />
    </div>
  );
}

const outcomes: Partial<Record<PaymentIntent.Status, AttemptOutcome>> = {
  succeeded: 'paid',
  processing: 'processing',
};

/** After any error not in this list, the payment may still go through. */
const finalErrors = ['card_error', 'validation_error', 'invalid_request_error'];

/** Returns the payment form of the surrounding `ProviderElements`; null until it can be used. */
function usePaymentForm(chosen: RefObject<string>): PaymentForm | null {
  const stripe = useStripe();
  const elements = useElements();
  return useMemo(() => {
    if (!stripe || !elements) return null;
    return {
      async check(isFormRight) {
        const isWallet = chosen.current !== 'card';
        // A wallet opens its sheet at once, and must not take a payment while the form has errors.
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
        // An earlier attempt was paid, and its answer was lost.
        if (!error || status === 'succeeded') return null;
        return {
          message: error.message,
          isUncertain: !finalErrors.includes(error.type),
          isDeclined: error.type === 'card_error',
        };
      },
      async outcomeOf(clientSecret) {
        const { error, paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
        if (error) throw new Error(error.message);
        return outcomes[paymentIntent.status] ?? 'unpaid';
      },
    };
  }, [stripe, elements, chosen]);
}
