import type { ClientResponse } from 'hono/client';
import type { ErrorBody } from '../shared/error-body.ts';

const requestTimeoutMs = 15_000;

/** For calls in which the server asks the payment provider or a mail server, including retries. */
const providerTimeoutMs = 40_000;

const asksProvider =
  /\/(create-simple-payment-intent|confirm-payment|test-email|payment|refund|accept-payment|account|staff\/[^/]+|erase)$/;

/** Returns an address's time limit in milliseconds: 40 s if the server asks Stripe or a mail server, else 15 s. */
export function timeLimit(address: string): number {
  return asksProvider.test(address) ? providerTimeoutMs : requestTimeoutMs;
}

/** Sends a request, and aborts it after its `timeLimit`. */
export function ask<T>(address: string, init?: RequestInit): Promise<ClientResponse<T, number, string>> {
  const answer = fetch(address, { ...init, signal: AbortSignal.timeout(timeLimit(address)) });
  return answer as Promise<ClientResponse<T, number, string>>;
}

/** An error response of the API, or a request without any response (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The server's error code, such as `order_conflict`, or empty. */
  readonly code: string;
  /** A sentence for the user, or empty. */
  readonly serverMessage: string;
  /** Another server's words, for admins; may be empty. */
  readonly words: string;
  /** A sentence for each wrong field; null if the server names none. */
  readonly fields: Record<string, string> | null;
  readonly isOutcomeUnknown: boolean;
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    responseText: string,
    statusText: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(`${status}: ${responseText || statusText}`);
    this.status = status;
    const { code = '', message = '', words = '', fields = null, outcome } = errorIn(responseText);
    this.code = code;
    this.serverMessage = message;
    this.words = words;
    this.fields = fields;
    this.isOutcomeUnknown = outcome === 'unknown';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Awaits a response and returns its JSON. @throws {ApiError} for an error status, a timeout, no answer or no JSON */
export async function call<T>(request: Promise<ClientResponse<T, number, string>>): Promise<T> {
  try {
    const response = await request;
    if (response.ok) return (await response.json()) as T;
    const text = await response.text();
    throw new ApiError(response.status, text, response.statusText, retryAfter(response.headers));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw noAnswerError(
      error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable',
    );
  }
}

/** Makes a call, and repeats it once after a pause if no response came. The call must be safe to repeat. */
export async function retryOnce<T>(ask: () => Promise<T>, pauseMs = 1_000): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return ask();
  }
}

const noAnswerTexts = {
  unreachable: 'We couldn’t reach the server. Please check your connection and try again.',
  timeout: 'The server took too long to respond. Please try again.',
};

/** Creates the error of a request that got no answer: status 0, with a message for the user. */
export function noAnswerError(code: keyof typeof noAnswerTexts): ApiError {
  return new ApiError(0, JSON.stringify({ error: { code, message: noAnswerTexts[code] } }), '');
}

/** Returns the seconds in `Retry-After`, which may also name a date. */
function retryAfter(headers: Headers): number | null {
  const text = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

export const serviceStopped = 'The service isn’t responding right now. Please try again in a minute.';

/** Returns the server's sentence; without one, `serviceStopped` for a 502, 503 or 504, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.serverMessage) return error.serverMessage;
  // A proxy answers with these statuses, in its own words, while the service is stopped.
  const isStopped = error.status >= 502 && error.status <= 504;
  return isStopped ? serviceStopped : fallback;
}

function errorIn(responseText: string): Partial<ErrorBody['error']> {
  try {
    return JSON.parse(responseText)?.error ?? {};
  } catch {
    return {};
  }
}
