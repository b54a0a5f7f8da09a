import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { afterPaint, isCrawler } from '../../lib/after-paint.ts';
import { deviceStorage, pageStorage } from '../../lib/page-storage.ts';
import { retriable } from '../../lib/retriable.ts';
import { $toast, showToast } from '../../lib/toasts.ts';
import { type OrderedOffer, plainOffer } from '../../shared/checkout/offer.ts';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import { type MoneyStyle, offeredPrice, toMinor } from '../../shared/money.ts';
import { turnaroundText } from '../../shared/offers/quote.ts';
import { Island } from '../../ui/errors/ErrorBoundary.tsx';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import { checkoutCalls } from './checkout-calls.ts';
import { formPage, rememberSecret } from './checkout-memory.ts';
import { createCheckout } from './checkout-store.ts';
import { OrderForm } from './OrderForm.tsx';
import { loadRules } from './order-form-store.ts';
import { loadProvider } from './PaymentFields.tsx';

interface CheckoutProps {
  /** In the main unit */
  price: number;
  money: MoneyStyle;
  /** Left out on the home page while the shop has only its initial form. */
  offer?: OrderedOffer;
  children?: ReactNode;
  wallets: boolean;
  /** Whether a code can be used; a link with one shows its field, too. */
  hasCodes?: boolean;
}

function showDay(day: string): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-promised-day]')) {
    time.dateTime = day;
    time.textContent = longDayText(day, Date.now());
  }
}

function showIn(places: string, text: string): void {
  for (const place of document.querySelectorAll(places)) place.textContent = text;
}

/** @param price the sum, in the main unit */
function showPrices(offer: OrderedOffer, price: number): void {
  showIn('[data-price]', offeredPrice(offer.priceMinor, offer));
  showIn('[data-total]', offeredPrice(toMinor(price, offer.currency) ?? 0, offer));
  for (const point of document.querySelectorAll<HTMLElement>('[data-charged]')) point.hidden = price === 0;
}

const loadToaster = retriable(() => import('../../ui/Toaster.tsx'), 'Toaster');

/** Renders the order form, loads the settings and Stripe at once, and updates price and day in the page around it. */
export function Checkout(props: CheckoutProps) {
  return (
    // The page restores the draft.
    <Island onRetry={() => location.reload()}>
      <OrderCard {...props} />
    </Island>
  );
}

function OrderCard({ price, money, offer, children, wallets, hasCodes }: CheckoutProps) {
  const [checkout] = useState(() =>
    createCheckout({
      offer: offer ?? plainOffer(toMinor(price, money.currency) ?? 0, money),
      calls: checkoutCalls,
      loadProvider,
      shownDay: () => document.querySelector<HTMLTimeElement>('[data-promised-day]')?.dateTime,
      showDay,
      showDays: (days) => showIn('[data-turnaround]', turnaroundText(days)),
      toast: showToast,
      navigate: (path) => location.assign(path),
      // Rendered on the server, the form has no address.
      page: globalThis.location ? formPage(location) : '',
      after: () => rememberSecret(formPage(location), pageStorage, location.hash),
      storage: pageStorage,
      device: deviceStorage,
      origin: () => location.origin,
    }),
  );
  const [isTouched, setIsTouched] = useState(false);
  const toast = useStore($toast);
  // Fetched with the first toast, or when one has become likely.
  const Toaster = useLazyComponent(loadToaster, toast?.id ?? isTouched);

  useEffect(() => {
    if (
      rememberSecret(formPage(location), pageStorage, location.hash) &&
      location.hash.startsWith('#after=')
    ) {
      history.replaceState(null, '', location.pathname);
    }
    void checkout.form.start();
    if (!isCrawler(navigator.userAgent)) afterPaint(checkout.openOnLoad);
    // On Back from the thank-you page, the browser may show this page as it was during the payment.
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', reload);
    return () => removeEventListener('pageshow', reload);
  }, [checkout]);

  useEffect(() => {
    const { $offer, $price } = checkout.form;
    const show = () => showPrices($offer.get(), $price.get());
    // A restored draft has changed the price by now.
    const stops = [$offer.listen(show), $price.subscribe(show)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [checkout]);

  function touch(): void {
    if (isTouched) return;
    setIsTouched(true);
    loadRules();
  }

  return (
    <>
      <OrderForm checkout={checkout} above={children} wallets={wallets} hasCodes={hasCodes} onFocus={touch} />
      {Toaster && <Toaster />}
    </>
  );
}
