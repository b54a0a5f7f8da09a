import type { CheckoutCalls } from './checkout-calls.ts';

const firstPauseMs = 3_000;
const longestPauseMs = 60_000;

/**
 * Asks what became of a payment that a bank is checking, ever more rarely, until the bank has decided.
 *
 * @param pause waits so many milliseconds, and until the page is visible
 */
export async function followPayment(
  order: { orderId: string; orderNumber: string },
  { confirmPayment }: Pick<CheckoutCalls, 'confirmPayment'>,
  pause: (milliseconds: number) => Promise<void>,
): Promise<'paid' | 'unpaid'> {
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 1.5, longestPauseMs)) {
    await pause(wait);
    const answer = await confirmPayment(order).catch(() => null);
    if (answer && answer.status !== 'processing') return answer.status === 'unpaid' ? 'unpaid' : 'paid';
  }
}
