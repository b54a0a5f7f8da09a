import { countDeclines, findOrigin } from '../card-testing/card-repository.ts';
import { isTester } from '../card-testing/defence.ts';
import type { Context } from '../context/context.ts';
import type { Payment } from '../context/payment-gateway.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { forgetMissedWebhook, isEventKnown, rememberEvent } from './money/payment-repository.ts';
import { findOrderOf, settlePayment } from './money/settle-payment.ts';

/** How many cards may be declined on one payment before it is canceled: people mistype, testers go on. */
const declinesPerPayment = 5;

/**
 * Takes a webhook call. The event only says where to look; the provider is asked for the truth.
 *
 * @throws {DomainError} `invalid_request` for a bad signature, `payment_provider_failed` (the provider
 *   will repeat the event)
 */
export async function receiveEvent(context: Context, rawBody: string, signature: string): Promise<void> {
  const event = context.payments.readEvent(rawBody, signature);
  if (isEventKnown(context.db, event.id)) return;
  if (event.paymentId) {
    const payment = await context.payments.findPayment(event.paymentId);
    if (payment) settlePayment(context, payment);
    const isDecline = event.type === 'payment_intent.payment_failed';
    const card = (isDecline && payment?.declinedCard) || null;
    const isNew = rememberEvent(context.db, { ...event, card, receivedAt: context.clock.now() });
    forgetMissedWebhook(context.db, event.paymentId);
    // The same event may have come twice while Stripe was asked.
    if (isNew && isDecline && payment) await answerDecline(context, payment);
    return;
  }
  rememberEvent(context.db, { ...event, receivedAt: context.clock.now() });
}

/** Notes a declined card; a payment on which card after card is tried, or by a tester, is made impossible. */
async function answerDecline(context: Context, payment: Payment): Promise<void> {
  const order = findOrderOf(context.db, payment);
  if (order?.paymentStatus === 'unpaid') {
    recordEvent(context.db, {
      orderId: order.id,
      type: 'payment_failed',
      actor: 'stripe',
      at: context.clock.now(),
    });
  }
  if (payment.status !== 'open') return;
  const origin = findOrigin(context.db, payment.id);
  const isContained = origin !== undefined && isTester(context, origin, payment.declinedCard);
  if (!isContained && countDeclines(context.db, payment.id) < declinesPerPayment) return;
  context.log.warn({ paymentId: payment.id }, 'too many cards were declined; the payment is canceled');
  settlePayment(context, await context.payments.cancelPayment(payment.id));
}
