import type { ClientDirective } from 'astro';
import { afterPaint } from '../../../lib/after-paint.ts';
import { pageVisible } from '../../../lib/fetched.ts';
import { deviceStorage, pageStorage } from '../../../lib/page-storage.ts';
import { hasSavedToast, saveToast } from '../../../lib/saved-toast.ts';
import {
  type PaymentOutcome,
  readThankYou,
  type ThankYou,
  thankYouPath,
  unpaidPath,
} from '../../../shared/checkout/payment.ts';
import { type CheckoutCalls, confirmPayment, type OrderIds } from '../checkout-calls.ts';
import { endCheckout, findOrderIds, paidToast, sentPage } from '../checkout-memory.ts';

/**
 * `client:arrival={outcome}` on the toaster of the thank-you page: ends the checkout, polls a payment that a bank is
 * still checking, and hydrates when there is a toast.
 */
const arrival: ClientDirective = (load, { value }) => {
  const thankYou = { ...readThankYou(location.search), outcome: value as PaymentOutcome };
  removeSecret(thankYou);
  const again = document.querySelector<HTMLAnchorElement>('[data-try-again]');
  if (again) again.href = `${sentPage(pageStorage) || '/'}#order-title`;
  afterPaint(async () => {
    if (thankYou.outcome === 'checking') void followPayment(thankYou);
    endCheckout(pageStorage, deviceStorage, thankYou);
    if (!hasSavedToast(pageStorage)) return;
    const hydrate = await load();
    await hydrate();
  });
};
export default arrival;

/** Removes the client secret but keeps the outcome: a reload must not give thanks for a failed payment. */
function removeSecret({ orderNumber, outcome, isRedirected }: ThankYou): void {
  if (!isRedirected) return;
  const kept = new URLSearchParams();
  if (orderNumber) kept.set('order', orderNumber);
  if (outcome !== 'paid') kept.set('redirect_status', outcome === 'unpaid' ? 'failed' : 'pending');
  history.replaceState(null, '', `${location.pathname}?${kept}`);
}

/** Polls a payment that a bank is still checking, then replaces the page with its outcome. */
async function followPayment({ orderNumber }: ThankYou): Promise<void> {
  const order = findOrderIds(pageStorage, orderNumber);
  if (!order) return;
  const pause = async (milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await pageVisible();
  };
  const isPaid = (await pollPayment(order, { confirmPayment }, pause)) === 'paid';
  if (isPaid) saveToast(pageStorage, paidToast);
  location.replace(isPaid ? thankYouPath(order.orderNumber) : unpaidPath(order.orderNumber));
}

const firstPauseMs = 3_000;
const longestPauseMs = 60_000;

/** Polls our server at growing intervals until a payment is decided, however long that takes; ignores failures. */
export async function pollPayment(
  order: OrderIds,
  { confirmPayment }: Pick<CheckoutCalls, 'confirmPayment'>,
  pause: (milliseconds: number) => Promise<void>,
): Promise<'paid' | 'unpaid'> {
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 1.5, longestPauseMs)) {
    await pause(wait);
    const answer = await confirmPayment(order).catch(() => null);
    if (answer && answer.status !== 'processing') return answer.status === 'unpaid' ? 'unpaid' : 'paid';
  }
}
