import { writeTransaction } from '../../../db/client.ts';
import { countDeclines, findOrigin } from '../card-testing/card-repository.ts';
import { isTester } from '../card-testing/defence.ts';
import type { Context } from '../context/context.ts';
import type { Payment } from '../context/payment-gateway.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { findOrderOf, settlePayment } from './money/settle-payment.ts';

/** How many cards may be declined on one payment before it is canceled: people mistype, testers go on. */
const declinesPerPayment = 5;

/** Notes a declined card; a payment on which card after card is tried, or by a tester, is made impossible. */
export async function answerDecline(context: Context, payment: Payment): Promise<void> {
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
