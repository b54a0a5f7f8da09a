import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import type { Payment, PaymentEvent } from '../base/payment-gateway.ts';
import { WebhookRefused, type WebhookWatch } from '../base/webhook-watch.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { countDeclines, findOrigin } from './card-repository.ts';
import { isCardTester } from './defense.ts';
import {
  findEvent,
  forgetMissedWebhook,
  isKnownPayment,
  isWebhookMissed,
  rememberEvent,
} from './payment-repository.ts';
import { findOrderOf, isOwnPayment, settlePayment } from './settle-payment.ts';

const declinesPerPayment = 5;

async function handleDecline(context: Context, payment: Payment): Promise<void> {
  const order = findOrderOf(context.db, payment);
  if (order?.paymentStatus === 'unpaid') {
    const declined = { orderId: order.id, type: 'payment_failed', actor: 'stripe' } as const;
    await writeTransaction(context.db, (tx) => recordEvent(tx, { ...declined, at: context.clock.now() }));
  }
  if (payment.status !== 'open') return;
  const origin = findOrigin(context.db, payment.id);
  const isContained = origin !== undefined && isCardTester(context, origin, payment.declinedCard);
  if (!isContained && countDeclines(context.db, payment.id) < declinesPerPayment) return;
  context.log.warn({ paymentId: payment.id }, 'too many cards were declined; the payment is canceled');
  await settlePayment(context, await context.payments.cancelPayment(payment.id));
}

/** How often a payment is fetched again if a later request was answered first. */
const maximumTries = 5;

const isAboutPaidPayment = /^(charge\.(refund|dispute)|refund\.|radar\.|review\.)/;

/** Processes a webhook call: it only says which payment to fetch. @throws {WebhookRefused}, or as that fetch does */
export async function receiveEvent(
  context: Context,
  webhooks: WebhookWatch,
  rawBody: string,
  signature: string,
): Promise<void> {
  const event = readEvent(context, webhooks, rawBody, signature);
  const processed = await processEvent(context, event, context.clock.now());
  const paymentId = processed?.payment.id ?? event.paymentId;
  if (paymentId && isWebhookMissed(context.db, paymentId)) {
    await writeTransaction(context.db, (tx) => forgetMissedWebhook(tx, paymentId));
  }
}

function readEvent(
  { payments }: Context,
  webhooks: WebhookWatch,
  rawBody: string,
  signature: string,
): PaymentEvent {
  try {
    const event = payments.readEvent(rawBody, signature);
    webhooks.accepted();
    return event;
  } catch (error) {
    if (error instanceof WebhookRefused) webhooks.refused(error.fault);
    throw error;
  }
}

/**
 * Fetches and settles an event's payment; cancels it after a card tester's declines. Returns it and whether anything
 * changed; null for a known event or another shop's payment.
 */
export async function processEvent(context: Context, event: PaymentEvent, receivedAt: number) {
  const { db, payments } = context;
  if (findEvent(db, event.id)) return null;
  const { paymentId, chargeId } = event;
  const id = paymentId ?? (chargeId ? await payments.findPaymentId(chargeId) : null);
  if (!id || (event.isMarked === false && !isKnownPayment(db, id))) return null;
  const scope = isAboutPaidPayment.test(event.type) ? 'everything' : 'payment';
  let payment = await payments.findPayment(id, scope);
  if (!payment || !isOwnPayment(context, payment)) return null;
  let settled = await settlePayment(context, payment);
  // The answer that overtook this one may lack the event's change.
  for (let tries = 1; scope === 'everything' && tries < maximumTries && settled.isOutdated; tries++) {
    payment = (await payments.findPayment(id, scope)) ?? payment;
    settled = await settlePayment(context, payment);
  }
  const isDecline = event.type === 'payment_intent.payment_failed';
  const card = isDecline ? payment.declinedCard : null;
  const seen = { id: event.id, type: event.type, paymentId: id, card, receivedAt };
  const isNew = await writeTransaction(db, (tx) => rememberEvent(tx, seen));
  // The event may have come twice while the provider was asked.
  if (!isNew) return null;
  if (isDecline) await handleDecline(context, payment);
  return { payment, hasChanged: settled.hasChanged };
}
