import type { ClientDirective } from 'astro';
import { outcomeTitles } from '../../shared/checkout/payment.ts';
import { endCheckout, readThankYou, type ThankYou } from '../checkout/sent-order.ts';
import { deviceStorage, pageStorage } from '../page-storage.ts';
import { afterPaint } from './after-paint.ts';

/**
 * `client:arrival`, for the island of the thank-you page: shows what the address says, ends the checkout, and hydrates
 * the island only for a toast of the checkout or a payment that is still being checked. The page itself contains its
 * directives, so the order number is there from the first moment.
 */
const arrival: ClientDirective = (load) => {
  // Filled in only for the browser that ordered and has paid (src/server/site/thank-you.ts).
  const isKnownPaid = document.querySelector('template[data-own]') === null;
  const thankYou = readThankYou(location.search, isKnownPaid);
  show(thankYou);
  forgetSecret(thankYou);
  afterPaint(async () => {
    const hasToast = endCheckout(pageStorage, deviceStorage, thankYou);
    if (!hasToast && thankYou.outcome !== 'checking') return;
    const hydrate = await load();
    await hydrate();
  });
};
export default arrival;

function show({ orderNumber, outcome, isFree }: ThankYou): void {
  const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
  for (const element of all('[data-outcome]')) element.hidden = element.dataset.outcome !== outcome;
  document.title = document.title.replace(outcomeTitles.paid, outcomeTitles[outcome]);
  // Nothing was charged, so nothing stands on a statement.
  for (const element of all('[data-charged]')) element.hidden = isFree;
  for (const element of all('[data-order-number]'))
    element.textContent = element.closest('[data-outcome][hidden]') ? '' : orderNumber;
}

/**
 * After a redirect the provider leaves the client secret in the address, where it must not stay. That the payment
 * failed or is being checked stays: a reload must not thank for it.
 */
function forgetSecret({ orderNumber, outcome, isRedirected }: ThankYou): void {
  if (!isRedirected) return;
  const kept = new URLSearchParams();
  if (orderNumber) kept.set('order', orderNumber);
  if (outcome !== 'paid') kept.set('redirect_status', outcome === 'unpaid' ? 'failed' : 'pending');
  history.replaceState(null, '', `${location.pathname}?${kept}`);
}
