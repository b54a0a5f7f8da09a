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

/** Asks whether an order is paid. Exported separately, because the thank-you page includes only this. */
export function confirmPayment(json: OrderIds): Promise<{ status: ConfirmedStatus }> {
  return retryOnce(() => post('confirm-payment', json));
}

/** Calls that are repeated when there is no answer, except the report (docs/product.md §11). */
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

/** Returns a function that runs calls one after another. */
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

/** Returns the seconds after which a busy server wants a retry (429, 503); null for any other failure. */
export function retrySeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || !error.serverMessage) return null;
  if (error.status !== 429 && error.status !== 503) return null;
  return Math.min(Math.max(error.retryAfterSeconds ?? defaultRetrySeconds, 1), longestRetrySeconds);
}

/** Repeats a call while the server is busy (429, 503). @param tell gets its message and wait, then null */
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

/** `processing`: the customer's bank has not decided yet. */
export type AttemptOutcome = 'paid' | 'unpaid' | 'processing' | 'unknown';

/** The card form of the payment provider. */
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

/** Looks up a payment at the provider, and at our server when that fails; `unknown` when neither answers. */
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

/** Reports a paid order to our server, for 5 s at most. Logs a failure: the webhook reports it as well. */
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

/** Returns the message of an error; empty for an error without one, such as a proxy's answer. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage;
  return error instanceof Error ? error.message : '';
}
