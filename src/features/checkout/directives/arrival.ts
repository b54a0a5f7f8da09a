import type { ClientDirective } from 'astro';
import { afterPaint } from '../../../lib/after-paint.ts';
import { deviceStorage, pageStorage } from '../../../lib/page-storage.ts';
import type { PaymentOutcome } from '../../../shared/checkout/payment.ts';
import { endCheckout, readThankYou, sentPage, type ThankYou } from '../sent-order.ts';

/** `client:arrival={outcome}`: hydrates only when there is a toast, or the payment is still being checked. */
const arrival: ClientDirective = (load, { value }) => {
  const thankYou = { ...readThankYou(location.search), outcome: value as PaymentOutcome };
  removeSecret(thankYou);
  const again = document.querySelector<HTMLAnchorElement>('[data-try-again]');
  if (again) again.href = `${sentPage(pageStorage) || '/'}#order-title`;
  afterPaint(async () => {
    const hasToast = endCheckout(pageStorage, deviceStorage, thankYou);
    if (!hasToast && thankYou.outcome !== 'checking') return;
    const hydrate = await load();
    await hydrate();
  });
};
export default arrival;

/** Removes the client secret and keeps the outcome: a reload must not thank for a failed payment. */
function removeSecret({ orderNumber, outcome, isRedirected }: ThankYou): void {
  if (!isRedirected) return;
  const kept = new URLSearchParams();
  if (orderNumber) kept.set('order', orderNumber);
  if (outcome !== 'paid') kept.set('redirect_status', outcome === 'unpaid' ? 'failed' : 'pending');
  history.replaceState(null, '', `${location.pathname}?${kept}`);
}
