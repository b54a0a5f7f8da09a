import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createCheckout } from '../../client/checkout/checkout.ts';
import { checkoutCalls } from '../../client/checkout/checkout-calls.ts';
import { checkFields, loadRules } from '../../client/checkout/checkout-form.ts';
import { priceText } from '../../client/checkout/checkout-words.ts';
import { loadProvider } from '../../client/checkout/payment-provider.ts';
import { deviceStorage, pageStorage } from '../../client/page-storage.ts';
import { retriable } from '../../client/retriable.ts';
import { $toast, showToast } from '../../client/toasts.ts';
import { Island } from '../ui/errors/Island.tsx';
import { useFetched } from '../ui/use-fetched.ts';
import { OrderForm } from './OrderForm.tsx';

interface CheckoutProps {
  /** What the page says, in dollars. */
  price: number;
  /** What stands above the button, as the page has it: the box with a consent, where the shop asks for one. */
  children?: ReactNode;
  /** Whether Apple Pay and Google Pay are offered. */
  wallets: boolean;
}

/** Has the page around the form say the same as the form. */
const loadSayings = retriable(() => import('./say-offer.ts'), 'sayings');
const loadToaster = retriable(() => import('../ui/Toaster.tsx'), 'Toaster');

/** The order card of the home page: takes the order, loads the payment, takes it. */
export function Checkout(props: CheckoutProps) {
  return (
    // The page fills in again what was typed.
    <Island onRetry={() => location.reload()}>
      <OrderCard {...props} />
    </Island>
  );
}

function OrderCard({ price, children, wallets }: CheckoutProps) {
  const [checkout] = useState(() =>
    createCheckout({
      price,
      calls: checkoutCalls,
      loadProvider,
      checkFields,
      shownDay: () => document.querySelector<HTMLTimeElement>('[data-promised-day]')?.dateTime,
      sayDay: async (day) => (await loadSayings()).day(day),
      toast: showToast,
      navigate: (path) => location.assign(path),
      storage: pageStorage,
      device: deviceStorage,
      origin: () => location.origin,
    }),
  );
  const [isTouched, setIsTouched] = useState(false);
  const toast = useStore($toast);
  // Every byte counts here: it is fetched with the first toast, or when one has become likely.
  const Toaster = useFetched(loadToaster, toast?.id ?? isTouched);

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
      checkout.$price.listen((price) => void loadSayings().then((say) => say.price(price, priceText(price)))),
    [checkout],
  );

  function touch(): void {
    if (isTouched) return;
    setIsTouched(true);
    loadRules();
  }

  return (
    <>
      <OrderForm checkout={checkout} above={children} wallets={wallets} onFocus={touch} />
      {Toaster && <Toaster />}
    </>
  );
}
