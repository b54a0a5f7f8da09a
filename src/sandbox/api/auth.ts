import { createHash, timingSafeEqual } from 'node:crypto';
import type { SandboxKeys } from '../keys.ts';
import { ApiError, invalidRequest } from '../rest/errors.ts';

export type Caller = 'secret' | 'publishable';

/** Compares two texts in constant time. */
function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function keyOf(authorization: string | undefined, formKey: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(/\s+/, 2);
  if (/^bearer$/i.test(scheme)) return credentials;
  if (/^basic$/i.test(scheme)) return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0];
  return formKey;
}

/** @returns the caller, by a Bearer or Basic header, or (publishable key only) the form field `key` */
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

export function requireSecretKey(caller: Caller): void {
  if (caller === 'secret') return;
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Use the secret API key.',
  });
}

/** Refuses a browser that does not know the intent's client secret. */
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
