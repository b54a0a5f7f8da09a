import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { createCheckout } from '../../client/checkout/checkout.ts';
import { checkoutCalls } from '../../client/checkout/checkout-calls.ts';
import { checkFields, loadRules } from '../../client/checkout/checkout-form.ts';
import { loadProvider } from '../../client/checkout/payment-provider.ts';
import { pageStorage } from '../../client/page-storage.ts';
import { showToast } from '../../client/toasts.ts';
import { Island } from '../ui/errors/Island.tsx';
import { LazyToaster } from '../ui/LazyToaster.tsx';
import { CheckoutLoading } from './CheckoutLoading.tsx';
import { FreeOrder, PaidOrder } from './OrderForm.tsx';
import { PaymentSystemError } from './PaymentSystemError.tsx';

/** The order card of the home page: loads the checkout, takes the order, takes the payment. */
export function Checkout({ contactEmail }: { contactEmail: string }) {
  return (
    <Island>
      <OrderCard contactEmail={contactEmail} />
    </Island>
  );
}

function OrderCard({ contactEmail }: { contactEmail: string }) {
  const [checkout] = useState(() =>
    createCheckout({
      calls: checkoutCalls,
      loadProvider,
      checkFields,
      toast: showToast,
      navigate: (path) => location.assign(path),
      storage: pageStorage,
      origin: () => location.origin,
    }),
  );
  // The form is drawn bit by bit: at once it would hold up a slow phone for longer than a finger waits.
  const state = useDeferredValue(useStore(checkout.$state));
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void checkout.start();
    // Back from the thank-you page the browser may show this page as it was left, mid-payment.
    const startAfresh = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', startAfresh);
    return () => removeEventListener('pageshow', startAfresh);
  }, [checkout]);

  useOverhang(box);
  const isTouched = useFirstFocus(box, loadRules);

  return (
    <div ref={box}>
      {state.name === 'loading' && <CheckoutLoading />}
      {state.name === 'error' && (
        <PaymentSystemError
          checks={state.checks}
          contactEmail={contactEmail}
          onRetry={() => void checkout.start()}
        />
      )}
      {state.name === 'free' && <FreeOrder checkout={checkout} />}
      {state.name === 'ready' && (
        <PaidOrder checkout={checkout} provider={state.provider} contactEmail={contactEmail} />
      )}
      <LazyToaster isLikely={isTouched} />
    </div>
  );
}

/** Tells its card how tall the form is: a sticky card taller than the window must stick by its end. */
function useOverhang(box: { current: HTMLElement | null }) {
  useEffect(() => {
    const element = box.current;
    const card = element?.closest<HTMLElement>('.order-card');
    if (!element || !card) return;
    const observer = new ResizeObserver(() => {
      card.style.setProperty('--order-height', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}

/** @returns true from the first focus inside on, which is also when `prepare` runs, once */
function useFirstFocus(box: { current: HTMLElement | null }, prepare: () => void): boolean {
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    const touched = () => {
      setIsTouched(true);
      prepare();
    };
    const element = box.current;
    element?.addEventListener('focusin', touched, { once: true });
    return () => element?.removeEventListener('focusin', touched);
  }, [box, prepare]);
  return isTouched;
}
