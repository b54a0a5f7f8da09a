import { ApiError, ask, call, retryOnce } from '../../lib/answers.ts';
import type {
  CheckoutOpened,
  CheckoutSubmitted,
  OrderInput,
  paymentFailureSchema,
  QuoteAnswer,
} from '../../shared/checkout/checkout-schema.ts';
import type { ConfirmedStatus } from '../../shared/checkout/payment.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import type { z } from '../../shared/zod.ts';

export type FailureReport = z.input<typeof paymentFailureSchema>;
export type CheckoutCalls = typeof checkoutCalls;

type PaymentIntentAnswer = CheckoutOpened | CheckoutSubmitted;

/** The typed client of the desks would be another thousand bytes to load. */
function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  return call(ask<Answer>(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** All but the report are repeated when there is no answer (docs/product.md §11). */
export const checkoutCalls = {
  settings: (): Promise<PublicSettings> => retryOnce(() => call(ask<PublicSettings>('/api/settings'))),
  quote: (json: { offer: string | undefined; addOns: string[]; code?: string }): Promise<QuoteAnswer> =>
    retryOnce(() => post('quote', json)),
  open: (json: Record<string, never> | { offer: string } = {}): Promise<CheckoutOpened> =>
    retryOnce(() => post('create-simple-payment-intent', json)),
  async submit(json: OrderInput): Promise<CheckoutSubmitted> {
    const answer = await retryOnce(() => post<PaymentIntentAnswer>('create-simple-payment-intent', json));
    if (!('orderId' in answer)) throw new Error('We couldn’t place your order. Please try again.');
    return answer;
  },
  confirmPayment: (json: { orderId: string; orderNumber: string }): Promise<{ status: ConfirmedStatus }> =>
    retryOnce(() => post('confirm-payment', json)),
  reportFailure: (json: FailureReport): Promise<unknown> => post('payment-failure', json),
};

/** Returns a function that runs one call after the other. */
export function createQueue() {
  let lastCall: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const next = lastCall.then(run);
    lastCall = next.catch(() => undefined);
    return next;
  };
}

const defaultRetrySeconds = 10;
const longestRetrySeconds = 60;

/** Writes a failure to the browser's console, as specified (docs/product.md §10). */
export function logFailure(error: unknown, what = 'Payment could not be initialized'): void {
  // biome-ignore lint/suspicious/noConsole: specified
  console.error(what, error);
}

/** Returns after how many seconds a busy server wants to be asked again (429, 503); null for any other failure. */
export function retrySeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || !error.serverMessage) return null;
  if (error.status !== 429 && error.status !== 503) return null;
  return Math.min(Math.max(error.retryAfterSeconds ?? defaultRetrySeconds, 1), longestRetrySeconds);
}

/** Repeats a call while the server is busy (429, 503). @param tell shows its words and the wait, then null */
export async function retryWhileBusy<T>(
  makeCall: () => Promise<T>,
  tries: number,
  tell: (text: string | null) => void,
): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await makeCall();
    } catch (error) {
      const seconds = retrySeconds(error);
      if (seconds === null || left <= 1 || !(error instanceof ApiError)) throw error;
      const when = seconds === 1 ? 'a second' : `${seconds} seconds`;
      tell(`${error.serverMessage} We’ll try again automatically in ${when}.`);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      tell(null);
    }
  }
}
