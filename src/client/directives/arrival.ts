import type { ClientDirective } from 'astro';
import type { PaymentOutcome } from '../../shared/checkout/payment.ts';
import { endCheckout, readThankYou, type ThankYou } from '../checkout/sent-order.ts';
import { deviceStorage, pageStorage } from '../page-storage.ts';
import { afterPaint } from './after-paint.ts';

/**
 * `client:arrival={outcome}`, for the island at the end of the thank-you page: ends the checkout, and hydrates the island
 * only when the checkout left a toast or the payment is still being checked. Directives stand in the page itself: who
 * comes here in another way loads no script at all.
 */
const arrival: ClientDirective = (load, { value }) => {
  const thankYou = { ...readThankYou(location.search), outcome: value as PaymentOutcome };
  removeSecret(thankYou);
  afterPaint(async () => {
    const hasToast = endCheckout(pageStorage, deviceStorage, thankYou);
    if (!hasToast && thankYou.outcome !== 'checking') return;
    const hydrate = await load();
    await hydrate();
  });
};
export default arrival;

/**
 * After a redirect the provider leaves the client secret in the address, where it must not stay. That the payment
 * failed or is being checked stays: a reload must not thank for it.
 */
function removeSecret({ orderNumber, outcome, isRedirected }: ThankYou): void {
  if (!isRedirected) return;
  const kept = new URLSearchParams();
  if (orderNumber) kept.set('order', orderNumber);
  if (outcome !== 'paid') kept.set('redirect_status', outcome === 'unpaid' ? 'failed' : 'pending');
  history.replaceState(null, '', `${location.pathname}?${kept}`);
}
