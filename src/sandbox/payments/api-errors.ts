import type Stripe from 'stripe';

/** The `error` member of a Stripe answer (https://docs.stripe.com/api/errors). */
export interface StripeErrorBody {
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

/** A refused request, whose writes are rolled back. A declined card is not thrown but returned. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

export function invalidRequest(message: string, more: Partial<StripeErrorBody> = {}): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...more });
}

export function resourceMissing(kind: string, id: string, param = 'id'): StripeApiError {
  return new StripeApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id.slice(0, 80)}'`,
    param,
  });
}

export function unexpectedState(intent: Stripe.PaymentIntent, verb: string): StripeApiError {
  const why =
    intent.status === 'succeeded' ? 'it has already succeeded' : `it has a status of ${intent.status}`;
  return invalidRequest(`You cannot ${verb} this PaymentIntent because ${why}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
}
