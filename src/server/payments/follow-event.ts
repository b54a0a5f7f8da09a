import { writeTransaction } from '../../../db/client.ts';
import { countDeclines, findOrigin } from '../card-testing/card-repository.ts';
import { isTester } from '../card-testing/defence.ts';
import type { Context } from '../context/context.ts';
import type { Payment, PaymentEvent } from '../context/payment-gateway.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { isEventKnown, isKnownPayment, rememberEvent } from './money/payment-repository.ts';
import { findOrderOf, isOurs, settlePayment } from './money/settle-payment.ts';

/** How many cards may be declined on one payment before it is canceled: people mistype, testers go on. */
const declinesPerPayment = 5;

/** Notes a declined card; a payment on which card after card is tried, or by a tester, is made impossible. */
async function answerDecline(context: Context, payment: Payment): Promise<void> {
  const order = findOrderOf(context.db, payment);
  if (order?.paymentStatus === 'unpaid') {
    const declined = { orderId: order.id, type: 'payment_failed', actor: 'stripe' } as const;
    await writeTransaction(context.db, (tx) => recordEvent(tx, { ...declined, at: context.clock.now() }));
  }
  if (payment.status !== 'open') return;
  const origin = findOrigin(context.db, payment.id);
  const isContained = origin !== undefined && isTester(context, origin, payment.declinedCard);
  if (!isContained && countDeclines(context.db, payment.id) < declinesPerPayment) return;
  context.log.warn({ paymentId: payment.id }, 'too many cards were declined; the payment is canceled');
  await settlePayment(context, await context.payments.cancelPayment(payment.id));
}

/** How often an event is looked up while other questions about its payment overtake the answers. */
const mostTries = 5;

/** Events about what becomes of a payment that succeeded. */
const isAboutMore = /^(charge\.(refund|dispute)|refund\.|radar\.|review\.)/;

/** An event that was not known before. */
export interface Followed {
  payment: Payment;
  /** Whether an order is no longer as it was. */
  isNews: boolean;
}

/**
 * Follows an event to its payment, from any source. An event that is known already or is about a payment of another
 * shop does nothing.
 *
 * @param heardAt when it counts as having happened, in milliseconds
 * @returns null when there was nothing to follow
 * @throws {DomainError} `payment_provider_failed`
 */
export async function followEvent(
  context: Context,
  event: PaymentEvent,
  heardAt: number,
): Promise<Followed | null> {
  const { db, payments } = context;
  if (isEventKnown(db, event.id)) return null;
  const { paymentId, chargeId } = event;
  const id = paymentId ?? (chargeId ? await payments.findPaymentId(chargeId) : null);
  if (!id || (event.isMarked === false && !isKnownPayment(db, id))) return null;
  const scope = isAboutMore.test(event.type) ? 'everything' : 'payment';
  let payment = await payments.findPayment(id, scope);
  if (!payment || !isOurs(context, payment)) return null;
  let settled = await settlePayment(context, payment);
  // The answer to a later question came first, and may have left out what this one is about.
  for (let tries = 1; scope === 'everything' && tries < mostTries && settled.isOvertaken; tries++) {
    payment = (await payments.findPayment(id, scope)) ?? payment;
    settled = await settlePayment(context, payment);
  }
  const isDecline = event.type === 'payment_intent.payment_failed';
  const card = isDecline ? payment.declinedCard : null;
  const seen = { id: event.id, type: event.type, paymentId: id, card, receivedAt: heardAt };
  const isNew = await writeTransaction(db, (tx) => rememberEvent(tx, seen));
  // The same event may have come twice while the provider was asked.
  if (!isNew) return null;
  if (isDecline) await answerDecline(context, payment);
  return { payment, isNews: settled.isNews };
}
