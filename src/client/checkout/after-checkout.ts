import { hasToast, leaveToast, type TextStorage } from '../toast-handover.ts';
import { type Forgetting, forgetForm, keptForm } from './kept-form.ts';
import { isSentAs } from './sent-order.ts';
import { hasThanked, paidToast, rememberThanks, type ThankYou } from './thank-you.ts';

/**
 * What is left to do once the thank-you page is shown. After a payment that failed, what was typed is kept for
 * another try; and what was typed since, or for another reading, is not this order's to forget.
 *
 * @returns whether there is a toast to show
 */
export function endCheckout(
  storage: TextStorage,
  device: Forgetting,
  { orderNumber, outcome, isRedirected }: ThankYou,
): boolean {
  if (outcome === 'paid' && orderNumber && !hasThanked(storage, orderNumber)) {
    rememberThanks(storage, orderNumber);
    if (isSentAs(storage, orderNumber, keptForm(storage))) forgetForm(storage, device);
    if (isRedirected) leaveToast(storage, paidToast);
  }
  return hasToast(storage);
}
