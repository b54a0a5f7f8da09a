import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { createCheckout } from '../../client/checkout/checkout.ts';
import { checkoutCalls } from '../../client/checkout/checkout-calls.ts';
import { checkFields, loadRules } from '../../client/checkout/checkout-form.ts';
import { priceText } from '../../client/checkout/checkout-words.ts';
import { loadProvider } from '../../client/checkout/payment-provider.ts';
import { pageStorage } from '../../client/page-storage.ts';
import { showToast } from '../../client/toasts.ts';
import { Island } from '../ui/errors/Island.tsx';
import { LazyToaster } from '../ui/LazyToaster.tsx';
import { CheckoutLoading } from './CheckoutLoading.tsx';
import { FreeOrder, PaidOrder } from './OrderForm.tsx';
import { PaymentSystemError } from './PaymentSystemError.tsx';

interface CheckoutProps {
  /** What the page says, in dollars. */
  price: number;
  /** What stands above the button, as the page has it: the box with a consent, where the shop asks for one. */
  children?: ReactNode;
}

/** Has the page around the form say the same as the form. */
const sayings = () => import('./say-offer.ts');

/** The order card of the home page: loads the checkout, takes the order, takes the payment. */
export function Checkout(props: CheckoutProps) {
  return (
    <Island>
      <OrderCard {...props} />
    </Island>
  );
}

function OrderCard({ price, children }: CheckoutProps) {
  const [checkout] = useState(() =>
    createCheckout({
      price,
      calls: checkoutCalls,
      loadProvider,
      checkFields,
      shownDay: () => document.querySelector<HTMLTimeElement>('[data-promised-day]')?.dateTime,
      sayDay: async (day) => (await sayings()).sayDay(day),
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

  useEffect(
    () =>
      checkout.$price.listen((price) => void sayings().then((say) => say.sayPrice(price, priceText(price)))),
    [checkout],
  );
  useOverhang(box);
  const isTouched = useFirstFocus(box, loadRules);

  return (
    <div ref={box}>
      {state.name === 'loading' && <CheckoutLoading />}
      {state.name === 'error' && (
        <PaymentSystemError checks={state.checks} onRetry={() => void checkout.start()} />
      )}
      {state.name === 'free' && <FreeOrder checkout={checkout} above={children} />}
      {state.name === 'ready' && <PaidOrder checkout={checkout} provider={state.provider} above={children} />}
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
