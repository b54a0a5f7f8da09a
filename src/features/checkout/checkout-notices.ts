import { atom } from 'nanostores';
import type { showToast } from '../../lib/toasts.ts';
import { type CheckoutNotice, checkoutTexts } from './checkout-texts.ts';

const slowAfterMs = 20_000;

export type Notices = ReturnType<typeof createNotices>;

/** Creates the notice under the Pay button, and its toasts. @param mayLook whether there is a payment to look up */
export function createNotices(toast: typeof showToast, mayLook: () => boolean) {
  const $notice = atom<CheckoutNotice | null>(null);
  let slowTimer: ReturnType<typeof setTimeout> | undefined;

  function endSilence(): void {
    clearTimeout(slowTimer);
    if ($notice.get()?.kind === 'slow') $notice.set(null);
  }

  return {
    $notice,
    watchForSilence(): void {
      endSilence();
      slowTimer = setTimeout(() => {
        if ($notice.get()?.kind === 'waiting') return;
        const canLook = mayLook();
        $notice.set({
          kind: 'slow',
          text: canLook ? checkoutTexts.slowPayment : checkoutTexts.slowServer,
          canLook,
        });
      }, slowAfterMs);
    },
    endSilence,
    tellWaiting(text: string | null): void {
      if (text !== null) $notice.set({ kind: 'waiting', text });
      else if ($notice.get()?.kind === 'waiting') $notice.set(null);
    },
    tellNews(title: string, text: string): void {
      $notice.set({ kind: 'news', text });
      toast({ title, description: text });
    },
    tellFailure(title: string, text: string): void {
      $notice.set({ kind: 'failure', text });
      toast({ title, description: text, variant: 'destructive' });
    },
  };
}
