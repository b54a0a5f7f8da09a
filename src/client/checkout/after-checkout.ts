import { hasToast, leaveToast, type TextStorage } from '../toast-handover.ts';
import { forgetCheckout } from './checkout-form.ts';
import { hasThanked, paidToast, rememberThanks, type ThankYou } from './thank-you.ts';

/**
 * What is left to do once the thank-you page is shown. After a payment that failed, what was typed is kept for
 * another try; and whoever comes back to this page later may have begun to type the next order.
 *
 * @returns whether there is a toast to show
 */
export function endCheckout(storage: TextStorage, { orderNumber, isPaid, isRedirected }: ThankYou): boolean {
  if (isPaid && orderNumber && !hasThanked(storage, orderNumber)) {
    rememberThanks(storage, orderNumber);
    forgetCheckout(storage);
    if (isRedirected) leaveToast(storage, paidToast);
  }
  return hasToast(storage);
}
