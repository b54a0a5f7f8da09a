import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import type { PaymentEvent } from '../context/payment-gateway.ts';
import { WebhookRefused } from '../context/webhook-watch.ts';
import { followEvent } from './follow-event.ts';
import { forgetMissedWebhook } from './money/payment-repository.ts';

/**
 * Takes a webhook call. The event only says where to look; the provider is asked for the truth.
 *
 * @throws {DomainError} `invalid_request` for a bad signature, `payment_provider_failed` (the provider
 *   will repeat the event)
 */
export async function receiveEvent(context: Context, rawBody: string, signature: string): Promise<void> {
  const event = readEvent(context, rawBody, signature);
  const followed = await followEvent(context, event, context.clock.now());
  // It may have been found before it came.
  const paymentId = followed?.payment.id ?? event.paymentId;
  if (paymentId) await writeTransaction(context.db, (tx) => forgetMissedWebhook(tx, paymentId));
}

/** Reads a message, and notes whether it is believed. */
function readEvent({ payments, webhooks }: Context, rawBody: string, signature: string): PaymentEvent {
  try {
    const event = payments.readEvent(rawBody, signature);
    webhooks.accepted();
    return event;
  } catch (error) {
    if (error instanceof WebhookRefused) webhooks.refused(error.fault);
    throw error;
  }
}
