import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { seconds } from '../../../shared/durations.ts';
import { DomainError } from '../../base/domain-error.ts';
import { type FailureReason, ProviderFailure } from '../../base/provider-failure.ts';

export interface StripeAccess {
  secretKey: string;
  /** Another address for Stripe's API, e.g. `http://127.0.0.1:12111`; null for Stripe's own. */
  apiBase: string | null;
  timeoutMilliseconds?: number;
  retries?: number;
  fetch?: typeof fetch;
}

const callDeadline = seconds(20);

/** Ten times a page of a hundred payments. */
const maxAnswerBytes = 4 * 1024 * 1024;

const providerDown =
  'We can’t reach the payment service right now. You haven’t been charged. Please try again in a moment.';
const providerRefuses =
  'The payment service doesn’t accept this payment. You haven’t been charged. Please email us about it.';
const sumRefused = (what: 'small' | 'large') =>
  `This total is too ${what} for a card payment. You haven’t been charged. Please change your order, or email us.`;

/** https://docs.stripe.com/error-codes */
const reasonOfCode: Record<string, FailureReason> = {
  api_key_expired: 'key',
  platform_api_key_expired: 'key',
  secret_key_required: 'key',
  more_permissions_required: 'permission',
  livemode_mismatch: 'mode',
  testmode_charges_only: 'account',
  account_invalid: 'account',
  payment_method_unactivated: 'account',
  amount_too_small: 'too_small',
  amount_too_large: 'too_large',
  rate_limit: 'unreachable',
};

const reasonOfWords: [RegExp, FailureReason][] = [
  [/a similar object exists in (test|live) mode/i, 'mode'],
  [/account cannot currently make (live )?charges/i, 'account'],
  [/\brak_[a-z0-9_]+/, 'permission'],
];

const wordsOfReason: Record<FailureReason, string> = {
  unreachable: 'Stripe cannot be reached or cannot answer',
  key: 'Stripe does not know the key: it is wrong, revoked or expired',
  permission: 'the key may not do this',
  mode: 'the key is for one mode, live or test, but was used for the other',
  account: 'the Stripe account cannot take payments',
  too_small: 'the amount is too small for a card payment',
  too_large: 'the amount is too large for a card payment',
  request: 'Stripe refuses the request',
};

/**
 * Creates a client that follows no redirects and fails on answers above `maxAnswerBytes`. It throws Stripe's own
 * errors, which `callStripe` converts.
 */
export function createStripeClient({
  secretKey,
  apiBase,
  timeoutMilliseconds = seconds(10),
  retries = 2,
  fetch: fetchWith = fetch,
}: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    timeout: timeoutMilliseconds,
    maxNetworkRetries: retries,
    telemetry: false,
    // Its timeout covers the body; the timeout of the SDK's default client covers only silence.
    httpClient: Stripe.createFetchHttpClient(async (url, init) =>
      limitSize(await fetchWith(url, { ...init, redirect: 'manual' })),
    ),
    ...(apiBase ? addressOf(apiBase) : {}),
  });
}

/** Makes an answer fail and ends its connection beyond `maxAnswerBytes`, counted after unpacking. */
function limitSize(answer: Response): Response {
  let left = maxAnswerBytes;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new Error('Stripe’s answer is too large.'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body?.pipeThrough(limit) ?? null, answer);
}

/** Runs a request with a deadline in milliseconds. @throws as `toDomainError` */
export async function callStripe<T>(request: () => Promise<T>, deadline = callDeadline): Promise<T> {
  const settled = new AbortController();
  // The call's own socket keeps a process running, so that its deadline need not.
  const expiry = wait(deadline, undefined, { signal: settled.signal, ref: false }).then(() => {
    throw new Error('The call timed out');
  });
  try {
    return await Promise.race([request(), expiry]);
  } catch (error) {
    throw toDomainError(error);
  } finally {
    settled.abort();
  }
}

/** Runs a request as `callStripe` does, but turns a refusal into `invalid_request` with Stripe's words. */
export function callStripeForAdmin<T>(request: () => Promise<T>): Promise<T> {
  return callStripe(() =>
    request().catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      throw new DomainError('invalid_request', `Stripe refuses: ${error.message}`);
    }),
  );
}

