import type Stripe from 'stripe';

/** The `error` member of a Stripe answer (https://docs.stripe.com/api/errors). */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/**
 * A refused request: whatever it wrote is taken back. What has happened (a declined card, say)
 * is therefore an answer, not an exception.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

/** 400: the request itself is wrong. */
export function invalidRequest(message: string, more: Partial<ErrorBody> = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more });
}

/** 404 for an id that names nothing. */
export function resourceMissing(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id.slice(0, 80)}'`,
    param,
  });
}

/** 400: the payment intent's status does not allow this. */
export function unexpectedState(intent: Stripe.PaymentIntent, verb: string): ApiError {
  const why =
    intent.status === 'succeeded' ? 'it has already succeeded' : `it has a status of ${intent.status}`;
  return invalidRequest(`You cannot ${verb} this PaymentIntent because ${why}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
}
