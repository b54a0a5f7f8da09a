import type { Context as HonoContext } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { isStorageFailure } from '../../../../db/client.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';
import { DomainError, type ErrorCode } from '../domain-error.ts';
import type { HttpEnv } from './guard.ts';

const statuses: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  invalid_request: 400,
  unauthenticated: 401,
  other_user: 401,
  code_required: 401,
  forbidden: 403,
  payload_too_large: 413,
  too_many_requests: 429,
  payment_provider_failed: 502,
  email_failed: 502,
  unavailable: 503,
};

/** Returns an error's HTTP status (docs/product.md §11). No other code knows the statuses. */
export function statusOf(code: ErrorCode): ContentfulStatusCode {
  return statuses[code] ?? (code.endsWith('_not_found') ? 404 : 409);
}

export function errorBody(code: ErrorCode | 'internal_error', message: string): ErrorBody {
  return { error: { code, message } };
}

const ofAnswers = ['Content-Encoding', 'Content-Disposition', 'Link', 'X-Total-Count', 'Set-Cookie'];

/** Returns the handler that answers a DomainError with its status; it logs unexpected errors and answers 500. */
export function createErrorHandler(log: Logger) {
  return (error: Error, c: HonoContext<HttpEnv>) => {
    // It may replace an answer that was complete before its commit failed: headers about that answer do not apply.
    for (const name of ofAnswers) c.header(name, undefined);
    if (isHangUp(error, c)) {
      log.debug({ method: c.req.method, route: routePath(c) }, 'the caller hung up');
      return c.json(errorBody('invalid_request', 'The request was cut off. Please try again.'), 400);
    }
    const known = toDomainError(error);
    if (!known) {
      log.error({ err: error, method: c.req.method, route: routePath(c) }, 'a request failed unexpectedly');
      const message = 'Something went wrong on our end. Nothing was lost. Please try again in a moment.';
      return c.json(errorBody('internal_error', `${message}${requestIdSentence(c.get('requestId'))}`), 500);
    }
    if (known.cause) {
      log.warn({ err: known.cause, code: known.code, route: routePath(c) }, 'a request could not be served');
    }
    // The rest of a body that is too large is not read, so the connection cannot be reused.
    if (known.code === 'payload_too_large') c.header('Connection', 'close');
    if (known.retryAfterSeconds !== null) c.header('Retry-After', String(known.retryAfterSeconds));
    const { error: told } = errorBody(known.code, known.message);
    const body: ErrorBody = {
      error: {
        ...told,
        ...(known.isOutcomeUnknown && { outcome: 'unknown' }),
        ...(known.words !== null && { words: known.words }),
        ...(known.fields !== null && { fields: known.fields }),
      },
    };
    return c.json(body, statusOf(known.code));
  };
}

/** Returns a sentence to append, which begins with a space; '' without an id. */
export function requestIdSentence(requestId: string | undefined): string {
  return requestId === undefined ? '' : ` If it happens again, please tell us this number: ${requestId}.`;
}

/** Returns whether reading the body failed because the connection did: there is no client left to answer. */
function isHangUp(error: Error, c: HonoContext<HttpEnv>): boolean {
  return error === c.env?.incoming?.errored;
}

function toDomainError(error: Error): DomainError | null {
  if (error instanceof DomainError) return error;
  // Of the parts of Hono that we use, only its validator throws one: for malformed JSON.
  if (error instanceof HTTPException && error.status === 400) {
    return new DomainError(
      'invalid_request',
      'The data is not valid JSON. Please check it and send it again.',
    );
  }
  if (isStorageFailure(error)) {
    return new DomainError('unavailable', 'We can’t save this right now. Please try again in a minute.', {
      cause: error,
      retryAfterSeconds: 10,
    });
  }
  return null;
}