/** Converts an error to the one that `PaymentGateway` specifies, with a message for customers. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const cause = toFailure(error);
  const { reason, isAnswered } = cause;
  if (reason === 'too_small') return new DomainError('amount_conflict', sumRefused('small'), { cause });
  if (reason === 'too_large') return new DomainError('amount_conflict', sumRefused('large'), { cause });
  const sentence = reason === 'unreachable' || !isAnswered ? providerDown : providerRefuses;
  return new DomainError('payment_provider_failed', sentence, { cause });
}

/** Returns whether Stripe refused this request alone, not the key or the account. */
export function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false;
  return ['request', 'too_small', 'too_large'].includes(reasonOf(error));
}

export function isStripeCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

export function isMissing(error: unknown): boolean {
  return isRefusal(error) && error.code === 'resource_missing';
}

/** Leaves out the details of Stripe's errors, which can contain the client secret and the payer's name. */
function toFailure(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) {
    const { unreachable: words } = wordsOfReason;
    return new ProviderFailure('unreachable', words, { isAnswered: false, cause: error });
  }
  const { type, code = 'no code', statusCode = 0, requestId = 'no request id' } = error;
  const reason = reasonOf(error);
  const missingPermission = reason === 'permission' ? findPermission(error.message) : null;
  const what = missingPermission
    ? `the key lacks the permission ${missingPermission.replaceAll(', ', ' or ')}`
    : wordsOfReason[reason];
  return new ProviderFailure(reason, `${what} (${type}, ${code}, status ${statusCode}, ${requestId})`, {
    missingPermission,
    // 409: another call with the same key is under way, with an unknown outcome.
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

/** Reads "Having the 'rak_charge_read' permission would allow this request to continue." */
function findPermission(message: string): string | null {
  const named = new Set(message.match(/\brak_[a-z0-9_]+/g));
  return named.size > 0 ? [...named].join(', ') : null;
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const url = new URL(apiBase);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443') };
}

/** Explains a failure of Stripe to an admin, with advice. Some sentences begin in lower case, to follow a colon. */
export function describeFailure(failure: ProviderFailure, howLong: '' | ' for a few minutes' = ''): string {
  switch (failure.reason) {
    case 'key':
      return 'Stripe does not accept the key. Set STRIPE_SECRET_KEY to the account’s secret key and restart.';
    case 'permission':
      return `the restricted key ${whatIsMissing(failure.missingPermission)} at dashboard.stripe.com/apikeys; that takes effect at once.`;
    case 'mode':
      return 'the key in STRIPE_SECRET_KEY is a live key and the payment was made with a test key, or the reverse. Use the keys of the mode that customers pay in. To switch from test keys to live ones, start with a new database: docs/stripe.md, “From test keys to live ones”.';
    case 'account':
      return 'Stripe doesn’t let the account take payments. Open Stripe’s dashboard and follow its instructions.';
    case 'too_small':
      return 'the amount is too small for a card payment with Stripe. Raise the price, or lower what a code takes off.';
    case 'too_large':
      return 'the amount is too large for a card payment with Stripe. Lower the price, or that of an add-on.';
    case 'unreachable':
      return `Stripe ${howLong ? 'has been' : 'is'} refusing requests or not answering${howLong}. Check status.stripe.com and this machine’s connection to it.`;
    case 'request':
      return `Stripe has ${howLong ? `been refusing requests${howLong}` : 'refused the request'}. Look up the request’s number at dashboard.stripe.com/logs for the cause.`;
  }
}

function whatIsMissing(permission: string | null): string {
  if (permission === null) return 'may not do this: give it the permissions that docs/stripe.md lists,';
  const names = permission.split(', ').map((name) => `“${nameOf(name)}” (${name})`);
  return `lacks the permission ${names.join(' or ')}: add it`;
}

/** Close to the name in the dashboard: `rak_payment_intent_write` becomes "Payment intent: write". */
function nameOf(permission: string): string {
  const [, resource = permission, level = ''] = /^rak_(.+)_(read|write)$/.exec(permission) ?? [];
  const words = resource.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${level && `: ${level}`}`;
}
