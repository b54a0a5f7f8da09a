import { createHash, timingSafeEqual } from 'node:crypto';
import type { SandboxKeys } from '../keys.ts';
import { ApiError, invalidRequest } from '../rest/errors.ts';

export type Caller = 'secret' | 'publishable';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares without telling by its duration how much of the text was right. */
export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function keyOf(authorization: string | undefined, formKey: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(/\s+/, 2);
  if (/^bearer$/i.test(scheme)) return credentials;
  if (/^basic$/i.test(scheme)) return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0];
  return formKey;
}

/**
 * Who is calling: from a Bearer or Basic header, or (publishable key only) the form field `key`.
 * @throws ApiError 401
 */
export function authenticate(
  keys: SandboxKeys,
  authorization: string | undefined,
  formKey: string | undefined,
): Caller {
  const key = keyOf(authorization, formKey);
  if (!key) {
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: 'You did not provide an API key. Send it as a Bearer token in the Authorization header.',
    });
  }
  const isSecret = isSameText(key, keys.secretKey);
  if (isSecret && authorization !== undefined) return 'secret';
  if (isSameText(key, keys.publishableKey)) return 'publishable';
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8).replace(/[^\w]/g, '?')}****`,
  });
}

/** @throws ApiError 403 unless the caller has the secret key */
export function requireSecretKey(caller: Caller): void {
  if (caller === 'secret') return;
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Use the secret API key.',
  });
}

/** @throws ApiError 400 unless the browser knows the intent's client secret; the secret key need not */
export function checkClientSecret(caller: Caller, given: string | undefined, expected: string | null): void {
  if (given === undefined) {
    if (caller === 'secret') return;
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (expected === null || !isSameText(given, expected)) {
    throw invalidRequest('The client_secret provided does not match this PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    });
  }
}
