import type { Context } from '../context/context.ts';
import { followEvent } from './follow-event.ts';
import { forgetMissedWebhook } from './money/payment-repository.ts';

/**
 * Takes a webhook call. The event only says where to look; the provider is asked for the truth.
 *
 * @throws {DomainError} `invalid_request` for a bad signature, `payment_provider_failed` (the provider
 *   will repeat the event)
 */
export async function receiveEvent(context: Context, rawBody: string, signature: string): Promise<void> {
  const event = context.payments.readEvent(rawBody, signature);
  const followed = await followEvent(context, event, context.clock.now());
  // It may have been found before it came.
  const paymentId = followed?.payment.id ?? event.paymentId;
  if (paymentId) forgetMissedWebhook(context.db, paymentId);
}
