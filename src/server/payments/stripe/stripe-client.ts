import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { seconds } from '../../../shared/durations.ts';
import { DomainError } from '../../basics/errors.ts';
import { type FailureReason, ProviderFailure } from '../../context/provider-failure.ts';

/** Where Stripe is and who asks. */
export interface StripeAccess {
  secretKey: string;
  /** Another address for Stripe's API, e.g. `http://127.0.0.1:12111`; null for Stripe's own. */
  apiBase: string | null;
  /** How long one attempt may take, with the whole of its answer; 10,000 unless given. */
  timeoutMilliseconds?: number;
  /** How often it is tried again; twice unless given. */
  retries?: number;
  /** What is fetched with; `fetch` unless given. */
  fetch?: typeof fetch;
}

/** How long a call may take in all, with its retries. */
const callDeadline = seconds(20);

/** Stripe's largest answer, a page of a hundred objects, is some 500 KB. */
const answerMaximumBytes = 4 * 1024 * 1024;

const providerDown =
  'We can’t reach the payment service right now. You haven’t been charged. Please try again in a moment.';

/** Codes that always mean the same, whatever the call was (https://docs.stripe.com/error-codes). */
const reasonOfCode: Record<string, FailureReason> = {
  api_key_expired: 'key',
  platform_api_key_expired: 'key',
  secret_key_required: 'key',
  more_permissions_required: 'permission',
  livemode_mismatch: 'mode',
  testmode_charges_only: 'account',
  account_invalid: 'account',
  payment_method_unactivated: 'account',
  rate_limit: 'unreachable',
};

/** What Stripe has no code for. */
const reasonOfWords: [RegExp, FailureReason][] = [
  [/a similar object exists in (test|live) mode/i, 'mode'],
  [/account cannot currently make (live )?charges/i, 'account'],
  [/\brak_[a-z0-9_]+/, 'permission'],
];

const wordsOfReason: Record<FailureReason, string> = {
  unreachable: 'Stripe cannot be reached or cannot answer',
  key: 'Stripe does not know the key: it is wrong, revoked or expired',
  permission: 'the key may not do this',
  mode: 'the key belongs to one mode, live or test, and what it was used for to the other',
  account: 'the Stripe account cannot take payments',
  request: 'Stripe refuses the request',
};

/** @returns a client of Stripe's API, or of whatever speaks it at `apiBase` */
export function createStripeClient({
  secretKey,
  apiBase,
  timeoutMilliseconds,
  retries,
  fetch: fetchWith = fetch,
}: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    timeout: timeoutMilliseconds ?? seconds(10),
    maxNetworkRetries: retries ?? 2,
    telemetry: false,
    // Its time limit covers the body as well; that of the SDK's default client ends with silence alone.
    httpClient: Stripe.createFetchHttpClient(limited(fetchWith)),
    ...(apiBase ? addressOf(apiBase) : {}),
  });
}

/** @returns what fetches as `fetchWith` does, and fails as soon as an answer is larger than `answerMaximumBytes` */
function limited(fetchWith: typeof fetch): typeof fetch {
  return async (url, init) => {
    const response = await fetchWith(url, { ...init, redirect: 'manual' });
    let bytes = 0;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > answerMaximumBytes) controller.error(new Error('The answer is too large'));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(limit), response);
  };
}

/**
 * Runs a request, and gives up waiting for it after `deadline` milliseconds.
 *
 * @throws {DomainError} as `toDomainError` makes it; one that was thrown within passes as it is
 */
export async function ask<T>(request: () => Promise<T>, deadline = callDeadline): Promise<T> {
  const settled = new AbortController();
  const expiry = wait(deadline, undefined, { signal: settled.signal }).then(() => {
    throw new Error('The deadline of the call has passed');
  });
  try {
    return await Promise.race([request(), expiry]);
  } catch (error) {
    throw toDomainError(error);
  } finally {
    settled.abort();
  }
}

/**
 * @returns `payment_provider_failed` with the same calm sentence whatever went wrong; its cause is a
 * `ProviderFailure` that says what did
 */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('payment_provider_failed', providerDown, { cause: toFailure(error) });
}

/** @returns whether Stripe refuses this one request, for a reason that has nothing to do with key or account */
export function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && reasonOf(error) === 'request';
}

export function isStripeCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** @returns whether there is no such thing: not even in the other mode, where another key would find it */
export function isMissing(error: unknown): boolean {
  return isRefusal(error) && error.code === 'resource_missing';
}

/**
 * Makes a failure from an error, without the details of Stripe's errors, which can carry the whole payment, with its
 * client secret and the payer's name.
 */
function toFailure(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return new ProviderFailure('unreachable', wordsOfReason.unreachable, {
      isAnswered: false,
      cause: error,
    });
  }
  const { type, code = 'no code', statusCode = 0, requestId = 'no request id' } = error;
  const reason = reasonOf(error);
  const missingPermission = reason === 'permission' ? findPermission(error.message) : null;
  const what = missingPermission
    ? `the key lacks the permission ${missingPermission.replaceAll(', ', ' or ')}`
    : wordsOfReason[reason];
  return new ProviderFailure(reason, `${what} (${type}, ${code}, status ${statusCode}, ${requestId})`, {
    missingPermission,
    // 409: another call with the same key is under way, and what it does is not known yet.
    isAnswered: statusCode >= 400 && statusCode < 500 && statusCode !== 409,
  });
}

function reasonOf({ code = '', statusCode = 0, message }: Stripe.errors.StripeError): FailureReason {
  if (statusCode === 0 || statusCode === 429 || statusCode >= 500) return 'unreachable';
  const known = reasonOfCode[code] ?? reasonOfWords.find(([words]) => words.test(message))?.[1];
  if (known) return known;
  if (statusCode === 401) return 'key';
  return statusCode === 403 ? 'permission' : 'request';
}

/** "Having the 'rak_charge_read' permission would allow this request to continue."; of several each would. */
function findPermission(message: string): string | null {
  const named = new Set(message.match(/\brak_[a-z0-9_]+/g));
  return named.size > 0 ? [...named].join(', ') : null;
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const url = new URL(apiBase);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443') };
}
