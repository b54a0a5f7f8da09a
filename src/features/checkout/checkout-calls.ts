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

export type OrderIds = Pick<CheckoutSubmitted, 'orderId' | 'orderNumber'>;

type PaymentIntentAnswer = CheckoutOpened | CheckoutSubmitted;

/** Avoids the desks' typed client, which would add a thousand bytes to the page. */
function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  return call(ask<Answer>(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** Returns an order's payment status, which the server looks up at Stripe. The thank-you page imports only this. */
export function confirmPayment(json: OrderIds): Promise<{ status: ConfirmedStatus }> {
  return retryOnce(() => post('confirm-payment', json));
}

/** The checkout's API calls. All but `reportFailure` are repeated once if no response comes (docs/product.md §11). */
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
  confirmPayment,
  reportFailure: (json: FailureReport): Promise<unknown> => post('payment-failure', json),
};

/** Returns a function that runs each call once the earlier ones have ended. */
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

/** Logs a failure to the browser's console, as specified (docs/product.md §10). */
export function logFailure(error: unknown, what = 'Payment could not be initialized'): void {
  // biome-ignore lint/suspicious/noConsole: specified
  console.error(what, error);
}

/**
 * Returns the seconds to wait, 1 to 60, before retrying after a 429 or 503 with our server's message; null for
 * other failures, such as a proxy's.
 */
export function retrySeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || !error.serverMessage) return null;
  if (error.status !== 429 && error.status !== 503) return null;
  return Math.min(Math.max(error.retryAfterSeconds ?? defaultRetrySeconds, 1), longestRetrySeconds);
}

/** Makes a call, up to `tries` times if the server is busy (429, 503). @param tell gets a text per wait, then null */
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
      tell(`${error.serverMessage} If you keep this page open, we’ll try again automatically in ${when}.`);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      tell(null);
    }
  }
}

/** The outcome of a payment attempt. `processing`: the customer's bank has not decided yet. */
export type AttemptOutcome = 'paid' | 'unpaid' | 'processing' | 'unknown';

/** The payment provider's card form. */
export interface PaymentForm {
  /** Returns what is wrong. `isShown`: the fields show it; `isWallet`: the wallet may have been closed. */
  check(
    isFormRight: Promise<boolean>,
  ): Promise<{ message: string | undefined; isShown: boolean; isWallet?: boolean } | null>;
  /** Returns null when paid, even by an earlier attempt; `isUncertain`: the payment may have gone through. */
  confirm(
    clientSecret: string,
    returnUrl: string,
  ): Promise<
    { message: string | undefined; isUncertain: boolean; isDeclined?: boolean } | 'processing' | null
  >;
  outcomeOf(clientSecret: string): Promise<AttemptOutcome>;
}

/** A payment attempt. */
export interface Attempt {
  order: CheckoutSubmitted;
  clientSecret: string;
  /** The form's text when it was sent, from `formText`. */
  sentAs: string;
  /** What the provider answered. */
  outcome?: 'paid' | 'processing';
}

type ServerCall = Pick<CheckoutCalls, 'confirmPayment'>;

/** How long a paid customer waits for our server before the page moves on. */
const confirmationTimeoutMs = 5_000;

/** Looks up a payment at the provider or, if that fails, at our server; `unknown` if both fail. */
export async function outcomeOf(
  { order, clientSecret }: Attempt,
  payment: PaymentForm | null,
  calls: ServerCall,
): Promise<AttemptOutcome> {
  const known = await payment?.outcomeOf(clientSecret).catch(() => null);
  if (known) return known;
  const answer = await calls.confirmPayment(idsOf(order)).catch(() => null);
  if (!answer) return 'unknown';
  return answer.status === 'unpaid' || answer.status === 'processing' ? answer.status : 'paid';
}

/** Has our server confirm a paid order, for 5 s at most. Only logs a failure: the webhook confirms it as well. */
export async function confirmWithServer(order: CheckoutSubmitted, calls: ServerCall): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, confirmationTimeoutMs));
  const told = calls
    .confirmPayment(idsOf(order))
    .catch((error: unknown) => logFailure(error, 'Payment could not be confirmed with the server'));
  await Promise.race([told, timeout]);
}

function idsOf({ orderId, orderNumber }: CheckoutSubmitted): OrderIds {
  return { orderId, orderNumber };
}

/** Returns the server's message for an API error, or another error's own; empty if there is no text. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage;
  return error instanceof Error ? error.message : '';
}
